"""The contract of an enrichment step."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from hirec.types import Identity, Passage


class Enricher(Protocol):
    """One step over all passages of a filing."""

    def enrich(self, passages: Sequence[Passage], identity: Identity) -> list[Passage]:
        """The same passages in the same order.

        ``retrieval_body`` is set where the step has something to say; no other field changes. A
        step goes on from the body that the one before it left.
        """
        ...


def body_of(passage: Passage) -> str:
    """What the retrievers read of a passage up to now."""
    return passage.retrieval_body or passage.text


def appended(passage: Passage, words: str) -> Passage:
    """The passage with words put after its body; nothing changes where there are none."""
    return replace(passage, retrieval_body=f"{body_of(passage)}\n{words}") if words else passage
