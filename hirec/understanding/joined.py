"""Figures that one name joins: things of one figure, or a list of several."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.grounding.memory import packaged_memory
from hirec.grounding.stems import ordered_stems
from hirec.lexicon import Kind, find_metrics, metric_named
from hirec.types import Figure, Measure, Operation, ParsedQuestion
from hirec.understanding.parts import AMOUNTS, WHOLE, whose

_JOINT = re.compile(r",\s*(?:and\s+)?|\s+and\s+|\s+&\s+")
_OF_BOTH = re.compile(r"\s(?:of|in|for|at)\s(?:the\s)?(?P<part>[A-Z][^,]*)$")
"""``revenue and operating income of Widgets``: the part that each of a list is of."""


def joined_in(measures: Sequence[Measure]) -> tuple[Figure, ...]:
    """The figures of each thing that one name joins: "iPhone and Mac net sales"; else none."""
    match measures:
        case (Figure(concept=concept) as figure,) if concept and (part := _as_said(figure)):
            named = [name.strip() for name in _JOINT.split(part)]
            each = (
                replace(figure, words=figure.words.replace(part, name), part=name) for name in named
            )
            return tuple(each) if len(named) > 1 and all(named) else ()
        case _:
            return ()


def _as_said(figure: Figure) -> str:
    """A figure's part with its marks, "U.S. and Sam's Club"; empty where its words lack it."""
    marked = r"\W+(?:s\W+)?".join(map(re.escape, figure.part.split()))
    said = re.search(marked, figure.words) if figure.part else None
    return said[0] if said else ""


def adds_up(parsed: ParsedQuestion, operation: Operation) -> bool:
    """Whether what one name joins is meant as one figure, and not as a list of several."""
    counts = any(figure.kind == Kind.COUNT for figure in parsed.figures)
    lists = operation in (Operation.VALUE, Operation.SEVERAL, Operation.SERIES)
    return counts or not lists or parsed.figures != parsed.measures


def named_apart(measures: Sequence[Measure]) -> tuple[Figure, ...]:
    """The figures of a name that may be a list of several: "net card fees and discount revenue".

    None where it is joined of things, or where not each name ends as those of amounts do; nor where
    companies print all of it as one row's name: "liabilities, noncontrolling interest and equity".
    """
    match measures:
        case (Figure() as figure,) if not figure.counted and (figure.part or not figure.concept):
            if packaged_memory().printed_by(ordered_stems(figure.words)):
                return ()
            behind = _OF_BOTH.search(figure.words)
            said = figure.words[: behind.start()] if behind else figure.words
            names = [*_listed(said)]
            owner = behind["part"] if behind else whose(Figure(names[0]))
            if len(names) < 2 or not _ends_amount(names[-1]):
                return ()
            return tuple(_by_its_name(figure, name, owner) for name in names)
        case _:
            return ()


def _listed(said: str) -> Iterator[str]:
    """Names of a list, cut behind those of amounts: "Gears and Cogs revenue", "gross profit"."""
    start = 0
    for joint in _JOINT.finditer(said):
        if _ends_amount(name := said[start : joint.start()].strip()):
            yield name
            start = joint.end()
    yield said[start:].strip()


def _ends_amount(name: str) -> bool:
    mentions = find_metrics(name)
    known = bool(mentions) and mentions[-1].end == len(name)
    return known or name.lower().rpartition(" ")[2] in AMOUNTS


def _by_its_name(figure: Figure, name: str, owner: str) -> Figure:
    """One of a list of figures; each that has no other owner is of the part the first is of."""
    said = name.removeprefix(f"{owner} ")
    metric = metric_named(said)
    its_own = not owner or WHOLE.search(said) or (said == name and said.istitle())
    if its_own or not (metric or (said.islower() and " " not in said)):
        metric, owner = metric_named(name), ""
    else:
        name = f"{owner} {said}"
    kind = metric.kind.value if metric else ""
    key = metric.key if metric else ""
    part = owner if metric else ""
    return replace(figure, words=name, concept=key, part=part, kind=kind, qualifiers=())
