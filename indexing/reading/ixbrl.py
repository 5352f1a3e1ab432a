"""Inline XBRL: contexts, units, tagged numbers and the document-and-entity information."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from lxml import etree

from hirec.types import Fact, Period

_DAYS_A_MONTH = 30.4375
_SHORTEST_SPAN_DAYS = 15
_COMMON_SHARES = re.compile(r"common(stock|class|shares?|unit)|ordinary", re.IGNORECASE)
_DATE_FORMATS = ("%B %d %Y", "%b %d %Y", "%d %B %Y", "%d %b %Y", "%Y-%m-%d", "%m/%d/%Y")
_WORD_ZERO = frozenset({"", "-", "–", "—", "―", "no", "none", "nil", "zero"})

Dimensions = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Context:
    """When and for which part of the company a tag holds."""

    period: Period
    dimensions: Dimensions = ()


@dataclass(frozen=True, slots=True)
class Tags:
    """What an inline XBRL header declares, and the dei values found anywhere in the file."""

    contexts: Mapping[str, Context]
    units: Mapping[str, str]
    dei: Mapping[str, str]


def read_tags(root: etree._Element) -> Tags:
    """Contexts and units of the header, and dei values without prefix; empty where untagged."""
    contexts: dict[str, Context] = {}
    units: dict[str, str] = {}
    for element in root.iter(etree.Element):
        if not element.tag.endswith(("context", "unit")):
            continue
        name = local_name(element)
        if name == "context":
            contexts[element.get("id", "")] = _read_context(element)
        elif name == "unit":
            units[element.get("id", "")] = _read_unit(element)
    return Tags(contexts, units, _read_dei(root, contexts))


def read_fact(element: etree._Element, tags: Tags) -> Fact | None:
    """The number of an ``ix:nonFraction``, scaled and signed; None for nil or unreadable ones."""
    context = tags.contexts.get(element.get("contextref", ""))
    if context is None or element.get("xsi:nil") in ("true", "1"):
        return None
    number = _printed_number(inner_text(element), element.get("format", ""))
    if number is None:
        return None
    scale = element.get("scale") or "0"
    if not re.fullmatch(r"[+-]?\d{1,2}", scale):
        return None
    value = number.scaleb(int(scale))
    if element.get("sign") == "-" and value:
        value = -value
    decimals = element.get("decimals", "")
    return Fact(
        concept=element.get("name", ""),
        value=value,
        unit=tags.units.get(element.get("unitref", ""), ""),
        period=context.period,
        dimensions=context.dimensions,
        decimals=int(decimals) if re.fullmatch(r"[+-]?\d+", decimals) else None,
    )


def local_name(element: etree._Element) -> str:
    """Tag without prefix or namespace, lower case; empty for comments and instructions."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    return tag.rpartition("}")[2].rpartition(":")[2].lower()


def inner_text(element: etree._Element) -> str:
    """All text inside an element, as it stands."""
    return "".join(map(str, element.itertext()))


def is_tag(element: etree._Element, name: str) -> bool:
    """True for the inline XBRL element ``ix:<name>``."""
    return isinstance(element.tag, str) and element.tag.lower() == f"ix:{name}"


def is_only_tag(element: etree._Element) -> bool:
    """True for a flag of the cover spelled out for machines: "TRUE" in white by a ticked box."""
    if not is_tag(element, "nonnumeric") or not element.get("name", "").startswith("dei:"):
        return False
    return inner_text(element).strip().lower() in ("true", "false")


def _printed_number(text: str, transform: str) -> Decimal | None:
    text = re.sub(r"[\s\u00a0$€£¥]", "", text).strip("()")
    if "zero" in transform.lower() or "nocontent" in transform.lower():
        return Decimal(0)
    if text.lower() in _WORD_ZERO:
        return Decimal(0)
    if re.search(r"commadecimal|comma-decimal", transform.replace("num", "")):
        text = text.replace(".", "").replace(",", ".")
    text = re.sub(r"[,'’]", "", text)
    if not re.fullmatch(r"\d*\.?\d*", text) or not any(map(str.isdigit, text)):
        return None
    return Decimal(text)


def _read_context(element: etree._Element) -> Context:
    start = end = None
    instant = False
    dimensions: list[tuple[str, str]] = []
    for part in element.iter(etree.Element):
        name = local_name(part)
        if name == "startdate":
            start = _iso_date(part.text)
        elif name in ("enddate", "instant"):
            end = _iso_date(part.text)
            instant = name == "instant"
        elif name in ("explicitmember", "typedmember"):
            member = inner_text(part).strip()
            dimensions.append((part.get("dimension", ""), member))
    return Context(Period(end=end, months=_months(start, end, instant)), tuple(dimensions))


def _months(start: date | None, end: date | None, instant: bool) -> int | None:
    if instant:
        return 0
    if start is None or end is None:
        return None
    days = (end - start).days + 1
    return round(days / _DAYS_A_MONTH) if days >= _SHORTEST_SPAN_DAYS else None


def _iso_date(text: str | None) -> date | None:
    try:
        return date.fromisoformat((text or "").strip()[:10])
    except ValueError:
        return None


def _read_unit(element: etree._Element) -> str:
    measures = [
        (inner_text(part).strip().rpartition(":")[2], _below_line(part))
        for part in element.iter(etree.Element)
        if local_name(part) == "measure"
    ]
    above = "*".join(name for name, below in measures if not below)
    below_line = "*".join(name for name, below in measures if below)
    return f"{above}/{below_line}" if below_line else above


def _below_line(measure: etree._Element) -> bool:
    parent = measure.getparent()
    return parent is not None and local_name(parent) == "unitdenominator"


def _read_dei(root: etree._Element, contexts: Mapping[str, Context]) -> dict[str, str]:
    chosen: dict[str, tuple[int, str]] = {}
    for element in _dei_elements(root):
        name = element.get("name", "").partition(":")[2]
        value = " ".join(inner_text(element).split())
        if not value:
            continue
        context = contexts.get(element.get("contextref", ""))
        rank = _dei_rank(context.dimensions if context else ())
        if name not in chosen or rank < chosen[name][0]:
            chosen[name] = (rank, _plain_value(value, element.get("format", "")))
    return {name: value for name, (_, value) in chosen.items()}


def _dei_elements(root: etree._Element) -> Iterator[etree._Element]:
    for element in root.iter("ix:nonnumeric", "ix:nonfraction"):
        if element.get("name", "").startswith("dei:"):
            yield element


def _dei_rank(dimensions: Dimensions) -> int:
    """The company as a whole before its common shares before its bonds."""
    if not dimensions:
        return 0
    return 1 if any(_COMMON_SHARES.search(member) for _, member in dimensions) else 2


def _plain_value(value: str, transform: str) -> str:
    """Dates as ISO, booleans as ``true``/``false``, everything else as printed."""
    transform = transform.lower()
    if "fixed-true" in transform or "booleantrue" in transform:
        return "true"
    if "fixed-false" in transform or "booleanfalse" in transform:
        return "false"
    if "date" in transform:
        text = re.sub(r"[,.]", " ", value)
        for pattern in _DATE_FORMATS:
            try:
                moment = datetime.strptime(" ".join(text.split()), pattern)  # noqa: DTZ007
            except ValueError:
                continue
            return moment.date().isoformat()
    return value
