"""Pages with people's questions and the numbers that answer them: FinQA, ConvFinQA, TAT-QA."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from hirec.datasets.finqa import load_finqa
from hirec.types import Form, Identity, Passage
from indexing.contexts import read_context, read_page

_NUMBER = re.compile(r"(?<![\w#.])-?\$?(\d[\d,]*(?:\.\d+)?|\.\d+)%?(?![\w])")
_FILING = re.compile(r"(?:Single|Double)_(?P<ticker>[A-Z.]+)/(?P<year>(?:19|20)\d\d)/")
_SAID_TWICE = re.compile(r"\s*\(\s*[^()]*\)\s*$")
"""ConvFinQA's tables repeat a negative number or a percentage in brackets: ``-3 ( 3 )``."""
_CONSTANT = re.compile(r"const_\w+")
_ELLIPTIC = re.compile(
    r"\b(?:it|that|this|those|these|they|then)\b|^(?:and|for|in) ", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question over one page, the numbers that it takes, and what they come to."""

    source: str
    """``finqa``, ``convfinqa`` or ``tatqa``."""
    company: str
    """The ticker, or the page's own id where nobody says whose it is."""
    question_id: str
    question: str
    numbers: tuple[Decimal, ...]
    """As printed, without sign."""
    gold: Decimal
    """The answer, as printed numbers give it."""
    said: str
    """The answer as its annotator wrote it."""
    passages: tuple[Passage, ...]
    identity: Identity


def read_finqa(path: Path) -> Iterator[Asked]:
    """FinQA's questions; those answered by yes or no are left out."""
    for entry in load_finqa(path):
        if isinstance(entry.gold, Decimal):
            passages = read_page(entry.question_id, entry.table, entry.paragraphs, entry.identity)
            yield Asked(
                "finqa",
                entry.identity.company,
                entry.question_id,
                entry.question,
                numbers_in(_CONSTANT.sub(" ", entry.program)),
                entry.gold,
                entry.said,
                tuple(passages),
                entry.identity,
            )


def read_convfinqa(path: Path) -> Iterator[Asked]:
    """Those questions of ConvFinQA's conversations that stand alone."""
    for entry in json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal):
        named: Any = _FILING.match(entry["id"])
        if named is None:
            continue
        identity = Identity(named["ticker"], Form.ANNUAL, int(named["year"]))
        passages = tuple(
            read_page(entry["id"], _grid(entry["table"]), entry["text"].split(" . "), identity)
        )
        for at, (question, program) in enumerate(
            zip(entry["questions"], entry["programs"], strict=True)
        ):
            gold = _run(program)
            if gold is not None and not _ELLIPTIC.search(question):
                yield Asked(
                    "convfinqa",
                    named["ticker"],
                    f"{entry['id']}#{at}",
                    question,
                    numbers_in(program),
                    gold,
                    str(gold),
                    passages,
                    identity,
                )


def read_tatqa(path: Path) -> Iterator[Asked]:
    """TAT-QA's questions that are answered by a number."""
    for context in json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal):
        uid = context["table"]["uid"]
        paragraphs = [p["text"] for p in sorted(context["paragraphs"], key=lambda p: p["order"])]
        passages = tuple(read_context(uid, context["table"]["table"], paragraphs))
        for question in context["questions"]:
            found = _tatqa_numbers(question)
            if found is not None:
                numbers, gold = found
                yield Asked(
                    "tatqa",
                    uid,
                    question["uid"],
                    question["question"],
                    numbers,
                    gold,
                    str(gold),
                    passages,
                    Identity("", Form.OTHER),
                )


def numbers_in(text: str) -> tuple[Decimal, ...]:
    """Numbers of a program or derivation, each once, without sign."""
    found = (Decimal(match.replace(",", "")) for match in _NUMBER.findall(text))
    return tuple(dict.fromkeys(found))


def _tatqa_numbers(question: dict[str, Any]) -> tuple[tuple[Decimal, ...], Decimal] | None:
    answer = question["answer"]
    if question["answer_type"] == "arithmetic" and not isinstance(answer, list):
        return numbers_in(question["derivation"]), Decimal(str(answer))
    if question["answer_type"] == "span" and len(answer) == 1:
        numbers = numbers_in(answer[0])
        if len(numbers) == 1 and len(answer[0]) < len(str(numbers[0])) + 14:
            return numbers, numbers[0]
    return None


def _grid(text: str) -> list[list[str]]:
    rows = []
    for line in text.strip().split("\n"):
        cells = [cell.strip() for cell in line.split("|")]
        tidy = [_SAID_TWICE.sub("", cell) if _is_amount(cell) else cell for cell in cells[1:]]
        rows.append(["" if cells[0] == "-" else cells[0], *tidy])
    return rows


def _is_amount(cell: str) -> bool:
    return re.match(r"[$\s-]*[\d.,]+%?\s*\(", cell) is not None


def _run(program: str) -> Decimal | None:
    """The result of ``x0 = 5 - 3; ans = x0 / 3``; None where a step is no plain arithmetic."""
    known: dict[str, Decimal] = {}
    for step in program.split(";"):
        name, _, formula = step.partition("=")
        parts = formula.split()
        value = _step(parts, known)
        if value is None:
            return None
        known[name.strip()] = value
    return known.get("ans")


def _step(parts: Sequence[str], known: dict[str, Decimal]) -> Decimal | None:
    def term(text: str) -> Decimal | None:
        if text in known:
            return known[text]
        found = re.fullmatch(r"(-?[\d.]+)%?", text)
        return Decimal(found[1]) if found and found[1].strip(".-") else None

    if len(parts) == 1:
        return term(parts[0])
    if len(parts) != 3:
        return None
    one, other = term(parts[0]), term(parts[2])
    if one is None or other is None or (parts[1] == "/" and not other):
        return None
    match parts[1]:
        case "+":
            return one + other
        case "-":
            return one - other
        case "*":
            return one * other
        case "/":
            return one / other
    return None
