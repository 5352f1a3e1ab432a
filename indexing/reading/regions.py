"""Where on a page tables stand: runs of lines whose numbers line up, with their headers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hirec.numbers import parse_number
from hirec.periods.dates import MONTH_NAMES
from indexing.reading.header import in_sequence, is_unit_line
from indexing.reading.lines import Line, Segment

PERIOD = re.compile(
    r"\b(?:ended|ending|as\s+of|years?|months|weeks|quarters?|fiscal|period"
    rf"|{MONTH_NAMES})\b",
    re.IGNORECASE,
)
YEAR = re.compile(r"(?:19|20)[0-9]{2}(?:\s?\([a-z0-9]\)|\*)?")
_MARKS = re.compile(
    r"(?:US|C|A)?[$€£¥]|[)%]{1,2}|\([a-z0-9]{1,2}\)|[#*]|n/?[am]|nmf?", re.IGNORECASE
)
_NUMERIC_STARTS = frozenset("0123456789$(—–-−.€£¥")
_MARK = re.compile(r"\([1-9]\)")
_NOTE = re.compile(r"(?:n/?[am]|nmf?)\.?[\s:=–—-]+\w", re.IGNORECASE)
"""A line that explains the mark it begins with: ``n/m Not meaningful``."""
_MARGINAL = re.compile(
    r"(?:exhibit|schedule|appendix|annex|attachment|table)\s+[a-z0-9][a-z0-9.-]{0,5}", re.IGNORECASE
)
"""What is set in the corner of a page over a table, and heads none of its columns."""
_PROSE_END = re.compile(r"[a-z)][.;,]$|[a-z]-$")

CURRENCY = frozenset(("$", "US$", "C$", "A$", "€", "£", "¥"))

_GAP = 50.0
"""Points of empty space that always end a table."""
_ONE_COLUMN_CHARS = 30
_PENDING = 5
"""Lines without values that may stand together inside a table."""


@dataclass(slots=True)
class Region:
    """A table's lines: ``[top, body)`` header, ``[body, end)`` body; indexes into the page."""

    top: int
    body: int
    end: int


def is_value(text: str) -> bool:
    """Whether a segment is a printed number, a dash or ``$`` with its number."""
    return text[0] in _NUMERIC_STARTS and parse_number(text) is not None


def value_segments(line: Line) -> list[Segment]:
    """Numbers of a line right of its label; none where the line is no table row."""
    segments = line.segments
    if len(segments) == 1:
        only = segments[0]
        return [only] if only.left > 250 and is_value(only.text) else []
    found = [s for s in segments[1:] if is_value(s.text)]
    if found and is_value(segments[0].text) and segments[0].left > 200:
        return [segments[0], *found]
    return found


def digits_right(segment: Segment) -> float:
    """Right edge of a number's digits: brackets and percent signs hang over."""
    text = segment.text
    tail = len(text) - len(text.rstrip(")% "))
    return segment.right - (segment.right - segment.left) * tail / len(text)


def left_of_values(line: Line) -> float | None:
    """Left edge of a row's first number or currency sign, None where it has neither."""
    for at, segment in enumerate(line.segments):
        if (at or segment.left > 250) and (segment.text in CURRENCY or is_value(segment.text)):
            return segment.left
    return None


def is_header_of_years(line: Line, values: Sequence[Segment]) -> bool:
    """Whether the only numbers of a line are years that head columns."""
    if not values or not all(YEAR.fullmatch(s.text) for s in values):
        return False
    first = line.segments[0]
    if first is values[0] or YEAR.fullmatch(first.text):
        return True
    if in_sequence([s.text for s in values]):
        return True
    return is_unit_line(first.text) or PERIOD.search(first.text) is not None


def _marks_only(line: Line, values: Sequence[Segment]) -> bool:
    """Whether what looks like numbers are footnote marks behind words of a header: ``Plan (1)``."""
    if not all(_MARK.fullmatch(s.text) for s in values):
        return False
    return any(s.text[0].isalpha() for s in line.segments[1:])


def find_regions(lines: Sequence[Line]) -> list[Region]:
    """Tables of a page from top to bottom; they do not overlap."""
    values = [value_segments(line) for line in lines]
    heads = [is_header_of_years(line, v) for line, v in zip(lines, values, strict=True)]
    rows = [
        bool(v) and not h and not _marks_only(line, v)
        for line, v, h in zip(lines, values, heads, strict=True)
    ]
    regions: list[Region] = []
    floor = 0
    at = 0
    while at < len(lines):
        if not rows[at]:
            at += 1
            continue
        end = _grow(lines, values, rows, heads, at)
        top = _header_top(lines, values, rows, at, end, floor)
        if _is_table(values, rows, heads, top, at, end):
            start = _leading_labels(lines, values, heads, top, at)
            regions.append(Region(min(top, start), start, end))
            floor = end
        at = end
    return regions


def _left_edge(lines: Sequence[Line], rows: Sequence[bool], start: int, end: int) -> float:
    lefts = [left_of_values(lines[at]) for at in range(start, end) if rows[at]]
    return min([left for left in lefts if left is not None], default=0.0)


def _grow(
    lines: Sequence[Line],
    values: Sequence[Sequence[Segment]],
    rows: Sequence[bool],
    heads: Sequence[bool],
    start: int,
) -> int:
    """Index after the last line of the table whose first row is ``start``."""
    end = start + 1
    limit = _left_edge(lines, rows, start, end)
    label = min(line.left for line in lines[start : start + 3])
    pending = 0
    for at in range(start + 1, len(lines)):
        line = lines[at]
        if line.top - lines[at - 1].bottom > _GAP or heads[at]:
            break
        if rows[at]:
            if not _fits(values, start, end, at):
                break
            limit = min(limit, _left_edge(lines, rows, at, at + 1))
            end, pending = at + 1, 0
            continue
        pending += 1
        if pending > _PENDING or not _may_stand_inside(line, limit, label):
            break
    return end + _trailing_label(lines, values, end, limit)


def _fits(values: Sequence[Sequence[Segment]], start: int, end: int, at: int) -> bool:
    """Whether a row has a number above or below another of the table's last rows."""
    recent = [s for row in values[max(start, end - 12) : end] for s in row]
    return any(
        s.left < other.right + 6 and other.left < s.right + 6
        for s in values[at]
        for other in recent
    )


def _may_stand_inside(line: Line, limit: float, label: float) -> bool:
    """Whether a line without numbers can be a heading or a part of a label between rows."""
    if line.right <= limit + 2:
        return True
    if len(line.segments) == 1:
        text = line.segments[0].text
        return abs(line.left - label) < 20 and len(text) < 90 and not _PROSE_END.search(text)
    return all(_MARKS.fullmatch(s.text) or not s.text[0].isalpha() for s in line.segments[1:])


def _trailing_label(
    lines: Sequence[Line], values: Sequence[Sequence[Segment]], end: int, limit: float
) -> int:
    """1 where the line after the last row is the rest of that row's label."""
    if end >= len(lines) or end < 2 or values[end]:
        return 0
    line, last = lines[end], lines[end - 1]
    if _NOTE.match(line.text):
        return 0
    tight = line.bottom - last.bottom < 0.85 * (last.bottom - lines[end - 2].bottom)
    near = line.bottom - last.bottom < 1.4 * (last.bottom - last.top)
    first = line.text[:1]
    return int(line.right <= limit and near and (first.islower() or (tight and first.isalpha())))


def _is_table(
    values: Sequence[Sequence[Segment]],
    rows: Sequence[bool],
    heads: Sequence[bool],
    top: int,
    start: int,
    end: int,
) -> bool:
    """Two rows with numbers in line, or one row of several numbers under a header."""
    inside = [values[at] for at in range(start, end) if rows[at]]
    if len(inside) == 1:
        return len(inside[0]) > 1 and (any(heads[top:start]) or start - top > 0)
    edges = sorted(digits_right(s) for row in inside for s in row)
    aligned = sum(b - a <= 4.5 for a, b in pairwise(edges))
    return aligned * 3 >= len(edges) or aligned >= 4


def _header_top(
    lines: Sequence[Line],
    values: Sequence[Sequence[Segment]],
    rows: Sequence[bool],
    start: int,
    end: int,
    floor: int,
) -> int:
    """Index of the topmost header line above the first row."""
    limit = _left_edge(lines, rows, start, end)
    right = max(s.right for row in values[start:end] for s in row)
    middle = (min(line.left for line in lines) + max(line.right for line in lines)) / 2
    columns = _extents(lines[start:end], limit)
    right = max(right, columns[-1][1]) if columns else right
    top = start
    below = lines[start]
    passed = 0
    for at in range(start - 1, floor - 1, -1):
        line = lines[at]
        height = line.bottom - line.top
        if below.top - line.bottom > 2.2 * height + 2:
            break
        heads = _heads(line, limit, right, len(columns)) or _stands_over(line, columns)
        if heads and not (top < start and _is_centred(line, middle)):
            top, passed = at, 0
        elif line.right <= limit + 2 and passed < 3:
            passed += 1
        else:
            break
        below = line
    return top


def _extents(body: Sequence[Line], limit: float) -> list[tuple[float, float]]:
    """Left and right edges of what the rows print right of their labels, words included."""
    extents: list[tuple[float, float]] = []
    cells = [s for line in body for s in line.segments[1:]]
    cells += [line.segments[0] for line in body if line.left > limit - 4]
    for left, right in sorted((s.left, s.right) for s in cells):
        if extents and left < extents[-1][1]:
            extents[-1] = (extents[-1][0], max(extents[-1][1], right))
        else:
            extents.append((left, right))
    return extents


def _stands_over(line: Line, columns: Sequence[tuple[float, float]]) -> bool:
    """Whether two headings or more stand each over a column of its own, at most one before them."""
    under = [
        next(
            (at for at, (left, right) in enumerate(columns) if s.left < right and left < s.right),
            None,
        )
        for s in line.segments
    ]
    places = [at for at in under[1:] if at is not None]
    over = len(places) + (under[0] is not None)
    if over < 2 or len(places) < len(under) - 1 or len(line.segments) > len(columns) + 1:
        return False
    return len(set(places)) == len(places) and not _PROSE_END.search(line.segments[-1].text)


def _is_centred(line: Line, middle: float) -> bool:
    """Whether a line is a title in the middle of the page rather than of the value columns."""
    if len(line.segments) > 1 or PERIOD.search(line.text):
        return False
    return abs((line.left + line.right) / 2 - middle) < 8


def _heads(line: Line, limit: float, right: float, columns: int) -> bool:
    """Whether a line's segments stand over the value columns (and a corner at the left)."""
    segments = line.segments
    if _MARGINAL.fullmatch(line.text):
        return False
    over = [s for s in segments if s.right > limit]
    if not over or len(over) > 24:
        return False
    if sum(s.left > right + 40 for s in over) * 2 > len(over):
        return False
    first = over[0]
    if _heads_one(segments, limit, right):
        return True
    if len(segments) == 1 and first.text[0] in "*†":
        return False
    if len(segments) == 1 and is_unit_line(first.text):
        return first.left > limit - 45
    if len(over) == 1 and first.left < limit - 25:
        short = first.right - first.left < 0.6 * (right - limit)
        announces = first.text[-1] in ":." or first.text[0].islower()
        return short and not announces and PERIOD.search(first.text) is not None
    if (
        len(over) == 1
        and len(segments) == 1
        and _PROSE_END.search(first.text)
        and len(first.text) > 40
    ):
        return False
    slack = 90 if len(over) == columns > 1 else 45
    return all(s.left > limit - slack for s in over)


def _heads_one(segments: Sequence[Segment], limit: float, right: float) -> bool:
    """Whether a lone short period is set flush with the only column of numbers below."""
    only = segments[0]
    if len(segments) > 1 or len(only.text) > _ONE_COLUMN_CHARS or only.left < limit - 120:
        return False
    stated = PERIOD.search(only.text) is not None or YEAR.fullmatch(only.text) is not None
    return stated and abs(only.right - right) < 6


def _leading_labels(
    lines: Sequence[Line],
    values: Sequence[Sequence[Segment]],
    heads: Sequence[bool],
    top: int,
    start: int,
) -> int:
    """First body line: headings such as ``Current assets:`` right above the first row count."""
    if top == start:
        at = start
        while at > 0 and _is_lead(lines, values, heads, at - 1, start) and start - at < 3:
            at -= 1
        return at
    heading = (
        at
        for at in range(top, start)
        if len(lines[at].segments) > 1 or _over(lines, at, values, start)
    )
    last = max(heading, default=top)
    return last + 1


def _over(lines: Sequence[Line], at: int, values: Sequence[Sequence[Segment]], start: int) -> bool:
    limit = left_of_values(lines[start]) or values[start][0].left
    return lines[at].right > limit + 2


def _is_lead(
    lines: Sequence[Line],
    values: Sequence[Sequence[Segment]],
    heads: Sequence[bool],
    at: int,
    start: int,
) -> bool:
    line, below = lines[at], lines[at + 1]
    if values[at] or heads[at] or len(line.segments) > 1 or is_unit_line(line.text):
        return False
    limit = min(s.left for s in values[start])
    near = below.top - line.bottom < 0.8 * (line.bottom - line.top)
    ends = line.text[-1:] == ":" or lines[start].left > line.left + 3
    return near and ends and line.right < limit
