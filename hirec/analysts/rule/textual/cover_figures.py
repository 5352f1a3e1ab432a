"""Figures that a cover states in a sentence of its own: shares outstanding, their market value."""

import re
from collections.abc import Iterator
from decimal import Decimal

from hirec.numbers import NumberSpan, find_numbers
from hirec.periods.dates import find_date_spans

Span = tuple[int, int, str, str]
"""Start and end in the text, as shown, key."""

_REACH = 260
"""Characters behind the word that a cover's counts of shares stand in, class after class."""
_LEAST_SHARES = 1_000
"""A par value or the number of a class is no count of shares."""
_SENTENCE = re.compile(r"(?<=[a-z\d)]{2})[.:;]\)?\s+(?=[A-Z])|\n(?=[A-Z\d]|\n|[^\n]*\|)")
"""Where a sentence ends, but not a name's initials, or a line begins with one."""
_OUTSTANDING = re.compile(r"\boutstanding\b", re.IGNORECASE)
_OF_OTHERS = re.compile(
    r"\b(?:affiliates?|excluded|officers?|beneficial\w*|market value|incorporated by reference)\b",
    re.IGNORECASE,
)
"""What such a sentence says where it is about who holds the shares, or what they are worth."""
_CLASS = re.compile(r"\b(?:Class|Series) [A-Z]\b")


def share_counts(window: str, offset: int) -> Iterator[Span]:
    """All counts of shares outstanding of a cover as one value, by class, with their day."""
    for begin, end in _about_shares(window):
        said = window[begin:end]
        counts = [number for number in find_numbers(said) if _is_count(number, said)]
        if not counts:
            continue
        days = [span.day for span in find_date_spans(said)]
        when = f" as of {days[0]:%B} {days[0].day}, {days[0].year}" if days else ""
        named = _by_class(said, counts)
        shown = "; ".join(
            f"{_printed(number, said)} shares{f' of {name}' if name else ''}"
            for number, name in named
        )
        at = offset + begin
        key = "/".join(str(number.value.normalize()) for number, _ in named)
        yield (at + counts[0].start, at + counts[-1].end, shown + when, key)
        return


def market_values(window: str, offset: int) -> Iterator[Span]:
    """The amounts behind the words "market value" as one value, by class where classes are told."""
    amounts = [number for number in find_numbers(window) if _is_amount(number)]
    money = [number for number in amounts if number.unit == "USD"]
    if not money:
        return
    end = _OUTSTANDING.search(window, money[0].end)
    said = window[: end.start()] if end else window
    amounts = [number for number in amounts if number.end <= len(said)]
    of_class = _by_class(said, [number for number in amounts if number.start >= money[0].start])
    named = of_class if len(of_class) > 1 else [(money[0], "")]
    shown = "; ".join(
        f"{'' if '$' in number.text else '$'}{number.text.strip()}{f' of {name}' if name else ''}"
        for number, name in named
    )
    key = "/".join(str(number.value.normalize()) for number, _ in named)
    yield (offset + money[0].start, offset + named[-1][0].end, " ".join(shown.split()), key)


def _about_shares(text: str) -> Iterator[tuple[int, int]]:
    """Stretches from the sentence that says "outstanding" to where another subject begins."""
    bounds = [0, *(match.end() for match in _SENTENCE.finditer(text)), len(text)]
    for match in _OUTSTANDING.finditer(text):
        begin = max(bound for bound in bounds if bound <= match.start())
        own = min(bound for bound in bounds if bound >= match.end())
        if _OF_OTHERS.search(text[begin:own]):
            continue
        end = min(len(text), max(own, match.end() + _REACH))
        turn = _OF_OTHERS.search(text, match.end(), end)
        yield begin, turn.start() if turn else end


def _is_count(number: NumberSpan, said: str) -> bool:
    behind = said[number.end : number.end + 2]
    plain = number.unit in ("", "shares") and "%" not in behind
    return plain and abs(number.value) * Decimal(10) ** number.scale >= _LEAST_SHARES


def _is_amount(number: NumberSpan) -> bool:
    """Whether it is too large for a price; the second row of a table goes without its sign."""
    least = _LEAST_SHARES if number.unit == "USD" else _LEAST_SHARES**2
    return number.unit in ("USD", "") and (number.scale > 0 or abs(number.value) >= least)


def _by_class(said: str, counts: list[NumberSpan]) -> list[tuple[NumberSpan, str]]:
    """Each count with the class named beside it; of several the total is left out."""
    first = _CLASS.search(said)
    behind = first is not None and first.start() > counts[0].start
    edges = [0, *(number.end for number in counts)] if not behind else []
    edges = edges or [*(number.start for number in counts), len(said)]
    named = []
    for at, number in enumerate(counts):
        found = _CLASS.findall(said, edges[at], edges[at + 1])
        named.append((number, (found[0] if behind else found[-1]) if found else ""))
    of_class = [one for one in named if one[1]]
    return of_class if len(of_class) > 1 else named[:1]


def _printed(number: NumberSpan, said: str) -> str:
    return re.sub(r"\s*shares$", "", " ".join(said[number.start : number.end].split()))
