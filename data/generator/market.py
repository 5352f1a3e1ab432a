"""Fictional registrants of any number: names that look alike, lives and calendars of their own."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

from generator.calendar import FiscalCalendar
from generator.companies import COMPANIES, NAMES, Company, Profile
from generator.draws import between, choose, fraction, whole

LAST_YEAR = 2023
"""Last fiscal year of the collection."""
YEARS = 20
"""Fiscal years that the collection covers."""

_STARTS, _MIDDLES, _KINDS = NAMES["starts"], NAMES["middles"], NAMES["kinds"]
_ENDINGS = (("a", "o"), ("en", "an"), ("ia", "io"), ("ex", "ix"))
_PLACES = (("Peak", "Pike"), ("Ridge", "Bridge"), ("Lake", "Lane"), ("Stone", "Storm"))
_ROOTS = len(_STARTS) * len(_MIDDLES)
_FAMILY_SIZE = 4
COMPANIES_AT_MOST = _ROOTS * len(_ENDINGS) * _FAMILY_SIZE
"""There are names for so many."""
_CALENDARS = (
    *(FiscalCalendar(month) for month in (12, 12, 12, 12, 3, 6, 9)),
    FiscalCalendar(1, weeks=True),
    FiscalCalendar(1, weeks=True, named_after_start=True),
)


def companies(seed: int = 0) -> Iterator[Company]:
    """Yield registrants, each by its number and the seed alone.

    Raises:
        ValueError: names run out, after :data:`COMPANIES_AT_MOST`.

    """
    return (company(number, seed) for number in itertools.count())


def company(number: int, seed: int = 0) -> Company:
    """One registrant; four in a row look alike by name, and share no business but by chance.

    Raises:
        ValueError: there is no name for this number.

    """
    who = (seed, number)
    short, name = _name(number, seed)
    model = choose(COMPANIES, *who, "model")
    scale = choose((3, 6), *who, "scale")
    size = 10 ** between(2.4, 4.4, *who, "size") * (1000 if scale == 3 else 1)
    first, last = _life(who)
    stocked = model.profile.inventory_days > 30
    return replace(
        model,
        name=name,
        short=short,
        ticker=_ticker(number),
        number=100 + number,
        calendar=_calendar(model, first, last, who),
        scale=scale,
        profile=_profile(model.profile, round(size), (first, last), who),
        shares=round(size * 10 ** (scale - 3) / between(20, 60, *who, "shares")),
        auditor=choose([each.auditor for each in COMPANIES], *who, "auditor"),
        chief_executive=_person(*who, "executive"),
        chief_financial=_person(*who, "financial"),
        first_year=first,
        last_year=last,
        runs_on=fraction(*who, "runs on") < 0.25,
        restated=_some_year(first, last, 0.15, *who, "restated") if stocked else None,
        miscounted=_some_year(first, last, 0.5, *who, "miscounted") if model.subscribed else None,
        injected=None,
    )


def _name(number: int, seed: int) -> tuple[str, str]:
    """Short and full name; a family shares a root, and two of it all but the kind of company."""
    if number >= COMPANIES_AT_MOST:
        raise ValueError(f"There are names for {COMPANIES_AT_MOST} companies only.")
    family, member = divmod(number, _FAMILY_SIZE)
    # A stride prime to the number of roots scatters neighbours over the alphabet.
    place, turn = (family * 101 + seed * 7) % _ROOTS, family // _ROOTS
    root = _STARTS[place % len(_STARTS)] + _MIDDLES[place // len(_STARTS)]
    endings = _ENDINGS[(place + turn) % len(_ENDINGS)]
    if family % 2:
        short = f"{root}{endings[0]} {_PLACES[turn][member % 2]}"
    else:
        short = root + endings[member % 2]
    kind = _KINDS[(place + turn + member // 2 * 3) % len(_KINDS)]
    return short, f"{short} {kind}"


def _life(who: tuple[int, int]) -> tuple[int, int]:
    """First and last fiscal year of the books: few companies report over all of the years."""
    years = 3 + round((YEARS - 3) * fraction(*who, "life") ** 2.4)
    last = LAST_YEAR - whole(0, (YEARS - years) // 2, *who, "gone")
    return last - years - 1, last


def _calendar(model: Company, first: int, last: int, who: tuple[int, int]) -> FiscalCalendar:
    """Now and then a company moves the end of its year to a later month."""
    calendar = choose(_CALENDARS[-2:] if model.retail else _CALENDARS, *who, "calendar")
    later = [month for month in (6, 9, 12) if month > calendar.month]
    if calendar.weeks or not later or last - first < 6 or fraction(*who, "moved") > 0.5:
        return calendar
    month = choose(later, *who, "month")
    return replace(calendar, changed_in=whole(first + 4, last - 1, *who, "year"), new_month=month)


def _some_year(first: int, last: int, share: float, *names: object) -> int | None:
    """For a share of companies a year with an annual report and another after it."""
    if last - first < 4 or fraction(*names) > share:
        return None
    return whole(first + 2, last - 1, *names, "which")


def _profile(model: Profile, revenue: int, life: tuple[int, int], who: tuple[int, int]) -> Profile:
    growth = tuple(round(between(-0.06, 0.15, *who, year), 3) for year in range(*life))
    cost = model.cost * between(0.93, 1.03, *who, "cost")
    return replace(model, revenue=revenue, growth=growth, cost=cost)


def _person(*names: object) -> str:
    initial = choose("ABCDEFGHJKLMNPRSTVW", *names, "initial")
    given = choose(NAMES["given"], *names, "given")
    return f"{given} {initial}. {choose(NAMES['family'], *names, 'family')}"


def _ticker(number: int) -> str:
    letters = ""
    for _ in range(4):
        number, letter = divmod(number, 26)
        letters = chr(ord("A") + letter) + letters
    return f"Z{letters}"
