"""Which images and drawings of a PDF are figures: no logos, rules, backgrounds or scanned pages."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hirec.types import Box

_LEAST_WIDTH, _LEAST_HEIGHT = 100.0, 80.0
"""Points; smaller ones are logos and icons."""
_LARGEST_SHARE = 0.85
"""Of the page; a larger one is a background or a scan, whose words OCR reads."""
_RUNNING = 3
"""Pages from which on the same image is part of the layout."""
_APART = 3.0
"""Points between the parts of one figure, which producers of PDF like to cut into strips."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Something drawn on a page, its place as shown."""

    page_number: int
    box: Box
    share: float
    """Of the page's area."""
    image: bytes = b""
    """Digest of an image; empty for strokes."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and its picture."""

    page_number: int
    box: Box
    """Points of the page as shown, origin at the top left."""
    png: bytes


def figures_among(drawn: Sequence[Drawn]) -> list[Drawn]:
    """The figures, parts put together, the largest share of its page first."""
    pages = Counter(image for image, _ in {(d.image, d.page_number) for d in drawn})
    own = [d for d in drawn if not d.image or pages[d.image] < _RUNNING]
    whole = [d for d in own if d.share <= _LARGEST_SHARE]
    figures = [d for d in _joined(whole) if _is_large(d.box) and d.share <= _LARGEST_SHARE]
    return sorted(figures, key=lambda d: (-d.share, d.page_number, d.box.top, d.box.left))


def _is_large(box: Box) -> bool:
    return box.right - box.left >= _LEAST_WIDTH and box.bottom - box.top >= _LEAST_HEIGHT


def _joined(drawn: Sequence[Drawn]) -> list[Drawn]:
    """Parts that touch, as one."""
    done: list[Drawn] = []
    for part in sorted(drawn, key=lambda d: (d.page_number, d.box.top, d.box.left)):
        whole = part
        while True:
            touching = [d for d in done if d.page_number == whole.page_number and _touch(d, whole)]
            if not touching:
                break
            done = [d for d in done if d not in touching]
            for other in touching:
                whole = _together(whole, other)
        done.append(whole)
    return done


def _touch(one: Drawn, other: Drawn) -> bool:
    a, b = one.box, other.box
    return (
        a.left - _APART <= b.right
        and b.left - _APART <= a.right
        and a.top - _APART <= b.bottom
        and b.top - _APART <= a.bottom
    )


def _together(one: Drawn, other: Drawn) -> Drawn:
    a, b = one.box, other.box
    box = Box(
        min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom)
    )
    page = one.share / _area(a) if _area(a) else 0.0
    return Drawn(one.page_number, box, _area(box) * page)


def _area(box: Box) -> float:
    return (box.right - box.left) * (box.bottom - box.top)
