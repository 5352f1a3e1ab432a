"""What a question over a given page leaves out: the page's own periods and rows stand for it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hirec.analysts.rule.plans.programs import COMPARING
from hirec.analysts.rule.questions.vocabulary import Page
from hirec.grounding.returns import named_in
from hirec.lexicon import content_words, words_in
from hirec.types import (
    COUNT_OPERATIONS,
    Aggregated,
    Arithmetic,
    Constant,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    Passage,
    Period,
    PeriodRef,
)
from hirec.understanding import about_page

_TOTAL = frozenset({"total", "combined", "sum"})
_AVERAGE = "average "
_WHOLE = re.compile(
    r"^(?P<part>.+?)\s+(?:among|out of|over|in|of|to)\s+(?:the\s+)?(?P<whole>(?:all|total)\b.+)$",
    re.IGNORECASE,
)
"""``audit fees in total fees``: a part and its whole in one name."""
_EVERY = frozenset(
    {Operation.AVERAGE, Operation.SUM, Operation.LARGEST, Operation.SMALLEST}
    | {Operation.MAXIMUM, Operation.MINIMUM, Operation.SERIES}
    | COUNT_OPERATIONS
)
"""Operations over all of the page's years."""


@dataclass(frozen=True, slots=True)
class Completed:
    """A question with what its page adds, and what was so assumed."""

    parsed: ParsedQuestion
    assumption: str = ""

    def also(self, parsed: ParsedQuestion, assumption: str) -> "Completed":
        """The question read otherwise, with one assumption more."""
        return Completed(parsed, f"{self.assumption} {assumption}".strip())


def completed(parsed: ParsedQuestion, passages: Sequence[Passage]) -> Completed:
    """The question over the page: what it leaves open is as the page has it.

    A change is that from the first year to the last, an average is over all; a figure that is
    looked up keeps its period open.
    """
    page = Page.of(passages)
    found = Completed(replace(parsed, companies=()))
    for read, assumption in _READINGS:
        changed = read(found.parsed, page)
        if changed is not None:
            found = found.also(changed, assumption)
    return _dated(found, page)


def _dated(found: Completed, page: Page) -> Completed:
    parsed, years = found.parsed, page.years
    if parsed.latest and len(years) >= parsed.years > 1:
        return _with(found, years[-parsed.years :], f"are the last {parsed.years} years")
    dated = parsed.periods or any(figure.period for figure in parsed.figures)
    if dated or len(years) < 2 or len(parsed.measures) != 1:
        return found
    if parsed.operation in COMPARING:  # over the first and the last of the years
        return _with(found, (years[0], years[-1]), "are the first and the last year")
    if parsed.operation in _EVERY:
        return _with(found, years[-parsed.years or 0 :], "is every year")
    return found


def _with(found: Completed, years: Sequence[int], taken: str) -> Completed:
    periods = tuple(map(year_ref, years))
    why = f"The question names no period; taken {taken} of the page."
    return found.also(replace(found.parsed, periods=periods, latest=False), why)


def year_ref(year: int) -> PeriodRef:
    """A year of the page as a period that is asked for."""
    return PeriodRef(Period(year), str(year))


def _of_returns(parsed: ParsedQuestion, page: Page) -> ParsedQuestion | None:
    """What an investment earned, where the page follows 100 dollars over years.

    Not where it is divided by a number, which is no way to say what was earned.
    """
    if any(_by_number(measure) for measure in parsed.measures):
        return None
    named = [(at, one.name) for one, at in named_in(parsed.core, page.investments)]
    read = about_page(parsed.core, named) if page.investments else None
    return read and replace(read, text=parsed.text, wanted=parsed.wanted)


def _by_number(measure: Measure) -> bool:
    return isinstance(measure, Arithmetic) and isinstance(measure.right, Constant)


def _of_total(parsed: ParsedQuestion, page: Page) -> ParsedQuestion | None:
    """A percentage of a part "in the total": the whole is named with the part."""
    del page
    figure = parsed.measures[0] if len(parsed.measures) == 1 else None
    if not isinstance(figure, Figure) or not parsed.wanted.percent:
        return None
    if parsed.operation is not Operation.VALUE or not (both := _WHOLE.match(figure.words)):
        return None
    share = Arithmetic("%", Figure(both["part"]), Figure(both["whole"]))
    return replace(parsed, measures=(share,))


def _summed(parsed: ParsedQuestion, page: Page) -> ParsedQuestion | None:
    """A total of several years as their sum."""
    del page
    several = parsed.operation is Operation.SERIES and len(parsed.periods) > 1
    counted = parsed.operation is Operation.VALUE and parsed.years > 1 and not parsed.periods
    if not (several or counted) or parsed.wanted.percent or not _summable(parsed.core):
        return None
    return replace(parsed, operation=Operation.SUM)


def _summable(core: str) -> bool:
    return bool(_TOTAL & words_in(core)) and "respective" not in core.lower()


def _averaged(parsed: ParsedQuestion, page: Page) -> ParsedQuestion | None:
    """An average that no row states: over the years, of a year with the year before."""
    if page.says(content_words(_AVERAGE)):
        return None
    figure = parsed.measures[0] if len(parsed.measures) == 1 else None
    if isinstance(figure, Figure) and parsed.operation is Operation.VALUE and not parsed.periods:
        if not _is_average(figure):
            return None
        return replace(parsed, operation=Operation.AVERAGE, measures=(_unaveraged(figure),))
    asked = [ref.period.fiscal_year for ref in parsed.periods]
    if not all(year and min(page.years, default=year) < year for year in asked):
        return None  # there is no year before
    measures = tuple(_mean(measure, parsed) for measure in parsed.measures)
    return replace(parsed, measures=measures) if measures != parsed.measures else None


def _mean(measure: Measure, parsed: ParsedQuestion) -> Measure:
    dated = parsed.periods or (isinstance(measure, Figure) and measure.period)
    if not isinstance(measure, Figure) or not dated or not _is_average(measure):
        return measure
    return Aggregated("average", _unaveraged(measure))


def _is_average(figure: Figure) -> bool:
    return figure.words.lower().startswith(_AVERAGE)


def _unaveraged(figure: Figure) -> Figure:
    return replace(figure, words=figure.words[len(_AVERAGE) :])


_READINGS: tuple[tuple[Callable[[ParsedQuestion, Page], ParsedQuestion | None], str], ...] = (
    (_of_returns, "The return is read from what 100 dollars became."),
    (_of_total, "The percentage is taken as the part's in the total."),
    (_summed, "The total is taken as the sum of the years."),
    (_averaged, "The average is computed, with the year before where one year is named."),
)
"""How the page completes a question, and what is told of it."""
