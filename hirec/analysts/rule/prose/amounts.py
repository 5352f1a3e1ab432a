"""Which amounts of a sentence are of the period asked: lists of amounts and of periods in step.

"Expenses were $584 million, $556 million and $521 million in 2008, 2007 and 2006, respectively"
states three figures, one a year; so does "$10 million in 2023 and $9 million in 2022".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hirec.numbers import NumberSpan, lists_of
from hirec.periods import (
    closes_quarter,
    find_dates,
    find_period_spans,
    fiscal_quarter_of,
    fiscal_year_of,
    matches,
    with_length,
)
from hirec.types import Filing, Form, Period, PeriodRef

_LIST_GAP = 14
"""Most characters between the amounts of one list: "$80 million in 2023, $83 million and"."""
_BOTH = re.compile(r"(?:fiscal |FY)?\d{4}(?:,| and|, and) (?:fiscal )?")
"""Between the beginnings of two years that are named together."""
_LAST_QUARTER = 4
"""It closes on the day on which its year does."""
_MONTHS = 12
_EVENTS = (Form.CURRENT, Form.PROXY, Form.OTHER)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a sentence."""

    number: NumberSpan
    lead: int
    """Where the list of amounts that it belongs to begins."""


def amounts_of(
    asked: PeriodRef | None,
    sentence: str,
    numbers: Sequence[NumberSpan],
    filing: Filing,
    *,
    forward: bool,
) -> list[Amount]:
    """The numbers that the sentence states of the period asked.

    A sentence that names no period speaks of the filing's own. Where it names several, each
    number has to have its own; one whose period cannot be told is left out.

    Args:
        asked: Period; None: any.
        sentence: As printed.
        numbers: Those of it that may be meant, in their order.
        filing: That of the sentence.
        forward: Whether what is planned or expected is asked for.

    """
    own = filing.identity.period
    said = [
        (span.start, with_length(ref, sentence[: span.start]))
        for span in find_period_spans(sentence)
        for ref in span.refs
    ]
    runs = lists_of(numbers, _listed)
    every = [Amount(number, run[0].start) for run in runs for number in run]
    if filing.identity.form in _EVENTS and not forward:
        days = {*find_dates(sentence)} | ({own.end} if own.end else set())
        fits = asked is None or asked.period.end in days or matches(asked, own) > 0.0
        return every if fits else []
    if not said:
        fits = asked is None or (not forward and matches(asked, own) == 1.0)
        return every if fits else []
    if len(said) == 1:
        return every if _fits(asked, said[0][1], filing) else []
    pairs = _paired(runs, said, sentence)
    return [a for a, refs in pairs if any(_fits(asked, ref, filing) for ref in refs)]


def _paired(
    runs: Sequence[Sequence[NumberSpan]], said: Sequence[tuple[int, PeriodRef]], sentence: str
) -> list[tuple[Amount, list[PeriodRef]]]:
    """Each number with its period: of lists as long as each other one for one, else its next.

    The periods ahead of all are those of every list where "respectively" says so.
    A number alone before several, "21% in 2023 and 2022", is that of each; so is the last of
    several, "$4 million in 2023 and $3 million in both 2022 and 2021".
    """
    found: list[tuple[Amount, list[PeriodRef]]] = []
    ahead = [ref for place, ref in said if runs and place < runs[0][0].start]
    shared = ahead if "respectively" in sentence else []
    for at, run in enumerate(runs):
        begins = runs[at - 1][-1].end if at else 0
        ends = runs[at + 1][0].start if at + 1 < len(runs) else 10**9
        before = [ref for place, ref in said if begins <= place < run[0].start]
        behind = [ref for place, ref in said if run[-1].end <= place < ends]
        inside = any(run[0].end <= place < run[-1].start for place, _ in said)
        stops = [number.start for number in run[1:]] + [ends]
        for index, (number, stop) in enumerate(zip(run, stops, strict=True)):
            places = [place for place, _ in said if number.end <= place < stop]
            own = [ref for place, ref in said if number.end <= place < stop]
            listed = all(_BOTH.fullmatch(sentence[a:b]) for a, b in pairwise(places))
            if len(run) > 1 and len(behind) == len(run) and not inside:
                refs = [behind[index]]
            elif own and listed and (len(own) == 1 or len(run) == 1 or inside):
                refs = own
            elif not own and len(before) == len(run):
                refs = [before[index]]
            elif len(shared) == len(run) > 1 and not own:
                refs = [shared[index]]
            else:
                refs = []
            found.append((Amount(number, run[0].start), refs))
    return found


def _listed(one: NumberSpan, other: NumberSpan) -> bool:
    """Whether two amounts follow one another as in a list."""
    return other.start - one.end <= _LIST_GAP


def _fits(asked: PeriodRef | None, said: PeriodRef, filing: Filing) -> bool:
    """Whether both periods are the same, or the filing's own closes with both."""
    own = filing.identity.period
    if asked is None:
        return matches(said, own) == 1.0
    wanted, stated = asked.period, said.period
    if len({stated.months, wanted.months} - {None, 0}) > 1:
        return False  # nine months that close with a quarter
    if stated.end is not None and wanted.end is not None:
        return stated.end == wanted.end
    if stated.end is not None or wanted.end is not None:
        if matches(asked, own) == 1.0 and matches(said, own) == 1.0:
            return True
        return _closes_with(wanted, stated, filing) or _closes_with(stated, wanted, filing)
    closes = 0 in (wanted.months, stated.months)
    last = _LAST_QUARTER if closes else None
    return (stated.fiscal_year, stated.fiscal_quarter or last) == (
        wanted.fiscal_year,
        wanted.fiscal_quarter or last,
    )


def _closes_with(named: Period, dated: Period, filing: Filing) -> bool:
    """Whether a year or a quarter by its number is the one that closes on a day."""
    if dated.end is None or named.end is not None or named.fiscal_year is None:
        return False
    if not closes_quarter(dated.end, filing.identity):
        return False
    year = fiscal_year_of(dated.end, filing.identity)
    quarter = fiscal_quarter_of(dated.end, filing.identity)
    whole = dated.months in (None, 0, _MONTHS) or named.fiscal_quarter is not None
    return whole and (year, quarter) == (named.fiscal_year, named.fiscal_quarter or _LAST_QUARTER)
