"""Questions with judged passages, from a question file with gold pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hirec.datasets.gold import resolve
from hirec.datasets.pages import PageKey
from hirec.datasets.questions import Question
from hirec.evaluation.ranking.ranker import Pool
from hirec.index import Index


class PoolScope(StrEnum):
    """Among what the passages are ranked."""

    FILING = "filing"
    """The gold filings alone, as in FinCards: which filing is meant is known."""
    COLLECTION = "collection"
    """All filings of the index."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question, the passages that may be ranked for it, and which of them are relevant."""

    question_id: str
    question: str
    judgements: Mapping[str, int]
    """passage_id → grade above 0."""
    pool: Pool
    pages: tuple[PageKey, ...] = ()
    """Gold pages, where that is what the judgements come from."""
    any_page: bool = False
    """True where any one of the gold pages is enough."""


@dataclass(frozen=True, slots=True)
class JudgedQuestions:
    """The questions of a file that can be measured, and those that cannot."""

    questions: tuple[JudgedQuestion, ...]
    left_out: Mapping[str, tuple[str, ...]]
    """Reason → question_ids."""


def judge_by_pages(
    questions: Sequence[Question], index: Index, within: PoolScope
) -> JudgedQuestions:
    """Take every passage of a gold page for relevant, all to the same grade.

    Where any one page is enough (``any_evidence``) each of them is relevant all the same; only
    page recall makes a difference there. Left out are questions that must be refused, name no
    page, or have gold that the index lacks.

    Args:
        questions: With their gold pages.
        index: Holds the pages.
        within: Whether the pool is the gold filings or the whole index.

    """
    kept: list[JudgedQuestion] = []
    left_out: dict[str, list[str]] = {}
    for question in questions:
        gold = resolve(question, index)
        filings = tuple(dict.fromkeys(item.filing_id for item in gold.items if item.filing_id))
        relevant = [
            passage.passage_id
            for passage in index.passages(filings)
            if (passage.filing_id, passage.page_number) in gold.pages
        ]
        if reason := _reason(question, bool(gold.pages), gold.missing, relevant):
            left_out.setdefault(reason, []).append(question.question_id)
            continue
        pool = Pool(index, filings if within is PoolScope.FILING else None)
        judged = JudgedQuestion(
            question.question_id,
            question.question,
            dict.fromkeys(relevant, 1),
            pool,
            tuple(sorted(gold.pages)),
            gold.any_one,
        )
        kept.append(judged)
    return JudgedQuestions(tuple(kept), {why: tuple(ids) for why, ids in left_out.items()})


def _reason(question: Question, paged: bool, missing: Sequence[str], found: Sequence[str]) -> str:
    """Why a question cannot be measured; empty where it can."""
    if not question.answerable:
        return "must be refused"
    if not paged:
        return "no gold page"
    if missing:
        return "gold filing not in the index"
    return "" if found else "no passage on a gold page"
