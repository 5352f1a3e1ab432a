"""What is known of each passage of a pool before anything costly reads it, as one table of numbers.

The cheap half of learning to rank: path scores, the card's alignment with the intent, words, the
place in the filing, the table and its periods, and what kind of question it is. Most are told
against the rest of the pool, so that they mean the same for every question.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hirec.grounding.stems import stem_set
from hirec.grounding.tables import standing_of
from hirec.lexicon import get_metric
from hirec.ranking.fusion import Scores, share_of_best
from hirec.tournament.alignment import Alignment
from hirec.types import Filing, Passage, PassageKind, Query, Relation

Table = npt.NDArray[np.float64]

FEATURES: tuple[tuple[str, str, str], ...] = (
    ("text", "paths", "BM25 of the rewritten question, share of the pool's best"),
    ("hyde", "paths", "BM25 of a hypothetical passage, share of the best"),
    ("section", "paths", "BM25 over section path and caption, share of the best"),
    ("core", "paths", "BM25 of the question's own words, share of the best"),
    ("text_rank", "paths", "logarithm of its rank by the first"),
    ("hyde_rank", "paths", "by the second"),
    ("core_rank", "paths", "by the fourth"),
    ("facts", "card", "alignment of its card with the intent, 0 where it states no metric asked"),
    ("facts_lead", "card", "the same less the pool's best"),
    ("metric", "card", "share of the metrics asked that it states"),
    ("period", "card", "how well its periods fit those asked"),
    ("topic", "card", "it is of the statement that is wanted"),
    ("boilerplate", "card", "signs of standing text"),
    ("carded", "card", "it may state a metric asked at all"),
    ("asked_met", "words", "weight of the question's words that it has"),
    ("asked_heading", "words", "of those that its section or caption has"),
    ("asked_labels", "words", "of those that its rows' labels have"),
    ("asked_lead", "words", "asked_met less the pool's best"),
    ("page_met", "page", "weight of the question's words on its page, within the pool"),
    ("page_best", "page", "best path score of the page's other passages"),
    ("page_count", "page", "passages of its page in the pool"),
    ("near_best", "page", "best path score on the pages before and behind"),
    ("filing", "place", "weight of its filing"),
    ("place", "place", "page as a share of the filing's pages"),
    ("page", "place", "logarithm of the page number"),
    ("item_business", "section", "Item 1 or 2"),
    ("item_risk", "section", "Item 1A"),
    ("item_discussion", "section", "Item 7, or Item 2 of a 10-Q"),
    ("item_statements", "section", "Item 8, or statements by their caption"),
    ("item_note", "section", "a note to the statements"),
    ("table", "table", "it is a table"),
    ("statement_asked", "table", "it is of a statement that the metrics stand in"),
    ("primary", "table", "it is a primary statement"),
    ("partial", "table", "it is of a part of the company"),
    ("summary", "table", "it has rows of several statements"),
    ("rows", "table", "rows"),
    ("years_met", "period", "share of the years asked that it prints"),
    ("days_met", "period", "it prints a year at all"),
    ("length", "prose", "logarithm of its characters"),
    ("digits", "prose", "share of digits among them"),
    ("repeats", "prose", "the filing says the same before"),
    ("number_asked", "question", "only a number would answer"),
    ("words_asked", "question", "it asks for words"),
    ("metrics_asked", "question", "metrics asked"),
    ("metrics_known", "question", "of them those of the lexicon"),
    ("ratio_asked", "question", "a ratio, share or change is asked"),
    ("question_words", "question", "words of the question that carry meaning"),
    ("filings", "question", "filings found"),
)
"""Name, group, what it says."""
NAMES = tuple(name for name, _, _ in FEATURES)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_DIGIT = re.compile(r"\d")
_ITEMS = (
    ("item_business", re.compile(r"\bitem\s+(?:1|2)\b", re.I)),
    ("item_risk", re.compile(r"\bitem\s+1a\b|risk factors", re.I)),
    ("item_discussion", re.compile(r"\bitem\s+7\b|discussion and analysis", re.I)),
    ("item_statements", re.compile(r"\bitem\s+8\b|statements? of|balance sheets?", re.I)),
    ("item_note", re.compile(r"\bnotes? (?:to|\d)", re.I)),
)
_COMPARED = (Relation.RATIO, Relation.GROWTH, Relation.DIFFERENCE)


@dataclass(frozen=True, slots=True)
class PassagePool:
    """Passages that compete for one question, with what the stage computed of them."""

    query: Query
    passages: Sequence[Passage]
    paths: Mapping[str, Scores]
    """``text``, ``hyde``, ``section``, ``core`` of each passage, 0 to 1."""
    aligned: Sequence[Alignment | None]
    """None where no card was made."""
    boilerplate: Sequence[bool]
    weights: Scores
    """Of each passage's filing."""
    filings: Mapping[str, Filing]


def read_features(pool: PassagePool) -> Table:
    """The features of every passage, in the order of :data:`NAMES`; shape (passages, features)."""
    count = len(pool.passages)
    found = {name: np.zeros(count) for name in NAMES}
    for part in (_paths(pool), _cards(pool), _words(pool), _places(pool), _question(pool)):
        for name, values in part.items():
            found[name][:] = values
    for at, passage in enumerate(pool.passages):
        for name, value in _passage(passage, pool.query).items():
            found[name][at] = value
    return np.column_stack([found[name] for name in NAMES]) if count else np.zeros((0, len(NAMES)))


def _paths(pool: PassagePool) -> dict[str, Table]:
    shares = {name: share_of_best(scores).astype(float) for name, scores in pool.paths.items()}
    ranks = {
        f"{name}_rank": np.log1p(
            np.argsort(np.argsort(-shares[name], kind="stable"), kind="stable")
        )
        for name in ("text", "hyde", "core")
    }
    return shares | ranks


def _cards(pool: PassagePool) -> dict[str, Table]:
    aligned = pool.aligned
    facts = np.array([_facts(one) for one in aligned])
    return {
        "facts": facts,
        "facts_lead": facts - facts.max(initial=0.0),
        "metric": np.array([one.metric if one else 0.0 for one in aligned]),
        "period": np.array([one.period if one else 0.0 for one in aligned]),
        "topic": np.array([one.topic if one else 0.0 for one in aligned]),
        "carded": np.array([float(one is not None) for one in aligned]),
        "boilerplate": np.array(pool.boilerplate, dtype=float),
    }


def _facts(aligned: Alignment | None) -> float:
    if aligned is None or not aligned.stated:
        return 0.0
    return (aligned.metric + aligned.period + aligned.number + aligned.topic) / 4


def _words(pool: PassagePool) -> dict[str, Table]:
    """Shares of the question's words, each weighted by how few passages of the pool have it."""
    asked = asked_stems(pool.query)
    bodies = [stem_set(passage.text) for passage in pool.passages]
    having = Counter(stem for body in bodies for stem in body & asked)
    weight = {stem: math.log(1 + len(bodies) / (0.5 + having[stem])) for stem in asked}
    whole = sum(weight.values()) or 1.0

    def met(words: frozenset[str]) -> float:
        return sum(weight[stem] for stem in words & asked) / whole

    on_page: dict[tuple[str, int], frozenset[str]] = {}
    for passage, body in zip(pool.passages, bodies, strict=True):
        key = (passage.filing_id, passage.page_number)
        on_page[key] = on_page.get(key, frozenset()) | (body & asked)
    own = np.array([met(body) for body in bodies])
    return {
        "asked_met": own,
        "asked_lead": own - own.max(initial=0.0),
        "asked_heading": np.array([met(stem_set(_heading(p))) for p in pool.passages]),
        "asked_labels": np.array([met(stem_set(_labels(p))) for p in pool.passages]),
        "page_met": np.array([met(on_page[p.filing_id, p.page_number]) for p in pool.passages]),
    }


def asked_stems(query: Query) -> frozenset[str]:
    """Stems of the question's words but those of its companies and periods."""
    said = [company.said for company in query.scope.companies]
    said += [ref.said for ref in query.scope.periods]
    return stem_set(query.core) - stem_set(" ".join(said))


def _places(pool: PassagePool) -> dict[str, Table]:
    cheap = sum(
        (scores.astype(float) for scores in pool.paths.values()), np.zeros(len(pool.passages))
    )
    best: dict[tuple[str, int], list[float]] = {}
    for passage, score in zip(pool.passages, cheap, strict=True):
        best.setdefault((passage.filing_id, passage.page_number), []).append(float(score))
    tops = {key: sorted(scores, reverse=True) for key, scores in best.items()}
    others, near, counts, places, pages = [], [], [], [], []
    for passage, score in zip(pool.passages, cheap, strict=True):
        filing_id, page = passage.filing_id, passage.page_number
        own = tops[filing_id, page]
        beside = own[1:2] if own[0] == score else own[:1]
        others.append(beside[0] if beside else 0.0)
        around = [tops[filing_id, at][0] for at in (page - 1, page + 1) if (filing_id, at) in tops]
        near.append(max(around, default=0.0))
        counts.append(float(len(own)))
        places.append(page / max(1, pool.filings[filing_id].page_count))
        pages.append(math.log(page))
    return {
        "page_best": np.array(others),
        "near_best": np.array(near),
        "page_count": np.array(counts),
        "place": np.array(places),
        "page": np.array(pages),
        "filing": pool.weights.astype(float),
    }


def _question(pool: PassagePool) -> dict[str, float]:
    intent = pool.query.intent
    return {
        "number_asked": float(intent.needs_number),
        "words_asked": float(intent.explained),
        "metrics_asked": float(len(intent.metrics)),
        "metrics_known": float(sum(get_metric(key) is not None for key in intent.metrics)),
        "ratio_asked": float(intent.relation in _COMPARED),
        "question_words": float(len(asked_stems(pool.query))),
        "filings": float(len({passage.filing_id for passage in pool.passages})),
    }


def _passage(passage: Passage, query: Query) -> dict[str, float]:
    heading = _heading(passage)
    years = {ref.period.fiscal_year for ref in query.scope.periods} - {None}
    printed = {int(year) for year in _YEAR.findall(passage.text)}
    found = {name: float(bool(pattern.search(heading))) for name, pattern in _ITEMS}
    found |= {
        "table": float(passage.kind is PassageKind.TABLE),
        "years_met": len(printed & years) / len(years) if years else 0.0,
        "days_met": float(bool(printed)),
        "length": math.log1p(len(passage.text)),
        "digits": len(_DIGIT.findall(passage.text)) / max(1, len(passage.text)),
        "repeats": float(bool(passage.duplicate_of)),
    }
    table = passage.table
    if table is not None:
        standing = standing_of(table, passage.section)
        metrics = (get_metric(key) for key in query.intent.metrics)
        expected = {metric.statement for metric in metrics if metric is not None}
        found |= {
            "statement_asked": float(standing.statement in expected),
            "primary": float(standing.primary),
            "partial": float(standing.statement == "partial"),
            "summary": float(standing.statement == "summary"),
            "rows": math.log1p(len(table.rows)),
        }
    return found


def _heading(passage: Passage) -> str:
    table = passage.table
    return f"{passage.section} {table.caption if table else ''}"


def _labels(passage: Passage) -> str:
    table = passage.table
    return " ".join(row.label for row in table.rows) if table else ""
