"""Asking FinQA's questions over their pages: right, wrong and abstained.

A number is right where it equals the gold program's result, or the answer as written, rounded to
the digits that this prints. A percentage and its fraction are the same number; so are values that
differ by a power of a thousand, since neither question nor gold names a unit.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from hirec.evaluation.bootstrap import estimate
from hirec.evaluation.files import write_json, write_lines
from hirec.evaluation.finqa.pages import PageQuestion
from hirec.evaluation.given_page import GivenPage
from hirec.types import Answer, Passage, Verdict

_NUMBER = re.compile(r"-?\s?\$?\s?-?(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+)")
_CLOSE = Decimal("0.0005")
"""Relative distance from the gold program's result that rounding explains."""
_THOUSANDS = (0, 3, 6, 9)
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


def evaluate_finqa(
    questions: Sequence[PageQuestion],
    system: GivenPage,
    read_page: Callable[[PageQuestion], Sequence[Passage]],
    out: Path,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Ask every question over its own page; writes ``records.jsonl`` and ``metrics.json``."""
    out.mkdir(parents=True, exist_ok=True)
    records: list[FinqaRecord] = []
    for question in questions:
        answer = system.ask(question.question, read_page(question), question.identity)
        records.append(_record(question, answer))
        if progress:
            progress(len(records), len(questions))
    metrics = summarize_finqa(records)
    write_lines(out / "records.jsonl", (asdict(record) for record in records))
    write_json(out / "metrics.json", metrics)
    return metrics


def summarize_finqa(records: Sequence[FinqaRecord]) -> dict[str, Any]:
    """Shares of numeric questions that are right, wrong, abstained; of yes and no apart."""
    numeric = [record for record in records if record.numeric]

    def share(outcome: str, of: Sequence[FinqaRecord]) -> dict[str, Any]:
        return estimate([float(record.outcome == outcome) for record in of]).to_json()

    words = [record for record in records if not record.numeric]
    verified = [r for r in numeric if r.verdict == Verdict.VERIFIED]
    return {
        "questions": len(records),
        "numeric": len(numeric),
        "numeric_right": share("right", numeric),
        "numeric_wrong": share("wrong", numeric),
        "numeric_abstained": share("abstained", numeric),
        "verified": len(verified),
        "verified_wrong": [r.id for r in verified if r.outcome == "wrong"],
        "yes_no": len(words),
        "yes_no_right": share("right", words),
    }


def is_same(value: Decimal, unit: str, gold: Decimal, said: str) -> bool:
    """Whether an answer is the gold number; see the module's docstring."""
    readings = [value]
    if unit in ("%", "percentage points"):
        readings.append(value.scaleb(-2))
    elif unit in ("", "ratio"):
        readings.append(value.scaleb(2))
    else:
        readings = [value.scaleb(-power) for power in _THOUSANDS]
    wanted = [(gold, abs(gold) * _CLOSE)]
    if (written := _written(said)) is not None:
        wanted.append(written)
    return any(abs(reading - number) <= slack for reading in readings for number, slack in wanted)


def _written(said: str) -> tuple[Decimal, Decimal] | None:
    """The number of an answer as written, and half of its last digit; percent as percent."""
    matches = list(_NUMBER.finditer(said))
    if len(matches) != 1:
        return None
    digits = matches[0]["digits"].replace(",", "")
    try:
        number = Decimal(digits)
    except InvalidOperation:
        return None
    step = Decimal(1).scaleb(-len(digits.partition(".")[2])) / 2
    return (-number if "-" in matches[0][0] else number), step


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
    )


def _outcome(question: PageQuestion, answer: Answer) -> str:
    if answer.abstained or answer.program is None:
        return "abstained"
    gold = question.gold
    if isinstance(gold, str):
        return "right" if answer.text.lower().startswith(gold.lower()) else "wrong"
    right = answer.value is not None and is_same(answer.value, answer.unit, gold, question.said)
    return "right" if right else "wrong"
