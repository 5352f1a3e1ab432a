"""Which value columns a heading stands over, judged by where it is printed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from indexing.reading.header import begins_anew
from indexing.reading.lines import Segment
from indexing.reading.regions import PERIOD, YEAR

Span = tuple[int, int]
"""First and last column, both included."""
_MARK = re.compile(r"\s*\([a-z0-9]\)$")
"""``2022 (a)``: another footnote makes no other heading."""
_OFF = 0.2
"""How far off a group's middle a heading over it may be printed, by the group's width."""


@dataclass(slots=True)
class Extent:
    """A value column: from its currency sign to the right edge of its numbers."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        """Horizontal middle in points."""
        return (self.left + self.right) / 2


def assign_all(lines: Sequence[Sequence[Segment]], columns: Sequence[Extent]) -> list[list[Span]]:
    """Columns of each heading of each header line, given from top to bottom.

    Lines are read from the bottom: headings of single columns widen these, so that what stands
    above is measured against the printed width. Where the lowest repeat, "2022 | 2021" under each
    of some headings, what stands above is over all of such a group.
    """
    extents = [Extent(c.left, c.right) for c in columns]
    found: list[list[Span]] = []
    dated = False
    each = 0
    for segments in reversed(lines):
        over = _over_groups(segments, extents, each) if each else None
        spans = over or assign(segments, extents, dated=dated)
        each = each or _repeats(segments, len(columns))
        dated = all(any(c.isdigit() for c in segment.text) for segment in segments)
        found.append(spans)
        for segment, (first, last) in zip(segments, spans, strict=True):
            extent = extents[first]
            if first == last:
                extent.left = min(extent.left, segment.left)
                extent.right = max(extent.right, segment.right)
    return found[::-1]


def assign(
    segments: Sequence[Segment], columns: Sequence[Extent], *, dated: bool = False
) -> list[Span]:
    """First and last column each heading of one line stands over; headings never share one.

    A heading stands over the columns whose common middle it is centred on, between its neighbours;
    a period takes as many columns as fit, another heading the best fit.

    Args:
        segments: Headings of the line, from the left.
        columns: Value columns, from the left.
        dated: Whether years or dates stand right below: then a lone heading in the middle of all
            columns belongs to all, else it is the upper line of its column's own heading.

    """
    if len(segments) == len(columns):
        return [(at, at) for at in range(len(columns))]
    if len(segments) > len(columns):
        return _apart([_single(s, columns) for s in segments])
    choices = []
    for at, segment in enumerate(segments):
        floor = segments[at - 1].right if at else float("-inf")
        ceiling = segments[at + 1].left if at + 1 < len(segments) else float("inf")
        inside = [i for i, c in enumerate(columns) if floor < c.middle < ceiling]
        choices.append(_choose(segment, columns, inside, dated))
    return _even(choices, segments, columns) or _apart(choices)


def _repeats(segments: Sequence[Segment], columns: int) -> int:
    """How many columns make a group, where the same years or dates begin anew in each; else 0.

    Words that do may be the lower line of their column's heading: "Accumulated | Amortization".
    """
    said = [_MARK.sub("", segment.text) for segment in segments]
    if len(said) != columns or not all(map(YEAR.search, said)):
        return 0
    return next((size for size in range(2, columns // 2 + 1) if begins_anew(said, size)), 0)


def _over_groups(
    segments: Sequence[Segment], columns: Sequence[Extent], each: int
) -> list[Span] | None:
    """Groups of columns on whose common middle the headings of a line are centred.

    None where one stands over no group or two over the same: it is a single column's.
    """
    starts = range(0, len(columns), each)
    runs = [(first, last + each - 1) for first in starts for last in starts if first <= last]
    slack = _OFF * (columns[each - 1].right - columns[0].left)

    spans: list[Span] = []
    for segment in segments:
        centre = (segment.left + segment.right) / 2
        lone = len(segments) == 1 and segment.text.count("(") == segment.text.count(")")
        widest = lone or PERIOD.search(segment.text)  # an open bracket is closed on the next line
        middles = (((columns[a].left + columns[b].right) / 2, (a, b)) for a, b in runs)
        near = [run for middle, run in middles if abs(middle - centre) <= slack]
        if not near:
            return None
        spans.append((max if widest else min)(near, key=lambda run: run[1] - run[0]))
    apart = all(one[1] < other[0] for one, other in pairwise(spans))
    return spans if spans and apart else None


def _single(segment: Segment, columns: Sequence[Extent]) -> Span:
    nearest = _nearest(segment, columns, range(len(columns)))
    return nearest, nearest


def _nearest(segment: Segment, columns: Sequence[Extent], among: Sequence[int]) -> int:
    def distance(at: int) -> float:
        column = columns[at]
        overlap = min(segment.right, column.right) - max(segment.left, column.left)
        centre = abs((segment.left + segment.right) / 2 - column.middle)
        return min(centre, abs(segment.right - column.right)) - 2 * max(0.0, overlap)

    return min(among, key=distance)


def _sits_on(segment: Segment, column: Extent) -> bool:
    """Whether a heading is aligned with one column: at the right, or in the middle."""
    off_centre = abs((segment.left + segment.right) / 2 - column.middle)
    return abs(segment.right - column.right) < 4 or off_centre < 6


def _heads_all(segment: Segment, columns: Sequence[Extent]) -> bool:
    """Whether a heading stands in the very middle of three columns or more."""
    middle = (columns[0].left + columns[-1].right) / 2
    return len(columns) > 2 and abs((segment.left + segment.right) / 2 - middle) < 3


def _choose(
    segment: Segment, columns: Sequence[Extent], inside: Sequence[int], dated: bool
) -> Span:
    if not inside:
        return _single(segment, columns)
    nearest = _nearest(segment, columns, inside)
    covered = [
        i
        for i in inside
        if columns[i].left > segment.left - 8 and columns[i].right < segment.right + 8
    ]
    covered = covered if len(covered) > 1 else []
    period = PERIOD.search(segment.text) is not None
    own = columns[nearest]
    centre = (segment.left + segment.right) / 2
    if not period and not covered and _sits_on(segment, own):
        return (
            (0, len(columns) - 1) if dated and _heads_all(segment, columns) else (nearest, nearest)
        )
    best = (covered[0], covered[-1]) if covered else (nearest, nearest)
    cost = abs((columns[best[0]].left + columns[best[1]].right) / 2 - centre)
    least, most = best if covered else (nearest, nearest)
    for first in inside:
        for last in inside:
            if not (first <= least and most <= last) or first == last:
                continue
            reach = columns[last].right - columns[first].left
            off = abs((columns[first].left + columns[last].right) / 2 - centre)
            everything = period and last - first + 1 == len(columns)
            if off > 4 + (0.12 if everything else 0.05) * reach:
                continue
            price = off - (reach if period else -0.02 * reach)
            if price < cost:
                best, cost = (first, last), price
    return best


def _apart(choices: list[Span]) -> list[Span]:
    """Choices from left to right with overlaps cut."""
    for at in range(1, len(choices)):
        (first, last), (start, end) = choices[at - 1], choices[at]
        if start <= last:
            cut = max(first, min(last, start - 1)) if start > first else first
            choices[at - 1] = (first, cut)
            choices[at] = (max(cut + 1, start), max(end, cut + 1))
            if choices[at][0] > end:
                choices[at] = (end, end)
    return choices


def _even(
    choices: list[Span], segments: Sequence[Segment], columns: Sequence[Extent]
) -> list[Span] | None:
    """Periods or years that divide all columns evenly, where each stands over its share."""
    count = len(segments)
    size = len(columns) // count if count else 0
    if size < 2 or size * count != len(columns) or count < 2:
        return None
    if not all(PERIOD.search(s.text) or YEAR.fullmatch(s.text) for s in segments):
        return None
    even = [(at * size, at * size + size - 1) for at in range(count)]
    inside = all(
        columns[a].left - 12 <= (s.left + s.right) / 2 <= columns[b].right + 12
        for s, (a, b) in zip(segments, even, strict=True)
    )
    fits = all(
        a <= first and last <= b for (a, b), (first, last) in zip(even, choices, strict=True)
    )
    return even if inside and fits else None
