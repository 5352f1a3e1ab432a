"""Asking FinQA's questions over their pages: right, wrong and abstained."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from hirec.datasets.finqa import PageQuestion, is_same
from hirec.evaluation.given_page import GivenPage
from hirec.evaluation.origin import Origin, check_origin, write_metrics
from hirec.intervals import estimate
from hirec.json_files import write_lines
from hirec.types import Answer, Passage, Verdict

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class FinqaRecord:
    """One question asked."""

    id: str
    question: str
    gold: str
    gold_program: str
    outcome: str
    """``right``, ``wrong`` or ``abstained``."""
    verdict: str
    text: str
    reason: str
    program: str
    numeric: bool
    """False where gold is yes or no."""
    turn: int = 1
    """Of its conversation, from 1."""


def evaluate_finqa(
    questions: Sequence[PageQuestion],
    system: GivenPage,
    read_page: Callable[[PageQuestion], Sequence[Passage]],
    out: Path,
    progress: Progress | None = None,
    origin: Origin | None = None,
) -> dict[str, Any]:
    """Ask every question over its own page; writes ``records.jsonl`` and ``metrics.json``.

    Args:
        questions: Each with the page that it is asked over.
        system: Answers over the passages that it is given.
        read_page: Makes passages of a page.
        out: Folder to write to, made if missing.
        progress: Called with (questions asked, all questions).
        origin: Where the questions come from, for ``manifest.json``.

    Raises:
        RecordsError: ``out`` holds a run over other data.

    """
    check_origin(out, origin)
    out.mkdir(parents=True, exist_ok=True)
    records: list[FinqaRecord] = []
    for question in questions:
        page = read_page(question)
        answer = system.ask(question.question, page, question.identity, question.history)
        records.append(_record(question, answer))
        if progress:
            progress(len(records), len(questions))
    metrics = summarize_finqa(records)
    write_lines(out / "records.jsonl", (asdict(record) for record in records))
    write_metrics(out, metrics, origin)
    return metrics


def summarize_finqa(records: Sequence[FinqaRecord]) -> dict[str, Any]:
    """Shares of numeric questions that are right, wrong, abstained; of yes and no apart.

    Where there are conversations, those of first and of later turns besides.
    """
    numeric = [record for record in records if record.numeric]

    def share(outcome: str, of: Sequence[FinqaRecord]) -> dict[str, Any]:
        return estimate([float(record.outcome == outcome) for record in of]).to_json()

    def shares(of: Sequence[FinqaRecord]) -> dict[str, Any]:
        return {f"numeric_{name}": share(name, of) for name in ("right", "wrong", "abstained")}

    words = [record for record in records if not record.numeric]
    verified = [r for r in numeric if r.verdict == Verdict.VERIFIED]
    turns = {
        "first turns": [record for record in numeric if record.turn == 1],
        "later turns": [record for record in numeric if record.turn > 1],
    }
    return {
        "questions": len(records),
        "numeric": len(numeric),
        **shares(numeric),
        "verified": len(verified),
        "verified_wrong": [r.id for r in verified if r.outcome == "wrong"],
        "yes_no": len(words),
        "yes_no_right": share("right", words),
        **({name: shares(of) for name, of in turns.items()} if turns["later turns"] else {}),
    }


def _record(question: PageQuestion, answer: Answer) -> FinqaRecord:
    numeric = isinstance(question.gold, Decimal)
    return FinqaRecord(
        question.question_id,
        question.question,
        f"{question.gold} ({question.said})",
        question.program,
        _outcome(question, answer),
        answer.verdict.value,
        answer.text,
        answer.reason,
        answer.program.source if answer.program else "",
        numeric,
        1 + len(question.history),
    )


def _outcome(question: PageQuestion, answer: Answer) -> str:
    if answer.abstained or answer.program is None:
        return "abstained"
    gold = question.gold
    if isinstance(gold, str):
        return "right" if answer.text.lower().startswith(gold.lower()) else "wrong"
    right = answer.value is not None and is_same(answer.value, answer.unit, gold, question.said)
    return "right" if right else "wrong"
