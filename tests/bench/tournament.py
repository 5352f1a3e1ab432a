"""Rankings within the gold filing: nDCG@10, MRR@10 and milliseconds of each method.

``python tests/bench/tournament.py INDEX_DIR QUESTIONS.jsonl [MORE.jsonl ...]``: takes each
question whose gold pages an index holds, ranks the passages of the first gold filing by BM25, by
the retriever, and by every method of the tournament with the rule judge, and prints means. A
passage is relevant where it stands on a gold page. Cards are made before the clock runs; of
``fincards`` the ablations of table 2 follow.
"""

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from hirec import HiREC
from hirec.datasets.gold import resolve
from hirec.datasets.questions import load_questions
from hirec.stages.recorder import Recorder
from hirec.tournament.candidates import Contender, lexical_candidates, with_retrieved
from hirec.tournament.ranking import tournament
from hirec.tournament.settings import OrderingMethod, TournamentSettings
from hirec.types import (
    CannotAnswer,
    Card,
    EntityScope,
    EvidenceType,
    Passage,
    Query,
    RankedFiling,
)

VARIANTS: Mapping[str, dict[str, object]] = {
    "alignment": {"method": OrderingMethod.ALIGNMENT},
    "fincards": {"method": OrderingMethod.FINCARDS},
    "fincards, cards alone": {"method": OrderingMethod.FINCARDS, "prior_weight": 0.0},
    "screening only": {"method": OrderingMethod.FINCARDS, "bootstrap": {"enabled": False}},
    "listwise only": {"method": OrderingMethod.FINCARDS, "screening": {"enabled": False}},
    "v1": {"method": OrderingMethod.V1},
    "v2": {"method": OrderingMethod.V2},
    "v3": {"method": OrderingMethod.V3},
}

ABLATIONS: Mapping[str, Callable[[Card], Card]] = {
    "w/o time": lambda card: replace(card, periods=()),
    "w/o metrics": lambda card: replace(card, metrics=(), rows=()),
    "w/o tables": lambda card: replace(card, evidence_type=EvidenceType.NONE, rows=(), numbers=()),
    "w/o scope": lambda card: replace(card, scope=EntityScope.COMPANY, entities=()),
    "only summary": lambda card: Card(card.passage_id, "", sketch=card.sketch),
}
"""FinCards' table 2: what a card loses."""


def ndcg(order: Sequence[str], relevant: set[str], k: int = 10) -> float:
    """Binary gains over the best order that there could be."""
    found = sum(1 / math.log2(at + 2) for at, key in enumerate(order[:k]) if key in relevant)
    return found / sum(1 / math.log2(at + 2) for at in range(min(k, len(relevant))))


def reciprocal_rank(order: Sequence[str], relevant: set[str], k: int = 10) -> float:
    """1 / rank of the first relevant one among the first k, else 0."""
    return next((1 / at for at, key in enumerate(order[:k], start=1) if key in relevant), 0.0)


def asked(hirec: HiREC, paths: Sequence[Path]) -> Iterator[tuple[Query, str, set[int]]]:
    """Query, gold filing and its gold pages of each question that is understood."""
    for question in (question for path in paths for question in load_questions(path)):
        pages: dict[str, set[int]] = defaultdict(set)
        for filing_id, page in resolve(question, hirec.index).pages:
            pages[filing_id].add(page)
        filing = next((key for key in sorted(pages) if key in hirec.index.filings), None)
        if filing is None:
            continue
        try:
            query = hirec.answerer.understand(question.question, None, Recorder(question.question))
        except CannotAnswer:
            continue
        yield query, filing, pages[filing]


def orders(
    hirec: HiREC, query: Query, filing: str, settings: Mapping[str, TournamentSettings]
) -> Iterator[tuple[str, Sequence[str], float]]:
    """Method, its order and its seconds."""
    passages = hirec.index.passages([filing])
    found = hirec.answerer.retriever.passages(query, (RankedFiling(filing, 1.0),))
    yield "retriever", [c.passage.passage_id for c in found], 0.0
    best = max((c.score for c in found), default=1.0) or 1.0
    retrieved = [(c.passage, c.score / best) for c in found]
    lexical = lexical_candidates(query, passages, settings["v1"].candidates)
    yield "bm25", [passage.passage_id for passage, _ in lexical], 0.0
    sources = {"": lexical, " + retriever": with_retrieved((), retrieved)}
    for suffix, pool in sources.items():
        contenders = [contender(hirec, *one) for one in pool]
        for name, chosen in settings.items():
            started = time.perf_counter()
            outcome = tournament(query, contenders, chosen)
            yield name + suffix, outcome.order, time.perf_counter() - started
        for name, lose in ABLATIONS.items():
            poorer = [Contender(lose(one.card), one.score) for one in contenders]
            outcome = tournament(query, poorer, settings["fincards"])
            yield f"fincards {name}{suffix}", outcome.order, 0.0


def contender(hirec: HiREC, passage: Passage, score: float) -> Contender:
    """A passage with its card."""
    return Contender(hirec._analyst.card(passage, hirec.index.filings[passage.filing_id]), score)


def main() -> None:
    """Rank and print, a line a method."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("questions", type=Path, nargs="+")
    options = parser.parse_args()
    hirec = HiREC.open(options.index)
    settings = {
        name: TournamentSettings.model_validate(values) for name, values in VARIANTS.items()
    }
    figures: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for query, filing, pages in asked(hirec, options.questions):
        held = hirec.index.passages([filing])
        relevant = {p.passage_id for p in held if p.page_number in pages}
        if not relevant:
            continue
        for name, order, seconds in orders(hirec, query, filing, settings):
            line = (ndcg(order, relevant), reciprocal_rank(order, relevant), seconds)
            figures[name].append(line)
    print(f"{'method':34} nDCG@10  MRR@10  ms")
    for name, lines in figures.items():
        gains, firsts, seconds = (fmean(column) for column in zip(*lines, strict=True))
        print(f"{name:34} {gains:.4f}   {firsts:.4f}  {1000 * seconds:.1f}  (n {len(lines)})")


if __name__ == "__main__":
    main()
