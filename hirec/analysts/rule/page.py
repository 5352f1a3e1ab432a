"""What a question over a given page leaves out: the page's own periods stand for it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hirec.types import Figure, Operation, ParsedQuestion, Passage, Period, PeriodRef, Table

YEAR = re.compile(r"(?<![\d.$])(?<!\d\d\d,)(?:19|20)\d{2}(?!\d|,\d|\.\d)")
"""A year as text prints it."""
_TOTAL = re.compile(r"\b(?:total|combined|sum)\b", re.IGNORECASE)
_ENDS = frozenset(
    {Operation.DIFFERENCE, Operation.GROWTH, Operation.CAGR, Operation.ROSE, Operation.FELL}
    | {Operation.CHANGED, Operation.DIRECTION}
)
"""Operations over the first and the last of the page's years."""
_EVERY = frozenset(
    {Operation.AVERAGE, Operation.SUM, Operation.LARGEST, Operation.SMALLEST}
    | {Operation.MAXIMUM, Operation.MINIMUM, Operation.SERIES}
)
"""Operations over all of them."""


@dataclass(frozen=True, slots=True)
class Completed:
    """A question with the periods of its page, and what was so assumed."""

    parsed: ParsedQuestion
    assumption: str = ""


def years_in(text: str) -> tuple[int, ...]:
    """Years printed in a text, each once."""
    return tuple(dict.fromkeys(int(match[0]) for match in YEAR.finditer(text)))


def years_of(passages: Sequence[Passage]) -> tuple[int, ...]:
    """Years that the page's tables report on, from the earliest."""
    tables = [table for passage in passages if (table := passage.table) is not None]
    return tuple(sorted({year for table in tables for year in _years(table)}))


def completed(parsed: ParsedQuestion, passages: Sequence[Passage]) -> Completed:
    """The question over the page: the operation decides which of its years are meant.

    A change is that from the first to the last, an average is over all. A figure that is looked up
    keeps its period open, and a single year is held against the one that the page has before it.
    """
    years = years_of(passages)
    parsed = replace(parsed, companies=())
    dated = parsed.periods or any(figure.period for figure in parsed.figures)
    if parsed.latest and len(years) >= parsed.years > 1:
        return _with(parsed, years[-parsed.years :], f"the last {parsed.years} years")
    if parsed.operation is Operation.SERIES and _totalled(parsed):
        why = "“total” over several periods is taken for their sum."
        return Completed(replace(parsed, operation=Operation.SUM), why)
    if dated or len(years) < 2 or len(parsed.measures) != 1:
        return Completed(parsed)
    if parsed.operation is Operation.VALUE and (whole := _over_all(parsed, passages)):
        return _with(whole, years[-parsed.years or 0 :], "every year")
    if parsed.operation in _ENDS:
        return _with(parsed, (years[0], years[-1]), "the first and the last year")
    if parsed.operation in _EVERY:
        return _with(parsed, years, "every year")
    return Completed(parsed)


def _totalled(parsed: ParsedQuestion) -> bool:
    return not parsed.wanted.percent and _TOTAL.search(parsed.core) is not None


def _over_all(parsed: ParsedQuestion, passages: Sequence[Passage]) -> ParsedQuestion | None:
    """An average that no row is called, or a total of so many years, as one over the years."""
    if parsed.years > 1 and _totalled(parsed):
        return replace(parsed, operation=Operation.SUM)
    figure = parsed.measures[0]
    if not isinstance(figure, Figure) or not figure.words.lower().startswith("average "):
        return None
    if any("average" in passage.text.lower() for passage in passages if passage.table):
        return None
    named = replace(figure, words=figure.words[len("average ") :])
    return replace(parsed, operation=Operation.AVERAGE, measures=(named,))


def _with(parsed: ParsedQuestion, years: Sequence[int], taken: str) -> Completed:
    refs = tuple(PeriodRef(Period(year), str(year)) for year in years)
    why = f"The question names no period; taken is {taken} of the page."
    return Completed(replace(parsed, periods=refs, latest=False), why)


def _years(table: Table) -> tuple[int, ...]:
    """Years of the columns, else of the rows."""
    found = {
        year
        for column in table.columns
        for year in (
            years_in(column.label)
            or ((column.period.fiscal_year,) if column.period and column.period.fiscal_year else ())
        )
    }
    return tuple(found or {year for row in table.rows for year in years_in(row.label)})
