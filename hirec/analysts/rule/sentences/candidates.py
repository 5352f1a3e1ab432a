"""The sentences of passages, each with what stands around it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hirec.analysts.orders import without_orders
from hirec.sentence_ends import sentences
from hirec.types import Passage, PassageKind

_WORD = re.compile(r"[^\W\d_]+")
_LEAST_WORDS = 4
"""Fragments of fewer are headings, running heads and lines of contents."""


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """One sentence of a passage."""

    text: str
    before: str
    """The sentence before it in its passage; empty for the first."""
    after: str
    passage: Passage
    rank: int
    """Of its passage among those shown, from 0."""

    @property
    def heading(self) -> str:
        """What its section is called."""
        return self.passage.section.rpartition(" > ")[2]


def said_in(passages: Sequence[Passage]) -> list[Said]:
    """Every sentence of prose, in the order of the passages; what gives orders is left out."""
    return [said for rank, passage in enumerate(passages) for said in _said(passage, rank)]


def _said(passage: Passage, rank: int) -> Iterator[Said]:
    if passage.kind is not PassageKind.TEXT:
        return
    whole = [" ".join(one.split()) for one in sentences(without_orders(passage.text))]
    for at, text in enumerate(whole):
        if len(_WORD.findall(text)) >= _LEAST_WORDS:
            before = whole[at - 1] if at else ""
            yield Said(text, before, "".join(whole[at + 1 : at + 2]), passage, rank)
