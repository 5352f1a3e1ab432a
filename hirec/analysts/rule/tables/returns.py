"""What 100 dollars in a stock or an index were worth on a day, from a graph of total returns.

Each filing's graph begins anew at 100, so that all figures of one company come from one table.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hirec.analysts.rule.evidence import tables_of
from hirec.grounding.cells import TableCell
from hirec.grounding.returns import (
    Investment,
    Worth,
    investments_of,
    name_stems,
    named_among,
    telling,
)
from hirec.lexicon import Kind
from hirec.types import CompanyRef, Figure, Filing, Operand, Passage, Table, is_of
from hirec.understanding.returns import FIRST, LAST

DRAWN = "The return is read from the filing's graph of what 100 dollars became, from day to day."
"""What stays open: that its days are those meant."""
_OWN = name_stems("the company's stock")


@dataclass(frozen=True, slots=True)
class _Graph:
    """A graph of one filing as a table."""

    passage: Passage
    table: Table
    filing: Filing
    investments: tuple[Investment, ...]

    def states(self, needs: Sequence[Figure]) -> dict[Figure, Operand] | None:
        """All of the figures, None where one is not stated."""
        found = {}
        for need in needs:
            line = self._line(need)
            worth = self._worth(line, need) if line else None
            if worth is None:
                return None
            row, column = self.table.rows[worth.row], self.table.columns[worth.column]
            cell = TableCell(self.passage, self.table, row, column, worth.cell)
            found[need] = cell.operand("", Kind.MONEY)
        return found

    def _line(self, need: Figure) -> Investment | None:
        """The investment named, else the company's own, which comes first."""
        words = name_stems(need.part)
        if words and (named := named_among(words, self.investments)):
            return named
        within = [one for one in self.investments if telling(words) <= name_stems(one.name)]
        if telling(words) and len(within) == 1:
            return within[0]
        identity = self.filing.identity
        own = named_among(name_stems(f"{identity.company} {identity.ticker}"), self.investments)
        if need.part and not ((own and words & name_stems(own.name)) or words <= _OWN):
            return None
        return own or self.investments[0]

    def _worth(self, line: Investment, need: Figure) -> Worth | None:
        years = self._years(line)
        if need.period is None or need.qualifiers:  # a period that is not said is any
            when = next(iter(need.qualifiers), LAST)
            if when == LAST:
                return line.worth[-1]
            count = when.removesuffix(FIRST).strip()
            if not count or int(count) == len(line.worth):  # "6 years" of six days
                return line.worth[0]
            at = len(line.worth) - 1 - int(count)
            return line.worth[at] if at >= 0 else None
        year = need.period.period.year
        days = [one for one, has in zip(line.worth, years, strict=True) if has == year]
        return days[-1] if days else None

    def _years(self, line: Investment) -> list[int | None]:
        """As printed; where no day says its year, one a year up to the filing's own."""
        printed = [one.year for one in line.worth]
        last = self.filing.identity.fiscal_year
        if any(printed) or last is None:
            return printed
        return [last - (len(printed) - 1 - at) for at in range(len(printed))]

    def ends(self) -> int:
        """The year of the last day."""
        return self._years(self.investments[0])[-1] or 0


def find_worth(
    needs: Sequence[Figure], passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> dict[Figure, Operand]:
    """What graphs state of figures that are such worths; a company's all from one of its graphs.

    Of several graphs the one that ends with the year asked for comes first, else the newest.

    Args:
        needs: Figures; those of another kind are left out.
        passages: The evidence.
        filings: By filing_id.

    Returns:
        Figures that no graph states are left out.

    """
    by_company: defaultdict[CompanyRef | None, list[Figure]] = defaultdict(list)
    for need in needs:
        if need.kind == Kind.INVESTMENT:
            by_company[need.company].append(need)
    found: dict[Figure, Operand] = {}
    graphs = list(_graphs(passages, filings)) if by_company else []
    for company, wanted in by_company.items():
        own = [graph for graph in graphs if is_of(graph.filing, company)]
        asked = max((_year_of(need) for need in wanted), default=0)
        own.sort(
            key=lambda graph: (
                graph.ends() != asked,
                -graph.ends(),
                -graph.filing.identity.available_ordinal,
            )
        )
        found |= next(filter(None, (graph.states(wanted) for graph in own)), {})
    return found


def _graphs(passages: Sequence[Passage], filings: Mapping[str, Filing]) -> Iterator[_Graph]:
    for passage, table, filing in tables_of(None, passages, filings):
        if investments := investments_of(table):
            yield _Graph(passage, table, filing, investments)


def _year_of(need: Figure) -> int:
    return (need.period.period.year or 0) if need.period else 0
