"""From a region of lines to a grid of cells: columns by right edges, labels, levels, header."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hirec.types import Box
from indexing.reading.header import is_unit_line
from indexing.reading.lines import Line, Segment, usual_pitch
from indexing.reading.regions import CURRENCY, YEAR, Region, digits_right, is_value, left_of_values
from indexing.reading.spans import Extent, Span, assign_all
from indexing.reading.tokens import RawCell
from indexing.reading.wrapped import is_unfinished

_TIGHT = 0.82
"""Of the usual pitch: lines so near to each other are parts of one row."""


_FORM = re.compile(r"(?:10-[KQ]|8-K|S-[0-9]+)(?:/A)?", re.IGNORECASE)
"""Forms named in the columns of a list of exhibits."""


_MANY = 30
"""Numbers that no layout of text holds."""


@dataclass(slots=True)
class BodyRow:
    """A printed row: its label, where the label stands, and its values with their places."""

    line: Line
    label: str
    label_left: float | None
    label_right: float
    values: list[Segment] = field(default_factory=list)


_EMPTY = RawCell("")


def grid_of(lines: Sequence[Line], region: Region) -> list[list[RawCell | None]]:
    """The region's grid: header rows first, a label column, then one column a value column."""
    body = lines[region.body : region.end]
    limit = _limit(body)
    rows = [_body_row(line, limit) for line in body]
    columns = _columns(rows)
    if not columns:
        return []
    rows = _join_cells(rows, columns)
    rows = _join_wrapped(rows, usual_pitch(body), limit)
    levels = _levels(rows)
    edge = levels[0] if levels else limit
    limit = min(limit, columns[0].left)
    header = _header_rows(lines[region.top : region.body], columns, limit, edge)
    return [*header, *(_grid_row(row, columns, levels) for row in rows)]


def worth_a_table(grid: Sequence[Sequence[RawCell | None]]) -> bool:
    """False for layouts of text, such as lists of exhibits or officers, that hold few numbers."""
    texts = [cell.text for row in grid for cell in row[1:] if cell is not None and cell.text]
    numbers = sum(is_value(text) for text in texts)
    if sum(_FORM.fullmatch(text) is not None for text in texts) > 1:
        return False
    if numbers >= _MANY and numbers * 3 >= 2 * len(texts):
        return True  # a column of words, such as what a product is for, stands among the numbers
    long = sum(len(text) > 60 for text in texts)
    return numbers * 5 >= len(texts) and long * 6 <= len(grid)


def _limit(body: Sequence[Line]) -> float:
    """Left edge of the values: where labels must have ended."""
    lefts = sorted([left for line in body if (left := left_of_values(line)) is not None])
    return lefts[len(lefts) // 20] if lefts else 0.0


def _body_row(line: Line, limit: float) -> BodyRow:
    segments = line.segments
    labels = 0
    first = segments[0]
    if first.left < limit - 4 and first.text not in CURRENCY:
        labels = 1
        while labels < len(segments):
            segment = segments[labels]
            if segment.left >= limit - 4 or segment.text in CURRENCY or is_value(segment.text):
                break
            if segment.left - segments[labels - 1].right > 30:
                break
            labels += 1
    label = " ".join([s.text for s in segments[:labels]])
    left = first.left if labels else None
    right = segments[labels - 1].right if labels else 0.0
    return BodyRow(line, label, left, right, _join_marks(segments[labels:]))


def _join_marks(segments: Sequence[Segment]) -> list[Segment]:
    """Values of a row with ``$`` in front and ``)`` or ``%`` behind joined to their number."""
    joined: list[Segment] = []
    sign: Segment | None = None
    for segment in segments:
        text = segment.text
        if text in CURRENCY:
            sign = segment
        elif joined and text in (")", "%", ")%", "%)") and segment.left - joined[-1].right < 14:
            last = joined[-1]
            joined[-1] = Segment(last.left, segment.right, f"{last.text}{text}")
        elif sign is not None:
            joined.append(Segment(sign.left, segment.right, f"{sign.text} {text}"))
            sign = None
        else:
            joined.append(segment)
    return joined


@dataclass(slots=True)
class _Cluster:
    edges: list[float]
    left: float
    right: float
    rows: set[int]

    def take(self, edge: float, segment: Segment, row: int) -> None:
        self.edges.append(edge)
        self.left, self.right = min(self.left, segment.left), max(self.right, segment.right)
        self.rows.add(row)


def _columns(rows: Sequence[BodyRow]) -> list[Extent]:
    """Value columns from left to right, clustered by the right edge of their numbers."""
    numbers = [
        (digits_right(s), s, at)
        for at, row in enumerate(rows)
        for s in row.values
        if is_value(s.text)
    ]
    clusters = _cluster(sorted(numbers, key=lambda entry: entry[0]))
    for at, row in enumerate(rows):
        for segment in row.values:
            if not is_value(segment.text) and not _touching(segment, clusters):
                clusters.append(_Cluster([segment.right], segment.left, segment.right, {at}))
    merged: list[_Cluster] = []
    for cluster in sorted(clusters, key=lambda c: c.edges[0]):
        last = merged[-1] if merged else None
        if last and cluster.left < last.right - 1 and not (last.rows & cluster.rows):
            last.edges += cluster.edges
            last.left, last.right = min(last.left, cluster.left), max(last.right, cluster.right)
            last.rows |= cluster.rows
        else:
            merged.append(cluster)
    return [Extent(c.left, c.right) for c in merged]


def _cluster(numbers: Sequence[tuple[float, Segment, int]]) -> list[_Cluster]:
    clusters: list[_Cluster] = []
    for edge, segment, row in numbers:
        last = clusters[-1] if clusters else None
        if last and edge - last.edges[-1] <= 4.5 and row not in last.rows:
            last.take(edge, segment, row)
        else:
            clusters.append(_Cluster([edge], segment.left, segment.right, {row}))
    return clusters


def _touching(segment: Segment, clusters: Sequence[_Cluster]) -> bool:
    return any(segment.left < c.right and c.left < segment.right for c in clusters)


def _join_cells(rows: list[BodyRow], columns: Sequence[Extent]) -> list[BodyRow]:
    """Rows in which the first line of a text cell, printed over its row, is in that cell."""
    done: list[BodyRow] = []
    waiting: Segment | None = None
    for row in rows:
        left = row.label_left
        if not row.values and left is not None and left >= columns[0].left - 3:
            waiting = Segment(left, row.label_right, row.label)
            continue
        if waiting is not None:
            under = [v for v in row.values if v.left < waiting.right and waiting.left < v.right]
            if under:
                under[0].text = f"{waiting.text} {under[0].text}"
            else:
                row.values.insert(0, waiting)
            waiting = None
        done.append(row)
    return done


def _join_wrapped(rows: list[BodyRow], pitch: float, limit: float) -> list[BodyRow]:
    """Rows whose label runs over two or more lines, as one."""
    done: list[BodyRow] = []
    for at, row in enumerate(rows):
        if done and row.label and _goes_on(done[-1], row, rows[at + 1 : at + 2], pitch, limit):
            last = done[-1]
            last.label = f"{last.label} {row.label}"
            last.values = last.values or row.values
            last.line = replace(row.line, top=last.line.top)
            last.label_right = row.label_right
        elif done and _belongs(done[-1], row, pitch):
            done[-1].values = row.values
        else:
            done.append(row)
    return done


def _belongs(last: BodyRow, row: BodyRow, pitch: float) -> bool:
    """Whether values without a label are those of the label printed a little above them."""
    if row.label or last.values or not last.label or last.label.endswith(":"):
        return False
    return row.line.bottom - last.line.bottom < _TIGHT * pitch


def _goes_on(
    last: BodyRow, row: BodyRow, after: Sequence[BodyRow], pitch: float, limit: float
) -> bool:
    """Whether ``row`` continues the label of ``last``."""
    if not last.label or last.label_left is None or row.label_left is None:
        return False
    if last.values and row.values:
        return False
    step = row.line.bottom - last.line.bottom
    if step > 1.35 * pitch and step > 1.6 * (row.line.bottom - row.line.top):
        return False
    tight = step < _TIGHT * pitch
    lower = row.label[0].islower() or row.label[0] == "&"
    if last.values:
        if row.label[0].islower():
            return True
        follows = bool(after) and after[0].line.bottom - row.line.bottom < step + 1.5
        ends = row.label.endswith(":") or is_unfinished(row.label)
        return tight and not follows and not ends
    if last.label.endswith(":"):
        return False
    connected = is_unfinished(last.label)
    word = row.label.split(" ", 1)[0]
    full = limit + 2 >= last.label_right > limit - 12 - 5.0 * len(word)
    hanging = row.label_left >= last.label_left - 2
    return hanging and (
        connected or tight or (lower and row.label[0] != "(") or (full and bool(row.values))
    )


def _levels(rows: Sequence[BodyRow]) -> list[float]:
    """Left edges of the levels of indentation, leftmost first."""
    lefts = sorted(r.label_left for r in rows if r.label_left is not None and r.values)
    levels: list[float] = []
    for left in lefts:
        if not levels or left - levels[-1] > 3:
            levels.append(left)
    others = sorted(r.label_left for r in rows if r.label_left is not None and not r.values)
    for left in others:
        if levels and left < levels[0] - 3:
            levels.insert(0, left)
    return levels


def _grid_row(
    row: BodyRow, columns: Sequence[Extent], levels: Sequence[float]
) -> list[RawCell | None]:
    top, bottom = row.line.top, row.line.bottom
    cells: list[RawCell | None] = [_EMPTY] * (len(columns) + 1)
    if row.label and row.label_left is not None:
        box = Box(row.label_left, top, row.label_right, bottom)
        cells[0] = RawCell(row.label, box, level=_level(row, levels))
    for segment in row.values:
        at = _place(segment, columns)
        before = cells[at + 1]
        text = f"{before.text} {segment.text}" if before and before.text else segment.text
        cells[at + 1] = RawCell(text, Box(segment.left, top, segment.right, bottom))
    return cells


def _level(row: BodyRow, levels: Sequence[float]) -> int:
    left = row.label_left or 0.0
    if not row.values and levels and left > levels[-1] + 30:
        return 0
    return max((at for at, edge in enumerate(levels) if edge <= left + 1.5), default=0)


def _place(segment: Segment, columns: Sequence[Extent]) -> int:
    """Index of the column that a value overlaps most, else of the one whose right edge is next."""
    left, right = segment.left, segment.right
    place, most, nearest = 0, -1.0, 0.0
    for at, column in enumerate(columns):
        reach = min(right, column.right) - max(left, column.left)
        reach, off = max(reach, 0.0), abs(right - column.right)
        if reach > most or (reach == most and off < nearest):
            place, most, nearest = at, reach, off
    return place


def _header_rows(
    lines: Sequence[Line], columns: Sequence[Extent], limit: float, edge: float
) -> list[list[RawCell | None]]:
    """Header lines as grid rows; ``edge`` is where the leftmost label starts."""
    width = len(columns)
    corners: list[list[Segment]] = []
    over: list[list[Segment]] = []
    for at, line in enumerate(lines):
        segments = line.segments
        whole = len(segments) == width and segments[0].left > edge + 60
        full = len(segments) >= width
        corner = [] if whole else [s for s in segments if _is_corner(s, limit, full)]
        rest = [s for s in segments if s not in corner]
        if at == len(lines) - 1 and len(rest) < width:
            rest = [part for s in rest for part in _split_over(s, columns)]
        corners.append(corner)
        over.append(rest)
    spans = assign_all(over, columns)
    return [
        _header_row(line, corner, headings, where, width)
        for line, corner, headings, where in zip(lines, corners, over, spans, strict=True)
    ]


def _is_corner(segment: Segment, limit: float, full: bool) -> bool:
    """Whether a heading is over the labels; a ``full`` line may start a little before values."""
    if segment.left < limit - 60 and is_unit_line(segment.text):
        return True
    near = segment.left > limit - 45 and (full or YEAR.fullmatch(segment.text) is not None)
    return segment.right <= limit + 2 and not near


def _split_over(segment: Segment, columns: Sequence[Extent]) -> list[Segment]:
    """A lowest heading that runs over several columns, cut into one piece a column.

    Words are placed by their share of the characters. Kept whole where a column gets none.
    """
    under = [c for c in columns if segment.left - 8 < c.middle < segment.right + 8]
    words = segment.text.split()
    if len(under) < 2 or len(words) < len(under):
        return [segment]
    step = (segment.right - segment.left) / max(len(segment.text), 1)
    pieces: list[list[str]] = [[] for _ in under]
    place = 0
    for word in words:
        middle = segment.left + step * (place + len(word) / 2)
        at = min(range(len(under)), key=lambda i: abs(under[i].middle - middle))
        pieces[at].append(word)
        place += len(word) + 1
    if not all(pieces):
        return [segment]
    return [Segment(c.left, c.right, " ".join(p)) for c, p in zip(under, pieces, strict=True)]


def _header_row(
    line: Line,
    corner: Sequence[Segment],
    over: Sequence[Segment],
    spans: Sequence[Span],
    width: int,
) -> list[RawCell | None]:
    cells: list[RawCell | None] = [RawCell("") for _ in range(width + 1)]
    if corner:
        cells[0] = RawCell(" ".join([s.text for s in corner]))
    for segment, (first, last) in zip(over, spans, strict=True):
        before = cells[first + 1]
        text = f"{before.text} {segment.text}" if before and before.text else segment.text
        cells[first + 1] = RawCell(text, Box(segment.left, line.top, segment.right, line.bottom))
        for at in range(first + 1, last + 1):
            cells[at + 1] = None
    return cells
