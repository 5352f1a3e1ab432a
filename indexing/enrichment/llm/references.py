"""Pronouns and defined terms resolved by a language model (FinSage, section 3.1).

The model writes no text: it points at words of the passage and names what they stand for, and both
must be found in the filing. So nothing comes into a passage that the filing does not say, whatever
the model, or a filing that gives it orders, would like.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from hirec.prompts import from_data, load_prompt
from hirec.types import Identity, Passage, PassageKind
from indexing.enrichment.coreference import short_name
from indexing.enrichment.enricher import body_of
from indexing.enrichment.llm.annotator import Annotator, one_line

PROMPT = "resolve_references"
_WHAT = "reference"
_PASSAGE = "passage's references"
_BEFORE_CHARS = 600
_POSSESSIVE = frozenset({"our", "ours", "its", "their", "theirs", "his", "her"})
_FEWEST_WORDS = 8


class Reference(BaseModel):
    """A mention, the words around it, and what it stands for."""

    quote: str = Field(max_length=160)
    mention: str = Field(max_length=60)
    name: str = Field(max_length=100)


class References(BaseModel):
    """Those of one passage."""

    references: list[Reference] = Field(max_length=12)


class LlmReferenceResolver:
    """Writes the name where a text passage says "it", "we", "the Plan"."""

    def __init__(self, annotator: Annotator) -> None:
        self._annotator = annotator

    def enrich(self, passages: Sequence[Passage], identity: Identity) -> list[Passage]:
        """Resolve within each text passage; tables are left alone."""
        prompt = load_prompt(PROMPT)
        filing = f"{identity.title()} ({short_name(identity.company)})"
        before = _texts_before(passages)
        asked = [
            at
            for at, passage in enumerate(passages)
            if passage.kind is PassageKind.TEXT and len(passage.text.split()) >= _FEWEST_WORDS
        ]
        replies = self._annotator.ask(
            _PASSAGE,
            [
                prompt.request(References, filing=filing, before=before[at], text=passages[at].text)
                for at in asked
            ],
        )
        enriched = list(passages)
        for at, reply in zip(asked, replies, strict=True):
            body = body_of(passages[at])
            known = f"{filing}\n{before[at]}\n{passages[at].text}"
            resolved = self._resolved(body, reply.references if reply else (), known)
            if resolved != body:
                enriched[at] = replace(passages[at], retrieval_body=resolved)
        return enriched

    def _resolved(self, body: str, references: Sequence[Reference], known: str) -> str:
        """The body with each mention replaced whose quote and name are really there."""
        found: list[tuple[int, int, str]] = []
        for reference in references:
            quote, mention, name = (
                one_line(from_data(words))
                for words in (reference.quote, reference.mention, reference.name)
            )
            place = _place(body, quote, mention)
            if place is None or not name or not _named(name, known):
                self._annotator.count_failure(_WHAT, "quote, mention or name is not in the filing")
            elif name.casefold() != mention.casefold():
                found.append((*place, _in_place(mention, name)))
        for start, end, name in _apart(found):
            body = f"{body[:start]}{name}{body[end:]}"
        return body


def _texts_before(passages: Sequence[Passage]) -> list[str]:
    """The end of the text passage before each one of the same section."""
    ends: list[str] = []
    last: Passage | None = None
    for passage in passages:
        same = last is not None and last.section == passage.section
        ends.append(last.text[-_BEFORE_CHARS:] if last is not None and same else "")
        if passage.kind is PassageKind.TEXT:
            last = passage
    return ends


def _spaced(words: str) -> re.Pattern[str]:
    """Matches words as they are, not within longer ones, over line breaks too."""
    joined = r"\s+".join(map(re.escape, words.split()))
    return re.compile(rf"(?<!\w){joined}(?!\w)")


def _named(name: str, known: str) -> bool:
    """Whether a name stands in what is known, whatever its capitals."""
    return _spaced(name.casefold()).search(known.casefold()) is not None


def _place(body: str, quote: str, mention: str) -> tuple[int, int] | None:
    """Start and end of the mention; None where quote or mention is not there exactly once."""
    if not quote or not mention:
        return None
    quotes = list(_spaced(quote).finditer(body))
    if len(quotes) != 1:
        return None
    mentions = list(_spaced(mention).finditer(body, quotes[0].start(), quotes[0].end()))
    return mentions[0].span() if len(mentions) == 1 else None


def _in_place(mention: str, name: str) -> str:
    owned = mention.casefold() in _POSSESSIVE or mention.endswith(("'s", "’s"))
    return f"{name}’s" if owned and not name.endswith(("'s", "’s")) else name


def _apart(found: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Replacements that do not overlap, the last first."""
    kept: list[tuple[int, int, str]] = []
    for start, end, name in sorted(found, reverse=True):
        if not kept or end <= kept[-1][0]:
            kept.append((start, end, name))
    return kept
