"""What falls due in a year: schedules whose rows, or columns, are years to come.

Filings schedule what they owe and expect: lease payments, maturities of debt, amortization,
benefits. A row there bears no name but its year, a column at most "Operating"; of what it is, only
the caption, the section or the note says.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.tables.parts_asked import TOTAL
from hirec.analysts.rule.vocabulary import FOOTNOTE, said_in
from hirec.grounding.cells import TableCell
from hirec.grounding.features import PageKey
from hirec.grounding.schedules import places_of_year
from hirec.grounding.tables import is_change
from hirec.lexicon import Kind, words_in
from hirec.lexicon.files import word_list
from hirec.periods import matches, years_in
from hirec.types import Cell, Figure, Filing, Form, Operand, Passage, Row, Table, is_of

_DUE = stems("due maturing maturity scheduled expected estimated future upcoming owed")
"""Ask for a schedule, though a filing of that very year is there."""
_OWED = _DUE | stems(" ".join(word_list("owed")))
"""What is due is called so in many ways; the rest says of what: leases, debt."""
_LESS = frozenset({"less", "imputed", "portion", "remainder", "remaining", "remain"})


@dataclass(frozen=True, slots=True)
class _Due:
    """A cell of a schedule."""

    cell: TableCell
    day: int
    """Of its filing; of the later one counts, and of those of a day an annual report."""
    annual: bool
    far: int
    """Words that neither its labels nor the caption says, only the section or the page."""
    spare: int
    """Words of its row and column that nobody asked for."""

    @property
    def rank(self) -> tuple[int, ...]:
        """The best comes first."""
        return self.far > 0, not self.annual, -self.day, self.spare, self.far


def find_due(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """The figure as what the newest schedule has for its year; None where none, or several do.

    Read are filings of years before the one asked for, and of that very year one that the question
    names: a quarter's schedules the rest of it. Where one of that year or a later one is there, the
    question has to say itself that it asks for what was due or expected.

    Args:
        need: An amount of one company in one year.
        passages: Evidence; what else stands on its page may say what a schedule is of.
        filings: By filing_id; passages of others are not read.

    """
    said = stems(" ".join((need.words, *need.qualifiers)))
    year = next(iter(years_in(need.words)), need.period.period.fiscal_year if need.period else None)
    asked = frozenset(word for word in said - _OWED if not word.isdigit())
    whole = need.period is not None and need.period.period.fiscal_quarter is None
    if year is None or not (whole and asked) or need.kind not in ("", Kind.MONEY):
        return None
    read = (filings.get(filing_id) for filing_id in {one.filing_id for one in passages})
    own = {one.filing_id: one for one in read if one is not None and is_told(one, need)}
    pages: defaultdict[PageKey, list[str]] = defaultdict(list)
    for passage in passages:
        pages[passage.filing_id, passage.page_number].append(passage.text)
    found = [
        due
        for passage in passages
        if (filing := own.get(passage.filing_id)) and (table := passage.table)
        if (_year(filing) or year) < year + (need.told is not None)
        for due in _Schedule(
            passage, table, filing, asked, pages[passage.filing_id, passage.page_number]
        ).of(year)
    ]
    if not found:
        return None
    # Only now: in a large index it takes seconds to look at every filing.
    if not said & _DUE and any(
        (_year(filing) or year) >= year for filing in filings.values() if is_told(filing, need)
    ):
        return None
    best = min(one.rank for one in found)
    chosen = [one.cell for one in found if one.rank == best]
    if len({one.cell.value for one in chosen}) > 1:
        return None
    return chosen[0].operand("", Kind.MONEY)


def scheduled(found: Operand, filings: Mapping[str, Filing]) -> str:
    """What stays open of a figure that one filing schedules."""
    day = filings[found.filing_id].identity.period_end
    return f"It is what was scheduled on {day:%B %-d, %Y}." if day else "It is what was scheduled."


def is_told(filing: Filing, need: Figure) -> bool:
    """Whether a filing is of the company asked about, and of when the question says it was told."""
    if not is_of(filing, need.company):
        return False
    return need.told is None or matches(need.told, filing.identity.period) > 0


def _year(filing: Filing) -> int | None:
    identity = filing.identity
    return identity.fiscal_year or (identity.period_end.year if identity.period_end else None)


class _Schedule:
    """One table, read as a schedule of what is asked for."""

    def __init__(
        self,
        passage: Passage,
        table: Table,
        filing: Filing,
        asked: frozenset[str],
        page: Sequence[str],
    ) -> None:
        self._passage, self._table, self._filing, self._asked = passage, table, filing, asked
        self._caption = stems(table.caption)
        self._heading = stems(passage.section.rpartition(" > ")[2])
        self._around = self._caption | stems(" ".join((passage.section, *page)))

    def of(self, year: int) -> Iterator[_Due]:
        """The cells of a year."""
        rows, columns = self._table.rows, self._table.columns
        for at, column in places_of_year(self._table, year):
            if at is not None:
                for other in self._columns(rows[at]):
                    yield from self._due(rows[at], other, (columns[other].label, rows[at].section))
            elif column is not None:
                for row in rows:
                    if column < len(row.cells) and not said_in(row.label, _LESS):
                        yield from self._due(row, column, (row.label, row.section))

    def _columns(self, row: Row) -> Iterator[int]:
        """All that state amounts; one that no word is asked of only where it is a total."""
        stated = [
            at
            for at, cell in enumerate(row.cells)
            if cell is not None and cell.value is not None and cell.unit != "%"
            if not is_change(self._table.columns[at].label)
        ]
        for at in stated:
            label = FOOTNOTE.sub(" ", self._table.columns[at].label)
            asked = self._asked & stems(label)
            if len(stated) == 1 or asked or not label.strip() or TOTAL & words_in(label):
                yield at

    def _due(self, row: Row, column: int, labels: tuple[str, ...]) -> Iterator[_Due]:
        cell = row.cells[column] or Cell("")
        own = stems(FOOTNOTE.sub(" ", " ".join(labels)))
        met = self._asked & (own | self._caption)
        place = TableCell(self._passage, self._table, row, self._table.columns[column], cell)
        if cell.value is None or place.kind is not Kind.MONEY:
            return
        if not self._asked & (met | self._heading):
            return
        if not self._asked <= own | self._around:
            return
        spare = own - self._asked - _OWED - stems(" ".join(TOTAL))
        identity = self._filing.identity
        yield _Due(
            place,
            identity.available_ordinal,
            identity.form is Form.ANNUAL,
            len(self._asked - met),
            len(spare),
        )
