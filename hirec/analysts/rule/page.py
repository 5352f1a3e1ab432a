"""What a question over a given page leaves out: the page's own periods and rows stand for it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.lexicon import content_words
from hirec.types import (
    Arithmetic,
    Figure,
    Operation,
    ParsedQuestion,
    Passage,
    Period,
    PeriodRef,
    Table,
)

YEAR = re.compile(r"(?<![\d.$])(?<!\d\d\d,)(?:19|20)\d{2}(?!\d|,\d|\.\d)")
"""A year as text prints it."""
_SHORT = re.compile(r"\bFY?'?(?P<two>\d\d)\b")
_TOTAL = re.compile(r"\b(?:total|combined|sum)\b", re.IGNORECASE)
_AVERAGE = "average "
_MOVES = re.compile(r"\b(?:change|increase|decrease|difference|growth)\b", re.IGNORECASE)
_WHOLE = re.compile(
    r"^(?P<part>.+?)\s+(?:among|out of|over|in|of|to)\s+(?:the\s+)?(?P<whole>(?:all|total)\b.+)$",
    re.IGNORECASE,
)
"""``audit fees in total fees``: a part and its whole in one name."""
_RETURN = re.compile(
    r"\b(?:returns?|roi|investments?|invested|performance|cumulative|total|(?:share|stock)holders?"
    r"|percentage|rate|annual|years?|period|ended|ending|if|made|sold|was)\b|\b\d+\b",
    re.IGNORECASE,
)
"""What is said of every return: the rest names whose it is."""
_ABOUT_RETURNS = re.compile(r"\b(?:(?:total|cumulative|rate of)?\s*returns?|roi)\b", re.IGNORECASE)
_INVESTED = Decimal(100)
"""What an investment starts from in a graph of total returns."""
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


@dataclass(frozen=True, slots=True)
class _Page:
    """The tables of a page."""

    tables: tuple[Table, ...]

    @property
    def years(self) -> tuple[int, ...]:
        """Years that they report on, from the earliest."""
        return tuple(sorted({year for table in self.tables for year in _years(table)}))

    def says(self, words: frozenset[str]) -> bool:
        """Whether a row or a column is called so."""
        return any(words <= content_words(label) for label in self._labels())

    @property
    def of_returns(self) -> bool:
        """Whether it shows what became of 100 dollars invested, as graphs of total return do."""
        for table in self.tables:
            starts = [row.cells[0] for row in table.rows if row.cells and row.cells[0]]
            ends = [
                cell
                for row in table.rows[:1]
                for cell in row.cells
                if cell is not None and cell.value is not None
            ]
            for line in (starts, ends):
                if len(line) > 1 and all(cell.value == _INVESTED for cell in line):
                    return True
        return False

    def _labels(self) -> list[str]:
        rows = [f"{row.section} {row.label}" for table in self.tables for row in table.rows]
        return rows + [column.label for table in self.tables for column in table.columns]


def years_in(text: str) -> tuple[int, ...]:
    """Years printed in a text, each once: 2019, FY19."""
    found = [int(match[0]) for match in YEAR.finditer(text)]
    found += [2000 + int(match["two"]) for match in _SHORT.finditer(text)]
    return tuple(dict.fromkeys(found))


def completed(parsed: ParsedQuestion, passages: Sequence[Passage]) -> Completed:
    """The question over the page: what it leaves open is as the page has it.

    A change is that from the first year to the last, an average is over all; a figure that is
    looked up keeps its period open.
    """
    page = _Page(tuple(table for passage in passages if (table := passage.table) is not None))
    parsed = replace(parsed, companies=())
    for reading in (_of_returns, _one_name, _of_total, _summed, _averaged):
        parsed = reading(parsed, page)
    return _dated(parsed, page)


_Reading = Callable[[ParsedQuestion, _Page], ParsedQuestion]


def _dated(parsed: ParsedQuestion, page: _Page) -> Completed:
    years = page.years
    if parsed.latest and len(years) >= parsed.years > 1:
        return _with(parsed, years[-parsed.years :], f"are the last {parsed.years} years")
    dated = parsed.periods or any(figure.period for figure in parsed.figures)
    if dated or len(years) < 2 or len(parsed.measures) != 1:
        return Completed(parsed)
    if parsed.operation in _ENDS:
        return _with(parsed, (years[0], years[-1]), "are the first and the last year")
    if parsed.operation in _EVERY:
        return _with(parsed, years[-parsed.years or 0 :], "is every year")
    return Completed(parsed)


def _with(parsed: ParsedQuestion, years: Sequence[int], taken: str) -> Completed:
    refs = tuple(PeriodRef(Period(year), str(year)) for year in years)
    why = f"The question names no period; taken {taken} of the page."
    return Completed(replace(parsed, periods=refs, latest=False), why)


def _of_returns(parsed: ParsedQuestion, page: _Page) -> ParsedQuestion:
    """A return on an investment as its growth, where the page follows 100 dollars over years."""
    asked = _ABOUT_RETURNS.search(parsed.core)
    measures = [m for m in parsed.measures if isinstance(m, Figure)]
    if not asked or len(measures) != 1 or not page.of_returns or len(page.years) < 2:
        return parsed
    last = parsed.periods[-1:] or (PeriodRef(Period(page.years[-1]), ""),)
    first = parsed.periods[:1] if len(parsed.periods) > 1 else ()
    first = first or (PeriodRef(Period(page.years[0]), ""),)
    words = _RETURN.sub(" ", measures[0].words)
    if not content_words(words):
        words = _RETURN.sub(" ", parsed.core)
    named = replace(measures[0], words=" ".join(words.split()), concept="", part="", kind="")
    periods = (*first, *last)
    return replace(
        parsed, operation=Operation.GROWTH, measures=(named,), periods=periods, unplaced=()
    )


def _one_name(parsed: ParsedQuestion, page: _Page) -> ParsedQuestion:
    """Two names that one row bears together: "amortization and depreciation"."""
    figures = [m for m in parsed.measures if isinstance(m, Figure)]
    if parsed.operation is not Operation.SEVERAL or len(figures) != 2:
        return parsed
    words = f"{figures[0].words} and {figures[1].words}"
    if not page.says(content_words(words)):
        return parsed
    operation = Operation.SERIES if len(parsed.periods) > 1 else Operation.VALUE
    if _MOVES.search(parsed.core):
        operation = Operation.GROWTH if parsed.wanted.percent else Operation.DIFFERENCE
    joined = replace(figures[0], words=words, concept="", part="")
    return replace(parsed, operation=operation, measures=(joined,))


def _of_total(parsed: ParsedQuestion, page: _Page) -> ParsedQuestion:
    """A percentage of a part "in the total": the whole is named with the part."""
    del page
    figure = parsed.measures[0] if len(parsed.measures) == 1 else None
    if not isinstance(figure, Figure) or not parsed.wanted.percent:
        return parsed
    if parsed.operation is not Operation.VALUE or not (both := _WHOLE.match(figure.words)):
        return parsed
    share = Arithmetic("%", Figure(both["part"]), Figure(both["whole"]))
    return replace(parsed, measures=(share,))


def _summed(parsed: ParsedQuestion, page: _Page) -> ParsedQuestion:
    """A total of several years as their sum."""
    del page
    several = parsed.operation is Operation.SERIES and len(parsed.periods) > 1
    counted = parsed.operation is Operation.VALUE and parsed.years > 1 and not parsed.periods
    if not (several or counted) or parsed.wanted.percent or not _summable(parsed.core):
        return parsed
    return replace(parsed, operation=Operation.SUM)


def _summable(core: str) -> bool:
    return bool(_TOTAL.search(core)) and "respective" not in core.lower()


def _averaged(parsed: ParsedQuestion, page: _Page) -> ParsedQuestion:
    """An average that no row states: over the years, of one year with the year before."""
    figure = parsed.measures[0] if len(parsed.measures) == 1 else None
    if not isinstance(figure, Figure) or not figure.words.lower().startswith(_AVERAGE):
        return parsed
    if parsed.operation is not Operation.VALUE or page.says(content_words(_AVERAGE)):
        return parsed
    periods = parsed.periods
    if len(periods) == 1 and (year := periods[0].period.fiscal_year):
        before = max((one for one in page.years if one < year), default=None)
        if before is None:
            return parsed
        periods = (PeriodRef(Period(before), str(before)), *periods)
    named = replace(figure, words=figure.words[len(_AVERAGE) :])
    return replace(parsed, operation=Operation.AVERAGE, measures=(named,), periods=periods)


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
