"""Words at positions put together into lines and into segments that a gap sets apart."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

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

    @property
    def left(self) -> float:
        """Left edge of the first segment."""
        return self.segments[0].left

    @property
    def right(self) -> float:
        """Right edge of the last segment."""
        return self.segments[-1].right

    @property
    def text(self) -> str:
        """All segments, a blank between them."""
        segments = self.segments
        return segments[0].text if len(segments) == 1 else " ".join([s.text for s in segments])


def make_lines(words: Iterable[Word]) -> list[Line]:
    """Lines of a page from top to bottom; dot leaders are dropped.

    Words whose middles lie within 0.4 of the
    taller one's height share a line, so small superscripts stay with their line.
    """
    placed = [(w[1] + w[3], w) for w in words if w[4] != "." and w[3] > w[1]]
    placed.sort(key=_middle)
    rows: list[list[Word]] = []
    reference, height = -1e9, 0.0
    for twice_middle, word in placed:
        tall: float = word[3] - word[1]
        limit = 0.8 * (tall if tall > height else height)
        if twice_middle - reference > limit:
            rows.append([word])
            reference, height = twice_middle, tall
            continue
        rows[-1].append(word)
        if tall > height:
            reference, height = twice_middle, tall
    return [line for row in rows if (line := _line(row)) is not None]


def _middle(entry: tuple[float, Word]) -> float:
    return entry[0]


def _line(row: list[Word]) -> Line | None:
    row.sort()
    segments: list[Segment] = []
    texts: list[str] = []
    left = right = 0.0
    top, bottom = 1e9, 0.0
    height = max([w[3] - w[1] for w in row])
    narrow, wide = max(3.2, 0.42 * height), max(4.5, 0.55 * height)
    numeric = force = False
    for word in row:
        x0, y0, x1, y1, text = word[:5]
        leader = ".." in text
        if leader:
            stripped = _without_leader(text)
            if not stripped:
                force = True
                continue
            x1 = x0 + (x1 - x0) * len(stripped) / len(text)
            text = stripped
        is_numeric = text[0] in _NUMERIC_STARTS
        if texts:
            gap = x0 - right
            apart = gap > wide or force or (gap > narrow and (numeric or is_numeric))
            if apart or (numeric and text == "$"):
                segments.append(Segment(left, right, " ".join(texts)))
                texts = []
        if not texts:
            left = x0
        texts.append(text)
        right = x1
        if y0 < top:
            top = y0
        if y1 > bottom:
            bottom = y1
        numeric, force = is_numeric, leader
    if texts:
        segments.append(Segment(left, right, " ".join(texts)))
    if len(segments) > 3 and _is_justified(segments, height):
        segments = [Segment(segments[0].left, right, " ".join([s.text for s in segments]))]
    return Line(top, bottom, segments) if segments else None


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
