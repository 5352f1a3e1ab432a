"""From a finished run's records to cases for a judge, and the judge's files beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from hirec.evaluation.judging import Case, Judgement, summarize_judgements
from hirec.evaluation.records import Record
from hirec.evaluation.rubric import Grade, summarize_grades
from hirec.json_files import write_json, write_lines
from hirec.types import Passage


class Pages(Protocol):
    """What can show the text of a filing's pages: an index."""

    def passages(self, filing_ids: Sequence[str], /) -> list[Passage]:
        """All passages of these filings."""
        ...


def cases_of(records: Sequence[Record], pages: Pages | None, numeric: bool) -> list[Case]:
    """A case for each answer that was given to an answerable question.

    Textual answers have no known result.

    Args:
        records: Of a finished run.
        pages: Adds the text of the gold pages; None: question and answers alone.
        numeric: Numeric answers come too, whose result is known: they measure the judge.

    """
    cases = []
    for record in records:
        if record.answer is None or record.gold_answer is None:
            continue
        known = {"right": True, "wrong": False}.get(record.outcome)
        if record.outcome == "answered" or (numeric and known is not None and _asked(record)):
            context = _gold_text(record, pages) if pages is not None else ""
            cases.append(
                Case(
                    record.id,
                    record.question,
                    record.gold_answer,
                    record.answer.text,
                    context,
                    known,
                )
            )
    return cases


def write_judgements(
    folder: Path, judgements: Sequence[Judgement], records: Sequence[Record], by: Mapping[str, str]
) -> dict[str, Any]:
    """Write ``judgements.jsonl`` and ``judge.json``; returns what the latter holds.

    ``textual_correct_of_all`` counts abstentions and marked answers to textual questions; an
    abstention is not correct.

    Args:
        folder: That of the run.
        judgements: One a case.
        records: All of the run; they say which textual questions were abstained from.
        by: Who judged: goes into ``judge.json`` as it is.

    """
    metrics: dict[str, Any] = {**by, **summarize_judgements(judgements)}
    abstained = sum(r.scores.get("textual_abstained", 0.0) for r in records)
    marked = [j for j in judgements if j.case.right is None and j.correct is not None]
    total = len(marked) + abstained
    correct = sum(bool(j.correct) for j in marked)
    metrics["textual_abstained"] = int(abstained)
    metrics["textual_correct_of_all"] = correct / total if total else None
    write_lines(folder / "judgements.jsonl", (asdict(judgement) for judgement in judgements))
    write_json(folder / "judge.json", metrics)
    return metrics


def write_grades(
    folder: Path, grades: Sequence[Grade], records: Sequence[Record], by: Mapping[str, str]
) -> dict[str, Any]:
    """Write ``grades.jsonl`` and ``rubric.json``; returns what the latter holds.

    Args:
        folder: That of the run.
        grades: One a case.
        records: All of the run; abstentions among them are counted.
        by: Who graded: goes into ``rubric.json`` as it is.

    """
    abstained = sum(r.scores.get("textual_abstained", 0.0) for r in records)
    metrics: dict[str, Any] = {**by, **summarize_grades(grades, int(abstained))}
    write_lines(folder / "grades.jsonl", (asdict(grade) for grade in grades))
    write_json(folder / "rubric.json", metrics)
    return metrics


def _asked(record: Record) -> bool:
    """True where something was said that could be right: no refusal of an unanswerable question."""
    return "numeric_right" in record.scores


def _gold_text(record: Record, pages: Pages) -> str:
    gold_pages = record.gold_pages
    filings = sorted({filing_id for filing_id, _ in gold_pages})
    shown = [p for p in pages.passages(filings) if (p.filing_id, p.page_number) in gold_pages]
    return "\n\n".join(passage.text for passage in shown)
