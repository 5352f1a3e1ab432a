"""Slices of a question set: by company, form, period, answer type and kind of evidence."""

from collections.abc import Iterable, Sequence

from hirec.datasets.gold import Gold, resolve
from hirec.datasets.questions import Question
from hirec.datasets.sampling import stratified
from hirec.evaluation.losses import SourceIndex
from hirec.evaluation.numeric import gold_number
from hirec.types import PassageKind, QuestionError

SLICES = ("company", "form", "period", "answer", "evidence")
"""What a set is cut by, beside the ``type`` that its file states."""
UNKNOWN, SEVERAL = "unknown", "several"


def slices_of(question: Question, index: SourceIndex) -> dict[str, str]:
    """Where a question belongs in each of :data:`SLICES`; ``several`` where its gold does.

    The period is the fiscal year of the gold filings.
    """
    gold = resolve(question, index)
    filings = [index.filings[item.filing_id] for item in gold.items if item.filing_id]
    return {
        "company": _sole(index.companies.name(filing.company_key) for filing in filings),
        "form": _sole(filing.identity.form.value for filing in filings),
        "period": _sole(str(filing.identity.fiscal_year or UNKNOWN) for filing in filings),
        "answer": answer_type(question),
        "evidence": question.evidence_kind or _kind_of_pages(gold, index),
    }


def answer_type(question: Question) -> str:
    """``number``, ``yes or no``, ``text`` or ``unanswerable``."""
    if not question.answerable or question.answer is None:
        return "unanswerable"
    if gold_number(question) is not None:
        return "number"
    words = question.answer.lower().split()
    return "yes or no" if words and words[0].strip(".,;:") in ("yes", "no") else "text"


def sample(
    questions: Sequence[Question], index: SourceIndex, size: int, seed: int, by: Sequence[str]
) -> list[Question]:
    """Draw a sample that is stratified by ``type`` and :data:`SLICES`, the first named first.

    Args:
        questions: All are returned where there are no more than ``size``.
        index: Holds the gold filings, whose company, form and period are strata.
        size: How many to draw.
        seed: The same seed draws the same questions.
        by: Names of strata.

    Raises:
        QuestionError: a name in ``by`` is no slice.

    """
    known = ("type", *SLICES)
    for name in by:
        if name not in known:
            raise QuestionError(f"Unknown stratum '{name}': choose of {', '.join(known)}.")
    cut = [{"type": question.type} | slices_of(question, index) for question in questions]
    strata = ["\t".join(slices[name] for name in by) for slices in cut]
    return stratified(questions, strata, size, seed)


def _sole(values: Iterable[str]) -> str:
    distinct = set(values)
    if len(distinct) > 1:
        return SEVERAL
    return distinct.pop() if distinct else UNKNOWN


def _kind_of_pages(gold: Gold, index: SourceIndex) -> str:
    """Whether gold pages hold tables, where the question file does not say what the answer needs.

    A page of an annual report mostly holds both, and then nothing says where the answer stands.
    """
    filings = tuple(dict.fromkeys(item.filing_id for item in gold.items if item.filing_id))
    kinds = {
        passage.kind
        for passage in index.passages(filings)
        if (passage.filing_id, passage.page_number) in gold.pages
    }
    if not kinds:
        return UNKNOWN
    if len(kinds) > 1:
        return "pages with tables and text"
    return "pages of tables" if PassageKind.TABLE in kinds else "pages of text"
