"""Answers in words: each sentence names its lines, and says nothing that they do not hold."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from hirec.analysts.llm.rendering import CELLS, Fact, Line
from hirec.analysts.llm.replies import ExplainReply, JudgedReply
from hirec.analysts.protocol import Statement
from hirec.numbers import find_numbers
from hirec.prompts import from_data
from hirec.ranking.lexical import tokenize
from hirec.types import CannotAnswer, CompanyRef, Query, Relation
from hirec.understanding import parse_of

_AUXILIARIES = {
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "does",
    "do",
    "did",
    "can",
    "will",
}
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w&’'-]+")
"""A capitalised word inside a sentence, where a capital means a name."""


_LEAST_SHARED = 0.6
"""Of the words that a sentence adds to the question, the share that stands in its lines; of all its
words, where it only says the question again."""
JUDGED = "A model judged this; read the lines that it points at."


def choices(query: Query) -> tuple[str, ...]:
    """What an answer has to choose among; empty where the question leaves it open."""
    parsed = parse_of(query)
    first = query.core.split(maxsplit=1)[:1]
    if query.intent.relation is Relation.YES_NO or {w.lower() for w in first} & _AUXILIARIES:
        return ("Yes", "No")
    named = {
        "company": [company.name for company in query.scope.companies],
        "year": [ref.period.label() for ref in query.scope.periods],
        "quarter": [ref.period.label() for ref in query.scope.periods],
    }.get(parsed.choose, [])
    return tuple(dict.fromkeys(named)) if len(named) > 1 else ()


def write_statement(
    reply: ExplainReply, query: Query, lines: Mapping[str, Line | Fact]
) -> Statement:
    """The answer of a reply; raises CannotAnswer where it says nothing that its lines hold.

    Args:
        reply: Sentences, each with the ids of its lines.
        query: What is asked.
        lines: Id → line of a passage, or figure computed before.

    """
    pointing = (
        (" ".join(from_data(sentence.text).split()), [lines[at] for at in sentence.lines])
        for sentence in reply.answer
    )
    said = [(text, *_held(text, pointed, lines, query)) for text, pointed in pointing if text]
    if not said or not reply.stated:
        raise CannotAnswer(f"Not found in the filings: {query.text}", (query.text,))
    verdict = f"{reply.verdict}. " if isinstance(reply, JudgedReply) else ""
    held = [(text, behind) for text, behind, doubt in said if not doubt]
    if not held:
        places = tuple(
            dict.fromkeys(at for _, behind, _ in said for line in behind for at in line.citations)
        )
        raise CannotAnswer(
            f"Not found in the filings: {query.text} {said[0][2]}", (query.text,), places
        )
    pointed = dict.fromkeys(line for _, behind in held for line in behind)
    doubt = ""
    if isinstance(reply, JudgedReply) or parse_of(query).judgement:
        doubt = JUDGED
    elif all(isinstance(line, Line) and line.row is not None for line in pointed):
        doubt = "Only rows of tables say so: read them."
    return Statement(
        verdict + " ".join(text for text, _ in held),
        tuple(dict.fromkeys(place for line in pointed for place in line.citations)),
        doubt,
    )


def _held(
    text: str,
    pointed: Sequence[Line | Fact],
    lines: Mapping[str, Line | Fact],
    query: Query,
) -> tuple[Sequence[Line | Fact], str]:
    """The lines that hold a sentence, and the doubt where none do.

    They are those it points at, else the one shown that is most like it.

    A small model copies one line and names the number of another.
    """
    doubt = _doubt(text, pointed, query)
    if not doubt:
        return pointed, ""
    shown = list(lines.values())
    words, *printed = map(set, tokenize([text, *(f"{ln.heading} {ln.text}" for ln in shown)]))
    nearest = max(zip(shown, printed, strict=True), key=lambda line: len(words & line[1]))[0]
    for behind in ([nearest], [*pointed, nearest]):
        if not _doubt(text, behind, query):
            return behind, ""
    return pointed, doubt


def _doubt(text: str, behind: Sequence[Line | Fact], query: Query) -> str:
    """Why a sentence does not count: it is none, or its lines and the question do not hold it."""
    if CELLS in text:
        return f"“{text}” is a row of a table."
    headings = " ".join(line.heading for line in behind)
    printed = " ".join(line.text for line in behind)
    held = set(_values(f"{query.text} {headings} {printed}"))
    for value in _values(text):
        if value not in held:
            return f"The answer says {value:f}, which the lines it points at do not hold."
    known = f"{query.text} {headings} {printed}".casefold()
    for name in _NAME.findall(text):
        if name.casefold() not in known:
            return f"The answer says {name}, which the lines it points at do not hold."
    of_others = [c for c in query.scope.companies[1:] and query.scope.companies if _says(c, text)]
    if any(c.name.casefold() not in headings.casefold() for c in of_others):
        return f"“{text}” speaks of a company whose filing its lines are not from."
    if strange := {char for char in text.casefold() if _is_foreign(char)} - set(known):
        return f"The answer has letters that its lines do not have: {''.join(sorted(strange))}."
    words, held_words, asked = (
        set(tokens) for tokens in tokenize([text, f"{headings} {printed}", query.text])
    )
    new = words - asked or words
    if len(new & held_words) < _LEAST_SHARED * len(new):
        return f"“{text}” says more than the lines it points at."
    return ""


def _says(company: CompanyRef, text: str) -> bool:
    return any(name.casefold() in text.casefold() for name in (company.said, company.name) if name)


def _is_foreign(char: str) -> bool:
    """A letter beyond ASCII: a small model may end an English sentence in another script."""
    return char.isalpha() and not char.isascii()


def _values(text: str) -> Iterator[Decimal]:
    for span in find_numbers(text):
        yield abs(span.value).scaleb(span.scale).normalize()
