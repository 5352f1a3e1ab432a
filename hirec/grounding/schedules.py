"""Schedules: tables whose rows or columns are years to come, one after the other."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hirec.grounding.stems import stem_set
from hirec.grounding.tables import residual
from hirec.lexicon.files import word_list
from hirec.periods import years_in
from hirec.types import ParsedQuestion, Passage, Table

DUE = stem_set("due maturing maturity maturities scheduled expected estimated future upcoming owed")
"""Ask for a schedule, though a filing of that very year may be there."""
OWED = DUE | stem_set(" ".join(word_list("owed")))
"""What is due is called so in many ways; the rest says of what: leases, debt."""
_SILENT = stem_set("date dates")
_NEITHER = 0.5
"""A schedule of that year that is not of what is asked."""


def places_of_year(table: Table, year: int) -> Iterator[tuple[int | None, int | None]]:
    """Row or column of a year in a schedule; the other is None."""
    for at in _in_a_row([_only_year(row.label) for row in table.rows], year):
        yield at, None
    for at in _in_a_row([_only_year(column.label) for column in table.columns], year):
        yield None, at


_REST_OF = re.compile(
    r"\s*\((?:excluding|remaining|remainder)\b[^()]*\)|\b(?:the )?(?:remainder|rest|balance) of\b",
    re.IGNORECASE,
)
"""What a first row says of its year, of which a part is over: "2026 (excluding the first half)"."""
_REMAINING = stem_set("remaining months of the for thereafter later beyond after")
_LATER = re.compile(
    r"\b(?:thereafter|later years|beyond|years after|and (?:after|later)|after(?= 20\d\d))\b",
    re.IGNORECASE,
)
_NUMBERS = {word: at for at, word in enumerate(["one", "two", "three", "four", "five"], start=1)}
_NUMBERS |= {"ten": 10, "fifteen": 15, "twenty": 20}
_NUMBER = rf"(\d\d?|{'|'.join(_NUMBERS)})"
_FALLS = r"(?:due |payable |maturing |expiring )?"
_UNTIL = re.compile(
    rf"{_FALLS}(?:<|(?:less|not? more|shorter) than|within|up to|under) ?{_NUMBER} years?"
    rf"|{_NUMBER} years? or less",
    re.IGNORECASE,
)
_FROM_TO = re.compile(
    rf"{_FALLS}(?:over|after)? ?{_NUMBER}(?: years?)? ?(?:-|–|—|(?:and |but )?(?:to|through|within)"
    rf"|and) ?{_NUMBER} years?",
    re.IGNORECASE,
)
_OVER = re.compile(
    rf"{_FALLS}(?:>|(?:more|longer|greater) than|over|after|beyond) ?{_NUMBER} years?",
    re.IGNORECASE,
)
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Stretch:
    """The years of one row, or column, of a schedule, and where it stands."""

    at: int
    first: int
    last: int | None
    """None: all later ones."""


@dataclass(frozen=True, slots=True)
class Stretches:
    """A run of rows, or columns, each of which begins in the year behind the one before."""

    run: tuple[Stretch, ...]
    counted: bool
    """Years are counted from the day of the schedule."""

    @property
    def first(self) -> int:
        """The first year of all."""
        return self.run[0].first


def stretches(labels: Sequence[str]) -> Stretches | None:
    """The longest such run among the labels; None where there is none of three."""
    best: list[Stretch] = []
    counted = False
    for by_count in (False, True):
        run: list[Stretch] = []
        for at, label in enumerate(labels):
            before = run[-1] if run else None
            one = _stretch(at, label, before, counted=by_count)
            follows = one and before and before.last is not None and one.first == before.last + 1
            run = [*run, one] if one and follows else [one] if one and one.last is not None else []
            if len(run) > len(best):
                best, counted = run, by_count
    return Stretches(tuple(best), counted) if len(best) >= _SHORTEST else None


def _stretch(at: int, label: str, before: Stretch | None, *, counted: bool) -> Stretch | None:
    if counted:
        if until := _UNTIL.fullmatch(label.strip()):
            return Stretch(at, 1, _number(until[1] or until[2]))
        if span := _FROM_TO.fullmatch(label.strip()):
            return Stretch(at, _number(span[1]) + 1, _number(span[2]))
        over = _OVER.fullmatch(label.strip())
        return Stretch(at, _number(over[1]) + 1, None) if over else None
    label = _REST_OF.sub(" ", label)
    if not _beside(label) <= OWED | _REMAINING:
        return None
    years = years_in(label)
    if before and before.last is not None and _LATER.search(label):
        return Stretch(at, before.last + 1, None) if not years or years[0] >= before.last else None
    if not years or len(years) > 2:
        return None
    return Stretch(at, years[0], years[-1])


def _number(said: str) -> int:
    return int(said) if said.isdigit() else _NUMBERS[said.lower()]


def due_fits(parsed: ParsedQuestion, passages: Iterable[Passage]) -> list[float]:
    """How likely each passage schedules one of the figures for its year, 0 to 1."""
    if parsed.due:
        return [_in_stretches(passage, stem_set(parsed.figures[0].words)) for passage in passages]
    wanted = [
        (year, stem_set(figure.words) - OWED)
        for figure in parsed.figures
        for ref in ((figure.period,) if figure.period else parsed.periods)
        if (year := ref.period.fiscal_year) and not ref.period.fiscal_quarter
    ]
    if not wanted:
        return []

    def fit(passage: Passage) -> float:
        years = [one for one in wanted if str(one[0]) in passage.text]
        table = passage.table if years and passage.table_json else None
        if table is None:
            return 0.0
        around = stem_set(f"{passage.section} {passage.text}")
        return max(
            (
                _NEITHER + (1 - _NEITHER) * len(words & around) / len(words or around)
                for year, words in years
                if any(True for _ in places_of_year(table, year))
            ),
            default=0.0,
        )

    return [fit(passage) for passage in passages]


def _in_stretches(passage: Passage, words: frozenset[str]) -> float:
    table = passage.table if passage.table_json else None
    if table is None or not any(
        stretches([one.label for one in way]) for way in (table.rows, table.columns)
    ):
        return 0.0
    around = stem_set(f"{passage.section} {passage.text}")
    wanted = words - OWED
    return _NEITHER + (1 - _NEITHER) * len(wanted & around) / len(wanted or around)


def _only_year(label: str) -> int | None:
    """The one year that a label is made of: "Fiscal 2026", "Payments due in 2026"."""
    label = _REST_OF.sub(" ", label)
    years = years_in(label)
    return years[0] if len(years) == 1 and _beside(label) <= OWED else None


def _beside(label: str) -> frozenset[str]:
    """What a label says beside its years: "Expected maturity date 2015", "Fiscal Year(s) 2018"."""
    return stem_set(residual(label.replace("(s)", ""))) - _SILENT


def _in_a_row(labels: Sequence[int | None], year: int) -> Iterator[int]:
    """Places of a year that stands right before the next one or behind the one before."""
    for at, one in enumerate(labels):
        if one != year:
            continue
        before = labels[at - 1] if at else None
        after = labels[at + 1] if at + 1 < len(labels) else None
        if before == year - 1 or after == year + 1:
            yield at
