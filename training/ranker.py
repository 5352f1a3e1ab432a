"""The first-stage ranker: boosted trees over cheap features, learnt from records of an index.

Each record's question goes through scope and documents as a user's does; the passages that then
compete are labelled by the record's pages. A tree may use a feature of the paths only upwards (a
better BM25 never speaks against a passage), which keeps what is learnt from questions of one kind
from doing harm to others.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.datasets.pages import PageKey, distinct_pages, page_recall
from hirec.grounding.trees import Trees
from hirec.index import Index
from hirec.intervals import Estimate, estimate
from hirec.models.encoder import load_encoder
from hirec.settings import Settings
from hirec.stages.documents import DocumentStage
from hirec.stages.passage_features import NAMES, Table, read_features
from hirec.stages.passage_ranker import FORMAT
from hirec.stages.passages import PassageStage
from hirec.stages.reader import Reader
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import HierarchicalRetriever
from hirec.types import Asked, CannotAnswer, Passage, Query, RankedFiling
from training.data.record import Record
from training.errors import TrainingError
from training.grounding.fitting import export_trees

FOLDS = 4
DEPTHS = (5, 10)
_UPWARDS = frozenset(
    ("text", "hyde", "section", "core", "facts", "facts_lead", "metric", "period", "topic")
) | {"asked_met", "asked_heading", "asked_labels", "asked_lead", "page_met", "filing", "years_met"}
_DOWNWARDS = frozenset(("text_rank", "hyde_rank", "core_rank", "boilerplate"))
_RULED = [(name in _UPWARDS) - (name in _DOWNWARDS) for name in NAMES]


@dataclass(frozen=True, slots=True)
class RankingPool:
    """The passages that competed for one record's question."""

    record: Record
    passages: tuple[Passage, ...]
    features: Table
    right: np.ndarray[Any, np.dtype[np.bool_]]
    """Whether each stands on a page that answers."""
    weighted: np.ndarray[Any, np.dtype[np.float64]]
    """Score of each by the weights of the paths, which the ranker is held against."""


class PoolBuilder:
    """Brings questions and the passages that compete for them together."""

    def __init__(self, index: Index, settings: Settings | None = None) -> None:
        settings = settings or Settings()
        encoder = load_encoder(settings.models)
        analyst = RuleAnalyst(encoder)
        documents = DocumentStage(index, encoder, settings.retrieval)
        self._passages = PassageStage(index, analyst, settings)
        self._documents = documents
        retriever = HierarchicalRetriever(documents, self._passages)
        self._reader = Reader(index, analyst, retriever, settings)

    def pool_of(self, record: Record) -> RankingPool | None:
        """None where the question is refused or no passage of the answer competes."""
        try:
            query = self._reader.understand(Asked(record.query), None, Recorder(record.query))
        except CannotAnswer:
            return None
        filings = self._documents.rank(query)
        if record.filing_id not in {filing.filing_id for filing in filings}:
            return None
        return self._competition(record, query, filings)

    def _competition(
        self, record: Record, query: Query, filings: Sequence[RankedFiling]
    ) -> RankingPool | None:
        pool = self._passages.compared(query, filings)
        gold = {(record.filing_id, page) for page in record.pages}
        right = np.array([(p.filing_id, p.page_number) in gold for p in pool.passages], dtype=bool)
        if not right.any():
            return None
        ranked = self._passages.rank(query, filings)
        score = {candidate.passage.passage_id: candidate.score for candidate in ranked}
        weighted = np.array([score.get(p.passage_id, 0.0) for p in pool.passages])
        return RankingPool(record, tuple(pool.passages), read_features(pool), right, weighted)


@dataclass(frozen=True, slots=True)
class RankerReport:
    """What a trained ranker says of itself, measured on companies left out."""

    records: int
    refused: int
    """Records whose question was refused, or whose filing or pages did not compete."""
    figures: dict[str, dict[str, dict[str, Any]]]
    """Source → ``weights``, ``ranker``, ``both`` and ``gain`` (of both, paired) → measure."""


def train_ranker(
    index: Index,
    records: Sequence[Record],
    out: Path,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> RankerReport:
    """Write ``ranker.json`` and ``ranker-report.json``; raises :class:`TrainingError`.

    Args:
        index: Filings that the records are about.
        records: Questions with the filing and pages that answer them.
        out: Folder to write to.
        seed: Of the folds and trees.
        progress: Called with (records seen, all records).

    """
    contest, held = PoolBuilder(index), []
    for at, record in enumerate(records, start=1):
        held.append(contest.pool_of(record) if record.pages else None)
        if progress:
            progress(at, len(records))
    kept = [one for one in held if one is not None]
    if len({one.record.group for one in kept}) < FOLDS:
        raise TrainingError(
            f"The records are of fewer than {FOLDS} companies of this index: mine more of them."
        )
    report = RankerReport(len(kept), len(held) - len(kept), _measured(kept, seed))
    out.mkdir(parents=True, exist_ok=True)
    model = {"format": FORMAT, "features": list(NAMES), **fit(kept, seed)}
    (out / "ranker.json").write_text(json.dumps(model), encoding="utf-8")
    content = {"records": report.records, "refused": report.refused, "figures": report.figures}
    (out / "ranker-report.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return report


def fit(held: Sequence[RankingPool], seed: int = 0) -> dict[str, Any]:
    """Trees as JSON; in each question right and wrong passages weigh the same."""
    right = np.concatenate([one.right for one in held])
    weights = np.concatenate(
        [np.where(one.right, 1 / one.right.sum(), 1 / max(1, (~one.right).sum())) for one in held]
    )
    model = HistGradientBoostingClassifier(
        max_iter=200,
        learning_rate=0.05,
        max_leaf_nodes=6,
        min_samples_leaf=40,
        l2_regularization=5.0,
        max_features=0.4,
        monotonic_cst=_RULED,
        early_stopping=False,
        random_state=seed,
    )
    features = np.concatenate([one.features for one in held])
    model.fit(features, right, sample_weight=weights * len(weights) / weights.sum())
    return export_trees(model)


def _measured(held: Sequence[RankingPool], seed: int) -> dict[str, dict[str, dict[str, Any]]]:
    groups = sorted({one.record.group for one in held})
    order = np.random.default_rng(seed).permutation(len(groups))
    fold = {groups[at]: place % FOLDS for place, at in enumerate(order)}
    scored: list[tuple[str, dict[str, dict[str, float]]]] = []
    for number in range(FOLDS):
        seen = [one for one in held if fold[one.record.group] != number]
        trees = Trees.from_json(fit(seen, seed))
        for one in held:
            if fold[one.record.group] == number:
                learned = 1 / (1 + np.exp(-trees.decide(one.features)))
                ways = {
                    "weights": one.weighted,
                    "ranker": learned,
                    "both": one.weighted + learned,
                }
                scored.append((one.record.source, {n: _figures(one, s) for n, s in ways.items()}))
    sources = sorted({source for source, _ in scored})
    return {source: _summed([own for name, own in scored if name == source]) for source in sources}


def _figures(one: RankingPool, scores: np.ndarray[Any, Any]) -> dict[str, float]:
    order = np.argsort(-scores, kind="stable")
    pages = distinct_pages(one.passages[at] for at in order)
    gold: set[PageKey] = {(one.record.filing_id, page) for page in one.record.pages}
    first = next((rank for rank, page in enumerate(pages, start=1) if page in gold), 0)
    found = {f"hit@{k}": page_recall(pages, gold, k, any_one=True) for k in DEPTHS}
    return found | {"mrr@10": 1 / first if 0 < first <= 10 else 0.0}


def _summed(own: Sequence[dict[str, dict[str, float]]]) -> dict[str, dict[str, Any]]:
    names = list(own[0]["weights"])

    def interval(values: Sequence[float]) -> dict[str, Any]:
        found: Estimate = estimate(values)
        return found.to_json()

    summed = {
        way: {name: interval([figures[way][name] for figures in own]) for name in names}
        for way in own[0]
    }
    gains = {name: interval([f["both"][name] - f["weights"][name] for f in own]) for name in names}
    return summed | {"gain": gains}
