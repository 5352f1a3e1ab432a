"""What inline styles say: hidden, bold, superscript, indented, page breaks."""

import functools
import re
from dataclasses import dataclass, replace

from lxml import etree

_HIDDEN_TAGS = frozenset(
    {"script", "style", "head", "noscript", "template", "ix:header", "ix:hidden", "svg", "math"}
)
_BOLD_TAGS = frozenset({"b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "th"})
_SLANTED_TAGS = frozenset({"i", "em", "u"})
_BREAKS = frozenset({"always", "page", "left", "right", "recto", "verso"})
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(pt|px|em|rem|in|cm|mm|%)?", re.IGNORECASE)
_MARK = re.compile(r"[1-9][0-9]?|[a-z]|[1-9](?:,\s?[1-9]){1,3}")
_POINTS = {"pt": 1.0, "px": 0.75, "em": 10.0, "rem": 10.0, "in": 72.0, "cm": 28.35, "mm": 2.835}


@dataclass(frozen=True, slots=True)
class Style:
    """The few properties of an inline style that matter for reading."""

    hidden: bool = False
    bold: bool | None = None
    """None where it is inherited."""
    slanted: bool = False
    """Italic or underlined."""
    superscript: bool = False
    indent: float = 0.0
    """Left padding, margin and text indent in points."""
    break_before: bool = False
    break_after: bool = False


def style_of(element: etree._Element) -> Style:
    """The style an element gives itself by its tag, its attributes and its ``style``."""
    tag = element.tag
    return _style(
        tag if isinstance(tag, str) else "",
        element.get("style") or "",
        element.get("hidden") is not None,
    )


@functools.lru_cache(maxsize=65536)
def _style(tag: str, text: str, hidden: bool) -> Style:
    style = parse_style(text)
    hidden = hidden or style.hidden or tag in _HIDDEN_TAGS
    bold = style.bold if style.bold is not None else (True if tag in _BOLD_TAGS else None)
    superscript = style.superscript or tag == "sup"
    slanted = style.slanted or tag in _SLANTED_TAGS
    return replace(style, hidden=hidden, bold=bold, superscript=superscript, slanted=slanted)


def bracketed(mark: str) -> str:
    """A footnote mark that stands out from the words it follows: ``1`` → ``(1)``."""
    return f"({mark})" if _MARK.fullmatch(mark) else mark


def parse_style(text: str) -> Style:
    """Read one ``style`` attribute; unknown properties and bad values are passed over."""
    if not text:
        return Style()
    properties: dict[str, str] = {}
    for part in text.lower().split(";"):
        name, _, value = part.partition(":")
        properties[name.strip()] = value.replace("!important", "").strip()
    return Style(
        hidden=properties.get("display") == "none" or properties.get("visibility") == "hidden",
        bold=_bold(properties.get("font-weight", "") or properties.get("font", "")),
        slanted=properties.get("font-style") == "italic"
        or "underline" in properties.get("text-decoration", ""),
        superscript=_raised(properties),
        indent=_indent(properties),
        break_before=_breaks(properties, "before"),
        break_after=_breaks(properties, "after"),
    )


def _raised(properties: dict[str, str]) -> bool:
    """Superscript by name, or set above the line by hand."""
    if properties.get("vertical-align") in ("super", "text-top"):
        return True
    moved = properties.get("position") == "relative" and _points(properties.get("top", "")) < -1
    return moved or _points(properties.get("vertical-align", "")) > 1


def _bold(weight: str) -> bool | None:
    if not weight:
        return None
    if re.search(r"\bbold(?:er)?\b|\b[6-9]00\b", weight):
        return True
    return False if re.search(r"\b(?:normal|lighter|[1-5]00)\b", weight) else None


def _breaks(properties: dict[str, str], side: str) -> bool:
    values = (properties.get(f"page-break-{side}"), properties.get(f"break-{side}"))
    return any(value in _BREAKS for value in values)


def _indent(properties: dict[str, str]) -> float:
    total = _points(properties.get("text-indent", ""))
    for name in ("padding", "margin"):
        sides = properties.get(name, "").split()
        left = properties.get(f"{name}-left") or _left_of(sides)
        total += _points(left)
    return total


def _left_of(sides: list[str]) -> str:
    """CSS shorthand: 4 values end with left; 2 and 3 have left second; 1 is all sides."""
    if not sides:
        return ""
    return sides[3] if len(sides) >= 4 else sides[1] if len(sides) >= 2 else sides[0]


def _points(text: str) -> float:
    match = _LENGTH.match(text)
    if not match or match[2] == "%":
        return 0.0
    return float(match[1]) * _POINTS.get(match[2] or "px", 0.75)
