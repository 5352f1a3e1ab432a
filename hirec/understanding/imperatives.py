"""Arithmetic that a question orders, as one that it asks for: "divide A by B", "take B off A"."""

import itertools
import re

from hirec.lexicon import find_metrics
from hirec.periods import find_period_spans

_LEAD = r"^(?:please |kindly |now |can you |could you |just )?"
_DIVIDE = re.compile(rf"{_LEAD}divide (?P<a>[^?]+?) by (?P<b>[^?]+?)[?.]*$", re.IGNORECASE)
_FROM = re.compile(
    rf"{_LEAD}(?:subtract|deduct|take(?: away| off)?) (?P<b>[^?]+?) (?:from|off)"
    r" (?P<a>[^?]+?)[?.]*$",
    re.IGNORECASE,
)
_TAKE = re.compile(
    rf"{_LEAD}(?:take|start (?:from|with)|from) (?P<a>[^?]+?)(?:,? (?:and|then|and then)|,)?"
    r" (?:deduct|subtract|take (?:away|off)|remove) (?P<b>[^?]+?)[?.]*$",
    re.IGNORECASE,
)
_ADD = re.compile(
    rf"{_LEAD}(?:add(?: up| together)?|combine|sum(?: up)?) (?P<a>[^?,]+?)"
    r" (?:and|plus|with|to(?! (?:fiscal )?\d)) (?P<b>[^?,]+?)[?.]*$",
    re.IGNORECASE,
)
_SAME = re.compile(r"^(?:that|the one|it|the same)(?: figure)?(?: (?:of|in|for|at|from))? ", re.I)
"""``that of fiscal 2023``: the figure named before, of another period."""
_BEFORE = re.compile(r"(?: (?:in|at|for|of|during|as of))?(?: the)?(?: end of)?\s*$", re.IGNORECASE)
"""What leads to a period that is gone."""
_JUST = re.compile(
    r",? ?\((?:just|only) (?:the |a )?(?:number|figure|amount|value)\)"
    r"|, (?:just|only) the (?:number|figure|amount|value)(?=[?.]*$)",
    re.IGNORECASE,
)
_CAME_OUT = re.compile(
    r"\bwhere (?:did|does|do) (?P<what>[^?]+?)"
    r" (?:come out|come in|land|end up|finish|settle|stand)\b",
    re.IGNORECASE,
)


_LEFT_OF = re.compile(
    r"^(?P<lead>(?:[^?:]+: )?)(?:what|how much) (?:was|is|were|are) left of (?P<a>[^?]+?)"
    r" (?:after|once) (?P<b>[^?]+?)(?: (?:is|are|was|were) (?:taken off|deducted|paid))?[?.]*$",
    re.IGNORECASE,
)
"""``what was left of net revenue after operating expenses``."""
_RESULT = re.compile(
    r"(?P<order>.*\b(?:take|deduct|subtract|divide|add|combine)\b[^?]*?)[.;,:]? (?:and )?what"
    r"(?: (?:is|was) (?:left|the (?:result|answer|difference|remainder|total|sum|ratio))"
    r"|['’]s left| remains| do(?:es)? (?:that|this|it|you|we|i) (?:leave|get|give|make))\W*$",
    re.IGNORECASE,
)
"""``… and deduct rent. What is left?`` asks for no more than the order."""
_OF_WHEN = re.compile(
    r"(?P<when>(?:for|in|during|at|as of) [^,?]{3,60}), (?P<order>\w.+)", re.IGNORECASE
)
_OF_WHOM = re.compile(r"(?P<name>[^:?,]{2,60}): (?P<order>\w.+)")


def as_asked(text: str) -> str:
    """The question for what an order computes, and "where did X land" as what X was.

    Args:
        text: A normalized question.

    """
    text = _CAME_OUT.sub(r"what was \g<what>", _JUST.sub("", text))
    if result := _RESULT.match(text):
        text = result["order"]
    if left := _LEFT_OF.match(text):
        return f"{left['lead']}What is {left['a']} less {left['b']}?"
    if (whose := _OF_WHOM.match(text)) and (asked := _ordered(whose["order"])):
        return f"{whose['name']}: {asked}"
    if (then := _OF_WHEN.match(text)) and (asked := _ordered(then["order"])):
        return f"{then['when']}, {asked[0].lower()}{asked[1:]}"
    return _ordered(text) or text


def _ordered(text: str) -> str:
    """The question for what an order computes; empty where it orders nothing."""
    if found := _DIVIDE.search(text):
        return f"What is {found['a']} divided by {found['b']}?"
    if found := _TAKE.search(text) or _FROM.search(text):
        return _less(found["a"], found["b"])
    if found := _ADD.search(text):
        return f"What is the sum of {found['a']} and {found['b']}?"
    return ""


def _less(left: str, right: str) -> str:
    """The first less the second, which may be the same figure of another period."""
    if not _SAME.match(right):
        return f"What is {left} less {_each(right)}?"
    later, earlier = find_period_spans(left)[-1:], find_period_spans(right)[:1]
    if not (later and earlier):
        return f"What is {left} less {right}?"
    figure = _BEFORE.sub("", f"{left[: later[0].start]}{left[later[0].end :]}")
    first, last = (spans[0].refs[-1].said for spans in (earlier, later))
    return f"What is the change in {figure.strip()} from {first} to {last}?"


def _each(listed: str) -> str:
    """What is taken off one after the other: "costs and taxes" as "costs less taxes"."""
    for one, other in reversed([*itertools.pairwise(find_metrics(listed))]):
        if listed[one.end : other.start].strip(" ,").lower() in ("and", ""):
            listed = f"{listed[: one.end]} less {listed[other.start :]}"
    return listed
