"""Pages with people's questions and the numbers that answer them: FinQA, ConvFinQA, TAT-QA."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from hirec.datasets.convfinqa import load_convfinqa, stands_alone
from hirec.datasets.finqa import PageQuestion, load_finqa
from hirec.datasets.tatqa import ContextQuestion, load_tatqa
from hirec.numbers import parse_number
from hirec.types import Form, Identity, Passage
from indexing.contexts import read_context, read_page

_NUMBER = re.compile(r"(?<![\w#.])-?\$?(\d[\d,]*(?:\.\d+)?|\.\d+)%?(?![\w])")
_CONSTANT = re.compile(r"const_\w+")


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
    return _over_pages("finqa", load_finqa(path))


def read_convfinqa(path: Path) -> Iterator[Asked]:
    """Questions of ConvFinQA that stand alone and are answered by a number."""
    turns = load_convfinqa(path)
    return _over_pages("convfinqa", (turn for turn in turns if stands_alone(turn.question)))


def read_tatqa(path: Path) -> Iterator[Asked]:
    """TAT-QA's questions that are answered by a number."""
    for context in load_tatqa(path):
        uid = context.context_id
        passages = tuple(read_context(uid, context.table, context.paragraphs))
        for question in context.questions:
            found = _tatqa_numbers(question)
            if found is not None:
                numbers, gold = found
                yield Asked(
                    "tatqa",
                    uid,
                    question.question_id,
                    question.question,
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


def _over_pages(source: str, entries: Iterable[PageQuestion]) -> Iterator[Asked]:
    for entry in entries:
        if isinstance(entry.gold, Decimal):
            passages = read_page(
                entry.question_id, entry.table, entry.paragraphs, entry.identity, entry.caption
            )
            yield Asked(
                source,
                entry.identity.company,
                entry.question_id,
                entry.question,
                numbers_in(_CONSTANT.sub(" ", entry.program)),
                entry.gold,
                entry.said,
                tuple(passages),
                entry.identity,
            )


def _tatqa_numbers(question: ContextQuestion) -> tuple[tuple[Decimal, ...], Decimal] | None:
    if len(question.answers) != 1:
        return None
    (answer,) = question.answers
    if question.answer_type == "arithmetic":
        gold = parse_number(answer)
        return None if gold is None else (numbers_in(question.derivation), gold)
    if question.answer_type == "span":
        numbers = numbers_in(answer)
        if len(numbers) == 1 and len(answer) < len(str(numbers[0])) + 14:
            return numbers, numbers[0]
    return None
