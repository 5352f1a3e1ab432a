"""Questions that list: candidates of a choice put in the usual order, forms and parts asked for."""

import re
from collections.abc import Sequence

from hirec.understanding.plainly import first_found, rewritten, rules

_JOINS = re.compile(r",? (?:and|or) ")
_KINDS = re.compile(r"['’]s\b|\bits\b|\btheir\b|\bthe (?:\w+ )*(?:segments|regions)\b|\d{4}", re.I)
"""Parts that are not named but called what they are, and years."""

_CHOOSES = re.compile(
    r"\bwhich\b|\bwhat (?:segment|region|division|product|category|country)\b", re.I
)
_ANY_VALUE = frozenset(
    {"amount", "value", "figure", "number", "loss", "profit", "percentage", "rate", "margin"}
    | {"growth", "total", "share", "difference", "much", "change"}
)


def without_echo(text: str) -> str:
    """A choice without asking for its value as well, which its answer tells anyway."""
    echo = first_found(text, "echo")
    if echo is None or not _CHOOSES.search(head := echo[1]["head"]):
        return text
    new = {*echo[1]["named"].lower().split()} - _ANY_VALUE - {*head.lower().split()}
    if new:
        return text
    return f"{rewritten(head, 'in percent') if echo[1]['rate'] else head}?"


def whole_of(text: str) -> str:
    """What a question asks for before a part or a rate of it; empty where it asks for one thing.

    "Staff at the end of 2022, of which abroad", "operating profit and margin in 2022".
    """
    found = first_found(text, "whole")
    return f"{found[0].rewrite(text).rstrip('?')}?" if found else ""


def in_both_forms(text: str) -> tuple[str, ...]:
    """The two questions of one asked "in dollars and in percent", or for shares and their cost.

    None of any other.
    """
    if (found := first_found(text, "both forms")) is None:
        return ()
    rule, said = found
    if "one" in said and said["one"][:3].lower() == said["other"][:3].lower():
        return ()  # "in dollars and in dollar terms"
    return tuple(f"{one.rstrip('?')}?" for one in rule.rewrite(text).split(" // "))


def listed_last(text: str, companies: Sequence[str]) -> str:
    """The text with the candidates of a choice behind it: "which had the most, A, B or C".

    Args:
        text: A normalized question.
        companies: Names in it; those of companies are chosen among as they stand.

    """
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
