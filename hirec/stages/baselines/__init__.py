"""Retrievers to compare with: flat and hybrid ones over the same passages (HiREC, section 5.1)."""

from hirec.stages.baselines.corpus import Corpus
from hirec.stages.baselines.flat import FlatRetriever
from hirec.stages.baselines.hybrid_hierarchical import HybridHierarchicalRetriever

__all__ = ["Corpus", "FlatRetriever", "HybridHierarchicalRetriever"]
