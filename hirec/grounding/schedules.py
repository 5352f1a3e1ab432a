"""Schedules: tables whose rows or columns are years to come, one after the other."""

from collections.abc import Iterable, Iterator, Sequence

from hirec.grounding.stems import stem_set
from hirec.grounding.tables import residual
from hirec.lexicon.files import word_list
from hirec.periods import years_in
from hirec.types import ParsedQuestion, Passage, Table

DUE = stem_set("due maturing maturity maturities scheduled expected estimated future upcoming owed")
"""Ask for a schedule, though a filing of that very year may be there."""
OWED = DUE | stem_set(" ".join(word_list("owed")))
"""What is due is called so in many ways; the rest says of what: leases, debt."""
_NEITHER = 0.5
"""A schedule of that year that is not of what is asked."""


def places_of_year(table: Table, year: int) -> Iterator[tuple[int | None, int | None]]:
    """Row or column of a year in a schedule; the other is None."""
    for at in _in_a_row([_only_year(row.label) for row in table.rows], year):
        yield at, None
    for at in _in_a_row([_only_year(column.label) for column in table.columns], year):
        yield None, at


def due_fits(parsed: ParsedQuestion, passages: Iterable[Passage]) -> list[float]:
    """How likely each passage schedules one of the figures for its year, 0 to 1."""
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


def _only_year(label: str) -> int | None:
    """The one year that a label is made of: "Fiscal 2026", "Payments due in 2026"."""
    years = years_in(label)
    return years[0] if len(years) == 1 and stem_set(residual(label)) <= OWED else None


def _in_a_row(labels: Sequence[int | None], year: int) -> Iterator[int]:
    """Places of a year that stands right before the next one or behind the one before."""
    for at, one in enumerate(labels):
        if one != year:
            continue
        before = labels[at - 1] if at else None
        after = labels[at + 1] if at + 1 < len(labels) else None
        if before == year - 1 or after == year + 1:
            yield at
