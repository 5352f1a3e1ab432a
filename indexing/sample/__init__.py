"""The sample collection: fictional registrants, their books, filings and questions."""

from indexing.sample.generate import generate
from indexing.sample.synthetic import SyntheticFiling, synthetic_filings

__all__ = ["SyntheticFiling", "generate", "synthetic_filings"]
