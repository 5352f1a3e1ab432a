"""Conventions that no likeness of words outweighs: what a place must be to answer a figure."""

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass

from hirec.grounding.clauses import beside, clause_of
from hirec.grounding.months import is_of_month, of_another_month
from hirec.grounding.places import Place, row_of
from hirec.grounding.stems import ordered_stems, stem_set
from hirec.grounding.tables import DEFERRED, is_change, of_deferred_tax, of_other_fiscal_year
from hirec.lexicon import (
    SALES,
    Kind,
    excludes_itself,
    find_metrics,
    get_metric,
    metric_asked,
    metric_named,
    metrics_of_row,
    normalize_label,
)
from hirec.lexicon.geography import is_country
from hirec.types import Figure

_OF_PARENT = stem_set("attributable noncontrolling minority")
_MOVES = stem_set("change changes increase decrease movement growth variance")
_EARNED = stem_set("income profit earnings ebit ebitda loss")
_EITHER = stem_set("addition additions added reduction reductions release released")
"""A move that rows call an increase or decrease, and no change of what they stand under."""
_PER = "per"
_PERCENT = Kind.PERCENT.value
_HOME = re.compile(r"U\.?S\.?A?|United States|America", re.IGNORECASE)
_FLOWED = re.compile(
    r"\b(?:incurred|recogni[sz]ed|recorded|spent|paid|for the (?:fiscal )?(?:years?|quarters?)"
    r"|for the (?:three|six|nine|twelve) months)\b",
    re.IGNORECASE,
)
_STOOD = re.compile(
    r"\b(?:as of|at (?:the end|year|january|february|march|april|may|june|july|august|september"
    r"|october|november|december)|accru\w+|outstanding|remain\w*|balance|unpaid|unrecogni[sz]ed"
    r"|liabilit\w+)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\bnot\b|\bun(?:recogni[sz]ed|recorded|funded|paid)\b", re.IGNORECASE)
_ADDING = stem_set("add added")
_ADDED = stem_set("add added addition additions gain gains growth increase net new")
_OTHERWISE = _EITHER | stem_set("outside abroad foreign international overseas non not")
"""What rows say in other words."""
_EXTREMES = (
    (stem_set("highest most peak maximum greatest largest"), stem_set("high max")),
    (stem_set("lowest least minimum smallest fewest"), stem_set("low min")),
)
"""What asks for the extreme of several, and what else says that an amount is one."""
_OF_NO_PART = stem_set(
    "held hold located location based taken take given give worth sit sitting went landed booked "
    "handed said says write written down roll forward under among within into yet fresh cover note "
    "unit arm department business segment division branch side level millions thousands"
)
"""What a question says around the name of a part: "held by the Greater China unit"."""
_LEAST_INITIALS = 3
_FEW = 0.25
"""Less than this share of a part's words may be missed."""
_QUARTER = 3
_QUARTERLY = re.compile(r"\bquarter|\bmonths\b|\bQ[1-4]\b", re.IGNORECASE)
_TO_THE_DOLLAR = 100_000
"""Prose of a filing "in millions" may say $5 for five millions; no filing says 100,000 so."""


WORDS_OF_PART = "the words of a part are met"


@dataclass(frozen=True, slots=True)
class Convention:
    """One convention: what it demands, and whether a place meets it."""

    demands: str
    holds: Callable[[Figure, Place], bool]
    least: Callable[[Figure, Place], bool] | None = None
    """What of it the scorer does not weigh itself, so that a figure in the question's own words is
    refused where it fails; None: all of it. Places that fail the rest are right as often as their
    probability says (companies left out; look-ups that strangers asked)."""


def _weighed(_figure: Figure, _place: Place) -> bool:
    return True


def _scale(figure: Figure, place: Place) -> bool:
    if _PER in stem_set(figure.words) & _around(place):
        return True  # "sales per square foot" are printed in dollars
    plain = place.table is None and place.kind is Kind.MONEY and not place.scale
    return place.scale_said and not (plain and abs(place.value) < _TO_THE_DOLLAR)


def _kind(figure: Figure, place: Place) -> bool:
    metric = get_metric(figure.concept)
    kind = figure.kind or (metric.kind.value if metric else "")
    return not kind or (kind == _PERCENT) == (place.kind is Kind.PERCENT)


def _counted(figure: Figure, place: Place) -> bool:
    money = place.kind in (Kind.MONEY, Kind.PER_SHARE)
    metric = get_metric(figure.concept)
    amount = figure.kind == Kind.MONEY.value or (metric is not None and metric.kind is Kind.MONEY)
    if amount and place.kind is Kind.COUNT:
        return False
    return not (figure.kind in (Kind.COUNT, Kind.SHARES) and money)


def _whole(figure: Figure, place: Place) -> bool:
    cell = place.cell
    tagged_part = cell is not None and cell.fact is not None and bool(cell.fact.dimensions)
    return bool(figure.part) or not (tagged_part or place.standing.statement == "partial")


def _part(figure: Figure, place: Place) -> bool:
    return stem_set(figure.part) <= _around(place)


def _nearly_part(figure: Figure, place: Place) -> bool:
    """A word of a part may be said otherwise: "increases" that are "added", "foreign" for abroad.

    It may be said by initials, too: "EMEA". One of many may be missed as well; of two or three
    each is a part of its own. What names no part need not be met, if another word is.
    """
    part = stem_set(figure.part)
    around = _around(place)
    missing = part - around - _by_initials(figure.part, around)
    if missing < part:
        missing -= _OF_NO_PART
    return missing <= _OTHERWISE or len(missing) < _FEW * len(part)


def _by_initials(part: str, around: frozenset[str]) -> frozenset[str]:
    """The words of a part whose initials stand beside a place."""
    words = ordered_stems(part)
    lengths = range(_LEAST_INITIALS, len(words) + 1)
    spans = (words[at : at + n] for n in lengths for at in range(len(words) - n + 1))
    found = (span for span in spans if "".join(word[0] for word in span) in around)
    return frozenset(word for span in found for word in span)


def _located(figure: Figure, place: Place) -> bool:
    """Countries and states that a figure names, but for the home of most, are said beside it."""
    words = [word.strip(",.") for word in figure.words.split()]
    pairs = (f"{one} {other}" for one, other in itertools.pairwise(words))
    named = [said for said in (*words, *pairs) if said[:1].isupper() and is_country(said)]
    return all(_HOME.fullmatch(said) or stem_set(said) <= _around(place) for said in named)


def _around(place: Place) -> frozenset[str]:
    caption = place.table.caption if place.table else ""
    said = (place.label, place.section, place.column, caption, place.passage.section)
    return frozenset().union(*map(stem_set, said))


def _parent(figure: Figure, place: Place) -> bool:
    return bool(stem_set(figure.words) & _OF_PARENT) == bool(stem_set(place.label) & _OF_PARENT)


def _balance(figure: Figure, place: Place) -> bool:
    metric = get_metric(figure.concept)
    months = place.period.months if place.period else None
    return metric is None or months is None or metric.instant == (months == 0)


def _stands(figure: Figure, place: Place) -> bool:
    asked = figure.period.period if figure.period else None
    if asked is None or asked.months != 0:
        return True
    if place.table is not None:
        months = place.period.months if place.period else None
        return not (asked.end and months) or bool(figure.concept)
    said = clause_of(place)
    return _FLOWED.search(said) is None or _STOOD.search(said) is not None


def _negated(figure: Figure, place: Place) -> bool:
    if place.table is not None or not _NOT.search(figure.words):
        return True
    return _NOT.search(beside(place)) is not None


def _extreme(figure: Figure, place: Place) -> bool:
    asked = stem_set(figure.words)
    said = _around(place) | (stem_set(clause_of(place)) if place.table is None else frozenset())
    return all(not asked & most or bool(said & (most | other)) for most, other in _EXTREMES)


def _change(figure: Figure, place: Place) -> bool:
    adds = place.table is not None and stem_set(figure.words) & _ADDING
    if adds and not _around(place) & _ADDED:
        return False
    metric = metric_asked(figure.concept, figure.words)
    if stem_set(figure.words) & _EITHER or (metric is not None and metric.change):
        return True
    if place.table:
        column = place.table.columns[place.at].label
        around = stem_set(place.section) | stem_set(place.label) | stem_set(column)
        share = place.kind is Kind.PERCENT and "of" in column.lower().split()
        said = (is_change(column) and not share) or bool(around & _MOVES)
    else:
        said = bool(stem_set(clause_of(place)) & _MOVES) and not _is_reached(place)
    return bool(stem_set(figure.words) & _MOVES) == said


def _is_reached(place: Place) -> bool:
    """Whether a sentence says to what a figure moved: "increased 14% to 2,795"."""
    return place.before.rstrip(" $").split()[-1:] == ["to"]


def _fiscal(figure: Figure, place: Place) -> bool:
    asked, own = figure.period, place.period
    return asked is None or own is None or not of_other_fiscal_year(asked, own)


def _measure(figure: Figure, place: Place) -> bool:
    """What of a part is asked for is said beside its row; sales of parts go without saying."""
    if not (figure.concept and figure.part) or figure.concept in SALES:
        return True
    asked, around = stem_set(figure.words) - stem_set(figure.part), _around(place)
    if asked & _EARNED and around & _EARNED:
        return True
    return 2 * len(asked & around) >= len(asked)


def _near_year(figure: Figure, place: Place) -> bool:
    """A year may be called by another's number, and no farther one."""
    asked, own = figure.period.period if figure.period else None, place.period
    if asked is None or own is None or place.table is None:
        return True
    return asked.year is None or own.year is None or abs(asked.year - own.year) <= 1


def _printed_year(figure: Figure, place: Place) -> bool:
    """Of a day the year that a sentence prints beside an amount, if it prints one, is its own."""
    end = figure.period.period.end if figure.period else None
    told = place.table is None and bool(place.years)
    return end is None or not told or end.year in place.years


def _month(figure: Figure, place: Place) -> bool:
    return not of_another_month(figure, place)


def _length(figure: Figure, place: Place) -> bool:
    if is_of_month(figure, place):
        return True
    asked, own = figure.period.period if figure.period else None, place.period
    if asked and asked.months and asked.fiscal_quarter and place.of_year:
        return _QUARTERLY.search(place.section) is not None
    if asked is None or own is None or own.months == 0 or own.fiscal_year is None:
        return True
    if asked.fiscal_quarter is None:
        return own.months != _QUARTER or asked.end is not None
    return own.fiscal_quarter is not None


def _deferred(figure: Figure, place: Place) -> bool:
    row = row_of(place)
    if place.table is None or row is None or not of_deferred_tax(place.table, row):
        return True
    return DEFERRED.search(figure.words) is not None


def _excluded(_: Figure, place: Place) -> bool:
    return not excludes_itself(normalize_label(place.label))


def _named(figure: Figure, place: Place) -> bool:
    asked = metric_asked(figure.concept, figure.words)
    if place.table is None and asked is not None:
        said = [mention.key for mention in find_metrics(clause_of(place))]
        return not said or asked.key in said
    own = metric_named(place.label)
    if asked is None or own is None or asked == own:
        return True
    return asked.key in metrics_of_row(place.label, place.section)


CONVENTIONS = (
    Convention("the page says in what scale it is printed", _scale, _weighed),
    Convention("percent and amounts are not taken for each other", _kind),
    Convention("money is not what is counted, nor a count money", _counted),
    Convention("a consolidated figure is not a part's", _whole, _weighed),
    Convention(WORDS_OF_PART, _part, _nearly_part),
    Convention("what is asked of a part is said", _measure),
    Convention("a country that is asked for is said", _located),
    Convention("the parent's share is only what is said to be it", _parent),
    Convention("a balance is not a flow", _balance),
    Convention("what stands on a day is not what a period had", _stands),
    Convention("what is not so is said to be not so", _negated),
    Convention("a highest or lowest amount is said to be one", _extreme),
    Convention("a figure is not its change, nor a change the figure", _change),
    Convention("a fiscal year is the company's own", _fiscal),
    Convention("a column is of the year asked", _near_year),
    Convention("a day is of the year that its sentence prints", _printed_year),
    Convention("a month is not another", _month),
    Convention("a quarter is not its year", _length),
    Convention("the tax deferred on something is not the thing", _deferred),
    Convention("a row named as another figure is not the one asked for", _named),
    Convention("a row does not leave out a part of what it names", _excluded),
)


def may_be(figure: Figure, place: Place) -> bool:
    """Whether a place may be what is counted, where a count is asked for."""
    counts = figure.kind == Kind.COUNT.value
    return not counts or (place.kind is not Kind.PERCENT and _counted(figure, place))


def broken(figure: Figure, place: Place, *, weighed: bool = True) -> tuple[str, ...]:
    """What a place fails to meet, of what the scorer weighs itself only where ``weighed``."""
    return tuple(
        one.demands
        for one in CONVENTIONS
        if not (one.holds if weighed else one.least or one.holds)(figure, place)
    )
