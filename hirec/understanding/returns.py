"""Questions of what an investment in a stock or an index earned: total shareholder return.

Annual reports draw it as a graph of what 100 dollars became. An investment is named by its company
or its index; from when to when is said, or is what the graph shows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.lexicon import Kind
from hirec.numbers import find_numbers
from hirec.periods import find_dates, find_period_spans, years_earlier
from hirec.periods.asked import COUNTS
from hirec.types import (
    Arithmetic,
    CompanyRef,
    Constant,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    Period,
    PeriodRef,
    Scope,
)
from hirec.understanding.normalize import tokenize

FIRST, LAST = "first", "last"
"""The day on which the graph begins or ends, where the question says none."""

_RETURN = re.compile(
    r"\byears? (?:cumulative |total )*returns?\b"
    r"|\b(?:total|cumulative|(?:share|stock)holders?(?:['’]s?)?|stock|share|investor(?:['’]?s)?)"
    r"\s+returns?\b|\breturns? (?:on|of|from|for) (?:an? |the )?(?:investments?|[\w\s'’&.]*?"
    r"\b(?:stock|shares|index))\b|\broi\b|\brate of return of an? investment\b"
    r"|\b(?:stock|share)(?: price)? performance\b|\bperformance graph\b|\btsr\b"
    r"|\$\s?[\d.,]+(?:\s?(?:thousand|million|[km]))?\s+(?:\w+\s+){0,3}invest(?:ed|ment)\b"
    r"|\b(?:put|invest(?:ed|ing|s)?)\s+\$\s?[\d.,]+",
    re.IGNORECASE,
)
_INDEX = re.compile(
    r"\b(?:s\s?&\s?p|nasdaq|dow(?: jones)?|russell|msci|kbw|nyse|peer group)\b"
    r"(?:['’]s|\s+(?!(?:over|from|in|for|during|between|by|since|to|and|or|at|with|on|as|of the|if"
    r"|stock|grow|growth|return|returns|than|versus|vs|was|is|were|are|did|has)\b)[\w&'’.-]+)*",
    re.IGNORECASE,
)
_BEATS = re.compile(r"\b(?:out-?\s?(?:per|pre)forms?(?:ed)?|beat(?:s|en)?)\b", re.IGNORECASE)
_TRAILS = re.compile(r"\b(?:under-?perform(?:s|ed)?|trail(?:s|ed)?|lag(?:s|ged)?)\b", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?:difference|minus|versus|vs|compared?|relative to|by how (?:much|many)|gap|spread"
    r"|how much (?:more|better|worse|higher|lower))\b",
    re.IGNORECASE,
)
_MORE = frozenset({"greater", "higher", "better", "larger", "more", "above"})
_MORE |= {"exceed", "exceeds", "exceeded", "exceeding"}
_LESS = frozenset({"less", "lower", "worse", "smaller", "below"})
_BEST = frozenset({"best", "most", "highest"})
_ASKS_IF = frozenset({"did", "was", "is", "has", "have", "were", "does", "do"})
_WHOLE = frozenset({"cumulative", "since"})
_YEARLY = re.compile(
    r"\b(?:annuali[sz]ed|cagr|compound\w*|per year|a year|yearly)\b", re.IGNORECASE
)
_WORTH = re.compile(r"\b(?:worth|value|price|become|became|grown? to)\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"%|\bpercent|\b(?:growth|grew|grow|rate|roi|tsr)\b|\breturn"
    r"|\b(?:out|under)?-?perform(?:s|ed|ance)?\b(?! (?:value|price)s?\b)",
    re.IGNORECASE,
)
_LESS_START = re.compile(
    r"\b(?:less|minus|subtract\w*|net of)\s+(?:(?:an?|the|assumed|initial|original)\s+)*"
    r"(?:\$\s?)?100\b",
    re.IGNORECASE,
)
"""``less an initial $100 investment``: what was gained on 100, in dollars."""
_CHANGE = re.compile(r"\b(?:change|growth|grew|grow|increase|decrease|rise|fall|return)", re.I)
_OTHER = re.compile(
    r"\breturns? on (?:\w+ )?(?:assets?|equity|(?:invested )?capital|sales|tangible|plan|revenue)\b"
    r"|\bplan assets\b|\bdividends? (?:paid|declared)\b|\b(?:tax|product|sales) returns?\b"
    r"|\breturn swaps?\b|\breturn of capital\b|\bpension|\brevenue|\bincome\b|\bearnings\b",
    re.IGNORECASE,
)
_YEARS = re.compile(rf"\b(?P<n>{'|'.join(COUNTS)}|\d\d?)[\s-]+years?\b", re.IGNORECASE)
_INVESTED = re.compile(
    r"\$\s?[\d.,]+(?:\s?(?:thousand|million|[km]))?(?=\s+(?:\w+\s+){0,3}invest)"
    r"|(?<=invest )\$\s?[\d.,]+|(?<=invested )\$\s?[\d.,]+|(?<=put )\$\s?[\d.,]+",
    re.IGNORECASE,
)
_HUNDRED = Decimal(100)
_PAIR = 2


@dataclass(frozen=True, slots=True)
class _Side:
    """An investment as named: a company's own stock, or by words."""

    at: int
    company: CompanyRef | None = None
    words: str = ""


def asks_return(core: str, scope: Scope) -> ParsedQuestion | None:
    """What a question of the kind asks for; None for any other question."""
    names = {company.said.lower() for company in scope.companies}  # Dow Inc. is no Dow Jones
    indices = [
        one
        for one in _indices(core)
        if not names & {word.removesuffix("'s") for word in one.words.lower().split()}
    ]
    moves = indices and (_joined(core) or _CHANGE.search(core))
    if _OTHER.search(core) or not (moves or _RETURN.search(core)):
        return None
    own = [
        _Side(at, company)
        for company in scope.companies
        if (at := core.lower().find(company.said.lower())) >= 0
    ]
    if not scope.companies:
        return None
    if own and indices and not _joined(core):
        own = []  # the index in this company's graph
    return read_return(core, sorted((*own, *indices), key=lambda side: side.at), scope.companies)


def about_page(core: str, named: Sequence[tuple[int, str]]) -> ParsedQuestion | None:
    """The same of a given page that follows these investments, with where each is named."""
    about = named and (_CHANGE.search(core) or _joined(core) or _WORTH.search(core))
    if not (about or _RETURN.search(core)):
        return None
    sides = [_Side(at, words=name) for at, name in named]
    sides += [one for one in _indices(core) if all(side.at != one.at for side in sides)]
    return read_return(core, sorted(sides, key=lambda side: side.at), ())


def _indices(core: str) -> list[_Side]:
    return [
        _Side(found.start(), words=re.sub(r"['’]s$", "", found[0].strip()))
        for found in _INDEX.finditer(core)
    ]


def read_return(
    core: str, sides: Sequence[_Side], companies: tuple[CompanyRef, ...]
) -> ParsedQuestion | None:
    """The figures and what is done with them; None where that is not plain.

    Args:
        core: The asking clause.
        sides: Investments by where they are named; none: those of the companies.
        companies: Named in the question.

    """
    if not sides:
        sides = [_Side(0, company) for company in companies] or [_Side(0)]
    if len(sides) > _PAIR or ("average" in _words(core) and not _YEARLY.search(core)):
        return None
    whose = companies if len(companies) == 1 else ()
    days = _days(core)
    read = _one(core, sides[0], days) if len(sides) == 1 else _both(core, sides, days)
    if read is None:
        return None
    operation, measures = read
    periods = tuple(day for day in days if isinstance(day, PeriodRef))
    return ParsedQuestion(
        core,
        operation,
        measures,
        whose,
        periods if operation is Operation.CAGR else (),
        core=core,
        figure_asked=True,
    )


Days = tuple[PeriodRef | str, PeriodRef | str]
"""From when to when: a period asked for, or :data:`FIRST`, :data:`LAST`."""


def _days(core: str) -> Days:
    periods = _periods(core)
    counted = _YEARS.search(core)
    years = (COUNTS.get(counted["n"].lower()) or int(counted["n"])) if counted else 0
    if len(periods) > 1:
        return periods[0], periods[-1]
    if not periods:
        return (f"{years} {FIRST}" if years else FIRST), LAST
    if years:
        return years_earlier(periods[-1], years), periods[-1]
    if not _WHOLE.isdisjoint(_words(core)):
        return FIRST, periods[-1]
    return years_earlier(periods[-1]), periods[-1]


def _periods(core: str) -> tuple[PeriodRef, ...]:
    """Those said, of several in one phrase the last; where none is, the days said."""
    said = {span.refs[-1].period: span.refs[-1] for span in find_period_spans(core)}
    days = (PeriodRef(Period(end=day), day.isoformat()) for day in find_dates(core))
    return tuple(said.values()) or tuple(days)


def _one(core: str, side: _Side, days: Days) -> tuple[Operation, tuple[Measure, ...]] | None:
    first, last = (_worth(side, day) for day in days)
    invested = _amount(core)
    if _YEARLY.search(core):
        said = first.period and last.period
        return (Operation.CAGR, (replace(last, period=None),)) if said else None
    if _LESS_START.search(core):
        return Operation.VALUE, (Arithmetic("-", last, Constant(_HUNDRED)),)
    if invested is None and not _RELATIVE.search(core):
        if _CHANGE.search(core) or len(_periods(core)) > 1:
            return Operation.VALUE, (Arithmetic("-", last, first),)
        if _WORTH.search(core):
            return Operation.VALUE, (last,)
    if invested is None:
        return Operation.VALUE, (_grown(first, last),)
    if _WORTH.search(core):
        if first.qualifiers == (FIRST,) or len(_periods(core)) == 1:
            hundredths = Arithmetic("*", last, Constant(invested))
            return Operation.VALUE, (Arithmetic("/", hundredths, Constant(_HUNDRED)),)
        return Operation.VALUE, (Arithmetic("*", Arithmetic("/", last, first), Constant(invested)),)
    if invested == _HUNDRED:
        return Operation.VALUE, (_grown(first, last),)
    gain = Arithmetic("/", Arithmetic("-", last, first), first)
    return Operation.VALUE, (Arithmetic("*", gain, Constant(invested)),)


def _both(
    core: str, sides: Sequence[_Side], days: Days
) -> tuple[Operation, tuple[Measure, ...]] | None:
    one, other = ((_worth(side, days[0]), _worth(side, days[1])) for side in sides)
    grown = _grown(*one), _grown(*other)
    said = _words(core)
    first = said[0] if said else ""
    more = bool(_BEATS.search(core)) or not _MORE.isdisjoint(said)
    if first == "which":
        best = more or not _BEST.isdisjoint(said)
        return Operation.LARGEST if best else Operation.SMALLEST, grown
    if "ratio" in said:
        return Operation.VALUE, (Arithmetic("/", one[1], other[1]),)
    if _BESIDE.search(core) and first not in _ASKS_IF:
        behind = bool(_TRAILS.search(core))
        return Operation.DIFFERENCE, (grown[1], grown[0]) if behind else grown
    if more:
        return Operation.ABOVE, grown
    if _TRAILS.search(core) or not _LESS.isdisjoint(said):
        return Operation.BELOW, grown
    return Operation.SEVERAL, grown


def _joined(core: str) -> bool:
    """Whether two investments are held against each other."""
    holds = any(words.search(core) for words in (_BEATS, _TRAILS, _BESIDE))
    return holds or not (_MORE | _LESS | {"ratio"}).isdisjoint(_words(core))


def _words(core: str) -> tuple[str, ...]:
    return tuple(token.lower for token in tokenize(core) if token.text[0].isalpha())


def _grown(first: Figure, last: Figure) -> Measure:
    return Arithmetic("%", Arithmetic("-", last, first), first)


def _worth(side: _Side, day: PeriodRef | str) -> Figure:
    period = day if isinstance(day, PeriodRef) else None
    when = () if isinstance(day, PeriodRef) else (day,)
    name = side.words or (side.company.name if side.company else "the company's stock")
    return Figure(
        f"value of $100 in {name}",
        part=side.words,
        kind=Kind.INVESTMENT,
        company=side.company,
        period=period,
        qualifiers=when,
    )


def _amount(core: str) -> Decimal | None:
    said = _INVESTED.search(core)
    numbers = find_numbers(said[0]) if said else ()
    if not numbers:
        return None
    amount = numbers[0].value.scaleb(numbers[0].scale)
    return Decimal(int(amount)) if amount == int(amount) else amount
