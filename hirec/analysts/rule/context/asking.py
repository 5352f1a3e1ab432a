"""What a question over one table wants done, with which words and years."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from hirec.analysts.rule.context.view import years_of
from hirec.numbers import scale_of


class Deed(StrEnum):
    """What is to be done with the cells found."""

    LOOKUP = "lookup"
    LIST = "list"
    CHANGE = "change"
    PERCENT_CHANGE = "percent change"
    AVERAGE = "average"
    SUM = "sum"
    RATIO = "ratio"
    SHARE = "share"
    COUNT = "count"
    WITHIN = "within"
    """Which years lie above or below a bound."""
    LARGEST = "largest"
    SMALLEST = "smallest"
    YEARS = "years"
    """Which years the table reports on."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question taken apart."""

    deed: Deed
    parts: tuple[str, ...]
    """Words of each figure where the question names several, else the whole question once."""
    years: tuple[int, ...]
    """In the order said; a range gives each year between."""
    bound: Decimal = Decimal(0)
    """The number that a count compares with, as printed."""
    bound_scale: int | None = None
    """Power of ten of the bound where the question says it; else it is printed as the table is."""
    above: bool = True
    by_year: bool = False
    """A choice or count among years, not among rows."""
    distance: bool = False
    """A difference "between" two years: it has no direction that all would agree on."""
    downward: bool = False
    """It is asked by how much a figure fell."""


_PERCENT = re.compile(r"percent\w*|%|\bgrowth rate\b|\brate of (?:change|increase|growth)\b", re.I)
_CHANGE = re.compile(
    r"\bchang\w*|\bincreas\w*|\bdecreas\w*|\bdifferen\w*|\bgrowth\b|\bgrew\b|\bdecline\w*|\bmore\b"
    r"|\breduction\b|\bfall\b|\bdrop\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"^\W*(?:why|how (?:did|is|are|was|were|does|do|has)\b)|\bwhat (?:caused|drove|led|contributed|"
    r"resulted|explains)|\b(?:reasons?|due to|driven|attribut\w+|primarily)\b",
    re.IGNORECASE,
)
_AVERAGE = re.compile(r"(?<!weighted )(?<!weighted-)\b(?:average|mean)\b", re.IGNORECASE)
_AVERAGE_OF = re.compile(
    r"^\W*(?:for [^,]+, )?(?:what|how much|calculate|compute)\s*(?:is|was|are|were)?\s+(?:the\s+)?"
    r"(?:company's\s+)?(?:\w+\s+){0,2}?(?:average|mean)\b",
    re.IGNORECASE,
)
_SUM = re.compile(r"\btotal\b|\bsum\b|\bcombined\b|\baltogether\b|\btogether\b", re.IGNORECASE)
_SUM_SAID = re.compile(r"\bsum\b|\bcombined\b|\baltogether\b", re.IGNORECASE)
_RATIO = re.compile(
    r"\bratio of (?P<a>.+?) (?:to|and|over|against|divided by) (?P<b>.+)$", re.IGNORECASE
)
_PART = r"(?:percent\w*|proportion|%)"
_SHARE = (
    re.compile(
        r"(?:what|how much)\s+(?:is|was|are|were)\s+(?:the\s+)?(?P<a>.+?)\s+(?:expressed\s+)?"
        r"as (?:a |the )?(?:percent\w*|proportion|share|%)\s+(?:of|over|to|in)\s+(?P<b>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_PART}\s+(?:constitution\s+|of constitution\s+)?(?:of\s+)(?P<a>.+?)\s+"
        r"(?:among|over|against|in|to|out of|of|based on|from)\s+(?:the\s+)?"
        r"(?P<b>(?:total|overall|net|company's total|all)\b.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_PART}\s+(?:of\s+)(?:the\s+)?(?P<a>.+?)\s+(?:over|against|among|out of)\s+(?P<b>.+)$",
        re.IGNORECASE,
    ),
)
_WHAT_SHARE = re.compile(
    rf"what {_PART} of (?:the\s+)?(?P<b>.+?)\s+"
    r"(?:does|did|is|was|are|were|came from|comes from|do)\s+(?P<a>.+)$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\bbetween (?:the\s+)?(?P<a>.+?) and (?:the\s+)?(?P<b>.+?)"
    r"(?=\s+(?:in|for|as of|at|during)\s+|\?|$)",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"\b(?:of|for|in)\s+(?:the\s+)?(?:both\s+)?(?P<a>[^,]+?) and (?:the\s+)?(?P<b>.+)$", re.I
)
_BOUND = (
    r".*?\b(?P<how>exceed\w*|more than|above|over|greater than|higher than|larger than|at least|"
    r"below|less than|under|lower than|smaller than)\s+\$?\s*(?P<bound>\d[\d,]*(?:\.\d+)?)"
    r"(?:\s+(?P<scale>thousands?|millions?|billions?)\b)?"
)
_COUNT = re.compile(rf"^\W*(?:[^,?]+, )?how many\b{_BOUND}", re.IGNORECASE)
_BOUNDED = re.compile(
    rf"^\W*(?:in |for )?(?:which|what) (?:\w+ )?(?:years?|periods?)\b{_BOUND}", re.I
)
_BELOW = re.compile(r"below|less|under|lower", re.IGNORECASE)
_CHOICE = re.compile(r"\bwhich\b|\bwhat (?:year|fiscal year|quarter)\b", re.IGNORECASE)
_MOST = re.compile(r"\b(?:highest|largest|most|greatest|biggest|higher|larger|greater)\b", re.I)
_LEAST = re.compile(r"\b(?:lowest|smallest|least|fewest|lower|smaller|less)\b", re.IGNORECASE)
_YEAR_CHOICE = re.compile(
    r"\b(?:which|what) (?:\w+\s+){0,2}?(?:year|period|FY|quarter)s?\b"
    r"|\bhow many (?:of the )?years\b",
    re.I,
)
_RANGE = re.compile(
    r"\b(?:from|between)?\s*(?:\w+\s)?(?P<a>(?:19|20)\d\d)\s*(?:-|–|to|through|and)\s*"
    r"(?:\w+\s)?(?P<b>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_PLAIN_SHARE = re.compile(
    rf"{_PART}\s+(?:constitution\s+|of constitution\s+)?of\s+(?:the\s+)?(?P<a>.+)\s+in\s+"
    r"(?P<b>(?!(?:fiscal\s+|FY|F)?\d).+)$",
    re.IGNORECASE,
)
_TWO_YEAR_AVERAGE = re.compile(r"\b(?:(?:19|20)\d\d|F(?:Y)?\d\d) average\b", re.IGNORECASE)
"""The average of a year and the one before it."""
_EVERY_YEAR = re.compile(
    r"\b(?:which|what)\s+(?:\w+\s+)?(?:years|periods)\b.*\b(?:calculated|recorded|reported|presented|"
    r"listed|disclosed|shown|measured)\b(?:\s+for)?$",
    re.IGNORECASE,
)
_DESCRIPTION = re.compile(
    r"\b(?:represents?|compris\w*|consists?|made up of|mean|defined|components?|refer(?:s|red)? to|"
    r"financial items|what (?:are|were) the (?:\w+\s+){0,2}?"
    r"(?:types|kinds|countries|segments|items|categories|methods|assumptions))\b"
    r"|^\W*what (?:types|kinds)\b",
    re.IGNORECASE,
)
"""Asks for words, though a row may bear the name."""
_WORDS = re.compile(
    r"^\W*(?:where|who|whose|when (?:do|does|did|is|are|was|were))\b|\bwhat (?:do|does|did)\b"
    r"|\b(?:includes?|included in|relates? to|related to|results? (?:in|from))\W*$",
    re.IGNORECASE,
)
"""Asks for a place, a person, a time or a reason."""
_COMPUTED = re.compile(
    rf"{_PERCENT.pattern}|{_CHANGE.pattern}|\baverage\b|\btotal\b|\bhow (?:much|many)\b|\bratio\b",
    re.I,
)
_WHICH_YEARS = re.compile(
    r"\b(?:which|what)\s+(?:\w+\s+)?(?:years|periods)\b.*\b(?:table|provided?|information|present\w*|"
    r"disclosed?|compar\w*|include\w*|shown|reported|cover\w*|data)\b",
    re.IGNORECASE,
)
_NET_CHANGE = re.compile(
    r"\b(?:net|nominal|total|overall) (?=change|differ|increase|decrease)", re.I
)
_DISTANCE = re.compile(r"\bdifference\b", re.IGNORECASE)
_FELL_BY = re.compile(
    r"\bhow much did\b.*\b(?:decreased?|decline|fall|drop|reduce)\b(?!\))"
    r"|\bwhat (?:is|was) the (?:decrease|decline|fall|drop|reduction)\b(?!\s*/)",
    re.IGNORECASE,
)
_RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)


def take_apart(question: str) -> Asked | None:
    """The deed of a question; None where it asks for reasons or descriptions."""
    text = " ".join(question.split()).rstrip("? .")
    years = years_of(text)
    if (_DESCRIPTION.search(text) or _WORDS.search(text)) and not _COMPUTED.search(text):
        return None
    if (count := _COUNT.search(text) or _BOUNDED.search(text)) is not None:
        by_year = _YEAR_CHOICE.search(text) is not None
        above = not _BELOW.search(count["how"])
        subject = text[: count.start("how")]
        deed = Deed.COUNT if _COUNT.search(text) else Deed.WITHIN
        bound = Decimal(count["bound"].replace(",", ""))
        scale = scale_of(count["scale"] or "") or None
        return Asked(deed, (subject,), years, bound, scale, above, by_year)
    if _EVERY_YEAR.search(text) and not years:
        return Asked(Deed.YEARS, (text,), ())
    if _CHOICE.search(text) and (_MOST.search(text) or _LEAST.search(text)):
        least = _LEAST.search(text) is not None
        by_year = _YEAR_CHOICE.search(text) is not None
        deed = Deed.SMALLEST if least else Deed.LARGEST
        return Asked(deed, (text,), years, by_year=by_year)
    if _WHICH_YEARS.search(text) and not years:
        return Asked(Deed.YEARS, (text,), ())
    if _CAUSE.search(text):
        return None
    for deed, parts in _of_two(text):
        return Asked(deed, parts, years)
    return _over_years(text, years)


def _of_two(text: str) -> list[tuple[Deed, tuple[str, ...]]]:
    """Ratio, share or difference of two figures that the question names."""
    if (ratio := _RATIO.search(text)) is not None:
        return [(Deed.RATIO, (ratio["a"], ratio["b"]))]
    if _PERCENT.search(text) or re.search(r"\bproportion\b", text, re.IGNORECASE):
        if not _CHANGE.search(text):
            # "proportion" alone is a fraction, "as a percentage" is in percent.
            deed = Deed.SHARE if _PERCENT.search(text) else Deed.RATIO
            for pattern in (_SHARE[0], _WHAT_SHARE, *_SHARE[1:], _PLAIN_SHARE):
                if (share := pattern.search(text)) is not None:
                    return [(deed, (share["a"], share["b"]))]
        return []
    between = _BETWEEN.search(text)
    if between and _CHANGE.search(text) and not (years_of(between["a"]) or years_of(between["b"])):
        rest = f"{text[: between.start()]} {text[between.end() :]}"
        return [(Deed.CHANGE, (f"{rest} {between['a']}", f"{rest} {between['b']}"))]
    return []


def _over_years(text: str, years: tuple[int, ...]) -> Asked:
    span = _span(text, years)
    if _TWO_YEAR_AVERAGE.search(text) and len(years) == 1:
        return Asked(Deed.AVERAGE, (_AVERAGE.sub(" ", text),), (years[0] - 1, years[0]))
    if _AVERAGE_OF.search(text):
        return Asked(Deed.AVERAGE, _both(_AVERAGE.sub(" ", text), span), span)
    if _CHANGE.search(text):
        deed = Deed.PERCENT_CHANGE if _PERCENT.search(text) else Deed.CHANGE
        words = _CHANGE.sub(" ", _PERCENT.sub(" ", _NET_CHANGE.sub(" ", text)))
        distance = _DISTANCE.search(text) is not None
        downward = _FELL_BY.search(text) is not None
        return Asked(deed, (words,), years, distance=distance, downward=downward)
    each = _RESPECTIVELY.search(text) is not None
    summed = _SUM_SAID.search(text) or (_SUM.search(text) and len(span) > 1)
    if summed and not each:
        return Asked(Deed.SUM, _both(text, span), span)
    if len(years) > 1 or each:
        return Asked(Deed.LIST, _both(text, years), years)
    return Asked(Deed.LOOKUP, (text,), years)


def _both(text: str, years: tuple[int, ...]) -> tuple[str, ...]:
    """The two figures of "A and B" where they are of one year or none."""
    both = _BOTH.search(text) if len(years) < 2 else None
    if both is None or years_of(both["a"]):
        return (text,)
    return (both["a"], both["b"])


def _span(text: str, years: tuple[int, ...]) -> tuple[int, ...]:
    """Every year of a range said; else the years said."""
    span = _RANGE.search(text)
    if span is None or "and" in span[0].lower().split():
        return years
    first, last = sorted((int(span["a"]), int(span["b"])))
    return tuple(range(first, last + 1)) if last - first < 10 else years
