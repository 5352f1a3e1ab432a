"""Words at positions put together into lines and into segments that a gap sets apart."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter, sub

Word = tuple[float, float, float, float, str, int, int, int]
"""Left, top, right, bottom in points (origin at the top left), text without blanks, then the
reader's own numbers for block, line and word, which only break ties."""

_NUMERIC_STARTS = frozenset("0123456789$(—–-.€£¥%)")


@dataclass(slots=True)
class Segment:
    """Words of a line that stand together."""

    left: float
    right: float
    text: str


@dataclass(slots=True)
class Line:
    """A printed line; its segments run from left to right."""

    top: float
    bottom: float
    segments: list[Segment]
    text: str
    """All segments, a blank between them."""

    @property
    def left(self) -> float:
        """Left edge of the first segment."""
        return self.segments[0].left

    @property
    def right(self) -> float:
        """Right edge of the last segment."""
        return self.segments[-1].right


def make_lines(words: Iterable[Word]) -> list[Line]:
    """Lines of a page from top to bottom; dot leaders are dropped.

    Words whose middles lie within 0.4 of the
    taller one's height share a line, so small superscripts stay with their line.
    """
    rows: list[_Row] = []
    reference, height = -1e9, 0.0
    for twice_middle, tall, group in sorted(_level_groups(words), key=itemgetter(0)):
        limit = 0.8 * (tall if tall > height else height)
        if twice_middle - reference > limit:
            rows.append(_Row(tall, group))
            reference, height = twice_middle, tall
            continue
        rows[-1].words += group
        if tall > height:
            reference = twice_middle
            rows[-1].height = height = tall
    return [line for row in rows if (line := _line(row.words, row.height)) is not None]


@dataclass(slots=True)
class _Row:
    """Words of a line, not yet from left to right, and the height of the tallest."""

    height: float
    words: list[Word]


def _level_groups(words: Iterable[Word]) -> Iterator[tuple[float, float, list[Word]]]:
    """Words that follow each other at the same height: twice their middle, their height, they.

    A line is mostly one such group, so that lines are found without looking at every word.
    """
    for (top, bottom), group in groupby(words, key=itemgetter(1, 3)):
        if bottom > top and (kept := [word for word in group if word[4] != "."]):
            yield top + bottom, bottom - top, kept


def _line(row: list[Word], height: float) -> Line | None:
    row.sort()
    forced: set[int] = set()
    text = " ".join([word[4] for word in row])
    if ".." in text:
        row, forced = _without_leaders(row)
        text = " ".join([word[4] for word in row])
    if not row:
        return None
    cuts = _cuts(row, height, forced, dollars=f" {text} ".count(" $ "))
    top, bottom = min([word[1] for word in row]), max([word[3] for word in row])
    whole = Segment(row[0][0], row[-1][2], text)
    if not cuts:
        return Line(top, bottom, [whole], text)
    segments = [
        Segment(row[start][0], row[end - 1][2], " ".join([word[4] for word in row[start:end]]))
        for start, end in pairwise([0, *cuts, len(row)])
    ]
    if len(segments) > 3 and _is_justified(segments, height):
        segments = [whole]
    return Line(top, bottom, segments, text)


def _cuts(row: Sequence[Word], height: float, forced: set[int], dollars: int) -> list[int]:
    """Indexes of the words that start a segment, the first aside.

    A wide gap parts any words, a narrower one only where a number stands at either side, and a
    ``$`` behind a number starts the next column.
    """
    if len(row) == 1:
        return []
    narrow, wide = max(3.2, 0.42 * height), max(4.5, 0.55 * height)
    gaps = list(map(sub, [word[0] for word in row[1:]], [word[2] for word in row]))
    if not (forced or dollars) and max(gaps) <= narrow:
        return []
    return [
        at
        for at, gap in enumerate(gaps, start=1)
        if gap > wide
        or at in forced
        or (gap > narrow and (_is_numeric(row[at - 1]) or _is_numeric(row[at])))
        or (dollars and row[at][4] == "$" and _is_numeric(row[at - 1]))
    ]


def _is_numeric(word: Word) -> bool:
    return word[4][0] in _NUMERIC_STARTS


def _without_leaders(row: Sequence[Word]) -> tuple[list[Word], set[int]]:
    """Words without their dot leaders, and the indexes of those that a leader stands before."""
    kept: list[Word] = []
    forced: set[int] = set()
    for word in row:
        x0, y0, x1, y1, text, *rest = word
        if ".." not in text:
            kept.append(word)
            continue
        stripped = _without_leader(text)
        if stripped:
            x1 = x0 + (x1 - x0) * len(stripped) / len(text)
            kept.append((x0, y0, x1, y1, stripped, rest[0], rest[1], rest[2]))
        forced.add(len(kept))
    return kept, forced


def _is_justified(segments: Sequence[Segment], height: float) -> bool:
    """Whether the gaps come from justified prose: narrow, and most pieces go on in lower case."""
    if any(b.left - a.right > height for a, b in pairwise(segments)):
        return False
    return sum(s.text[0].islower() for s in segments) * 2 >= len(segments)


def _without_leader(text: str) -> str:
    """The word before its dot leader; ``text`` itself for a mere ellipsis inside a word."""
    at = text.find("..")
    rest = text[at:].strip(".")
    return text if rest else text[:at]


def usual_pitch(lines: Sequence[Line]) -> float:
    """Median distance between neighbouring lines' bottoms in points; 12 where there are none."""
    steps = sorted(b.bottom - a.bottom for a, b in pairwise(lines))
    return steps[len(steps) // 2] if steps else 12.0
