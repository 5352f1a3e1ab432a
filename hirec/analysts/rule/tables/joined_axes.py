"""Parts whose periods stand in a table each, as segment notes print them since ASU 2023-07."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hirec.analysts.rule.tables.axes import axes_of
from hirec.analysts.rule.tables.axis import Axis, Member
from hirec.analysts.rule.tables.parts_asked import PartAsked
from hirec.types import Passage, PeriodRef

_MOST = 4
"""Tables of one period that are tried with those of another."""


@dataclass(frozen=True, slots=True)
class _OfPeriod:
    about: tuple[int, bool]
    axis: Axis
    filing_id: str

    @property
    def parts(self) -> frozenset[str]:
        return frozenset(member.label for member in self.axis.members)


def joined_axes(
    passages: Sequence[Passage], asked: PartAsked
) -> Iterator[tuple[tuple[int, bool], Axis]]:
    """Parts with a cell in each period, from tables of one filing that have the very same parts.

    As :func:`axes_of` gives those of one table; none where one period is asked about.
    """
    if len(asked.periods) < 2:
        return
    each = [[*itertools.islice(_of(passages, asked, one), _MOST)] for one in asked.periods]
    for tables in itertools.product(*each):
        if len({(one.filing_id, one.parts) for one in tables}) == 1:
            yield min(one.about for one in tables), _joined([one.axis for one in tables])


def _of(passages: Sequence[Passage], asked: PartAsked, period: PeriodRef) -> Iterator[_OfPeriod]:
    single = replace(asked, period=period, moving=None)
    for passage in passages:
        for about, axis in axes_of(passage, single):
            yield _OfPeriod(about, axis, passage.filing_id)


def _joined(axes: Sequence[Axis]) -> Axis:
    *before, last = axes
    return replace(
        last,
        members=_with_cells(last.members, [axis.members for axis in before]),
        rest=_with_cells(last.rest, [axis.rest for axis in before]),
        outside=_with_cells(last.outside, [axis.outside for axis in before]),
        said=all(axis.said for axis in axes),
        nested=any(axis.nested for axis in axes),
    )


def _with_cells(
    members: Sequence[Member], before: Sequence[Sequence[Member]]
) -> tuple[Member, ...]:
    """Members that every period has, with their cells in the order of the periods."""
    found = [{one.label: one.cells for one in each} for each in before]
    return tuple(
        replace(one, cells=(*itertools.chain(*(each[one.label] for each in found)), *one.cells))
        for one in members
        if all(one.label in each for each in found)
    )
