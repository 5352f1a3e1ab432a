"""Questions that list: candidates of a choice put in the usual order, forms and parts asked for."""

import re
from collections.abc import Sequence

from hirec.understanding.rewrites import first_found, rewritten, rules

_JOINS = re.compile(r",? (?:and|or) ")
_KINDS = re.compile(r"['’]s\b|\bits\b|\btheir\b|\bthe (?:\w+ )*(?:segments|regions)\b|\d{4}", re.I)
"""Parts that are not named but called what they are, and years."""

_ECHO = re.compile(
    r",?\s+(?:and|-)\s+(?:(?:by )?how (?:much|many|large|big)"
    r"|(?:by |at )?what(?: percent(?:age)?)?)"
    r"(?:\s+(?:was|were|is|did|does)\b)?(?:\s+(?:it|that|this|the)\b)?"
    r"(?P<named>(?:\s+[\w%-]+){0,3}?)(?:\s+(?:amount to|come to|be))?\s*\?*$",
    re.IGNORECASE,
)
"""``… and how much was it?``, ``and what was that margin?``"""
_CHOOSES = re.compile(
    r"\bwhich\b|\bwhat (?:segment|region|division|product|category|country)\b", re.I
)
_ANY_VALUE = frozenset(
    {"amount", "value", "figure", "number", "loss", "profit", "percentage", "rate", "margin"}
    | {"growth", "total", "share", "difference", "much", "change"}
)


def without_echo(text: str) -> str:
    """A choice without asking for its value as well, which its answer tells anyway."""
    echo = _ECHO.search(text)
    if echo is None or not _CHOOSES.search(head := text[: echo.start()]):
        return text
    new = {*echo["named"].lower().split()} - _ANY_VALUE - {*head.lower().split()}
    return text if new else f"{head}?"


def whole_of(text: str) -> str:
    """What a question asks for before a part or a rate of it; empty where it asks for one thing.

    "Staff at the end of 2022, of which abroad", "operating profit and margin in 2022".
    """
    found = first_found(text, "whole")
    return f"{found[0].rewrite(text).rstrip('?')}?" if found else ""


_FORM = r"dollars?(?: terms)?|shares|absolute terms|percent\w*(?: terms)?"
_BOTH_FORMS = re.compile(
    rf"^(?P<head>.+?),? (?:both )?in (?P<first>{_FORM}) and (?:in |as a )?(?P<last>{_FORM})"
    r"(?P<tail>[^?]*)\??$",
    re.IGNORECASE,
)
_BEHIND_COLON = re.compile(r"(?<=[\w'%)])(?::| [-–—]) (?=i?[A-Z][^?:–—]*? or i?[A-Z][^?,:]*[?.]*$)")
"""``which had the most: A, B or C?``"""
_NAMES_BEHIND = re.compile(r"\b(?:which|what)\b[^?:]*(?::| [-–—]) ", re.IGNORECASE)


def in_both_forms(text: str) -> tuple[str, ...]:
    """The two questions of one asked "in dollars and in percent", or for shares and their cost.

    None of any other.
    """
    if bought := first_found(text, "both forms"):
        return tuple(f"{one.rstrip('?')}?" for one in bought[0].rewrite(text).split(" // "))
    found = _BOTH_FORMS.match(text)
    if found is None or found["first"][:3].lower() == found["last"][:3].lower():
        return ()
    forms = (found["first"], found["last"])
    asked = f"{found['head']}{found['tail'].removeprefix(',')}"
    return tuple(f"{asked} in {form}?" for form in forms)


def listed_last(text: str, companies: Sequence[str]) -> str:
    """The text with the candidates of a choice behind it: "which had the most, A, B or C".

    Args:
        text: A normalized question.
        companies: Names in it; those of companies are chosen among as they stand.

    """
    if _NAMES_BEHIND.search(text):
        text = _BEHIND_COLON.sub(", ", text)
    text = rewritten(text, "ahead")
    for rule in rules("candidates"):
        found = rule.found(text)
        if found is None or _KINDS.search(found["list"]) or _named_in(found["list"], companies):
            continue
        *names, last = (
            name[:1].upper() + name[1:] if name.islower() else name
            for name in _JOINS.split(found["list"])
        )
        asks = found["asks"].strip(" ,")
        return rule.rewrite(text, asks=asks, list=f"{', '.join(names)} or {last}")
    return text


def _named_in(text: str, companies: Sequence[str]) -> bool:
    return any(name.lower() in text.lower() for name in companies if name)


_SUPERLATIVE = re.compile(r"\b(?:most|least|\w+est|best|worst)\b", re.IGNORECASE)


def left_out(text: str, companies: Sequence[str]) -> tuple[str, str]:
    """A choice among parts without the part that it leaves out, and that part; else as it is.

    Args:
        text: A normalized question.
        companies: Names in it, which are no parts.

    """
    if first_found(text, "among") is None:
        return text, ""
    found = first_found(text, "left out")
    if found is None and _SUPERLATIVE.search(text):
        found = first_found(text, "behind the first")
    if found is None or _named_in(found[1]["name"], companies):
        return text, ""
    return " ".join(found[0].rewrite(text).split()), found[1]["name"]
