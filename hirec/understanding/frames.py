"""Words that only lead up to a figure, told from those that are part of what is asked for."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from hirec.understanding.annotate import Span
from hirec.understanding.vocabulary import KINDS_OF_PARTS, domain_of, general_words

_PERSONS = frozenset({"you", "i", "we", "they", "he", "she", "anyone", "somebody", "management"})
_PAID_ON = frozenset({"interest", "rate", "rates", "yield", "coupon"})
"""What is paid on a thing, and is not the thing: "what rate did it pay on its debt"."""
_HEADS = frozenset({"WORD", "AND", "LIGHT", "FILLER"})
_NARROWING = frozenset({"for", "in", "of", "at", "within", "from", "by", "on", "with", "excluding"})


def neighbour(spans: Sequence[Span], at: int, step: int) -> str:
    """Kind of the next span in a direction that is no filler; empty at the end."""
    at += step
    while 0 <= at < len(spans) and spans[at].kind == "FILLER":
        at += step
    return spans[at].kind if 0 <= at < len(spans) else ""


def unframed(spans: list[Span]) -> list[Span]:
    """Words around a known figure that only lead up to it: "how large was …", "so, I need …".

    They stand before the figure's own phrase, behind no preposition, and are general English.
    Words right behind a company name a part of it: "Acme automotive: gross margin".
    """
    heading = _heading(spans)
    spans = [_named(heading, span) for span in spans]
    known = [at for at, span in enumerate(spans) if span.kind == "CONCEPT"]
    if not known:
        return spans
    phrase = next((at for at in range(known[0] - 1, -1, -1) if _separates(spans[at])), 0)
    lead = [at for at in range(phrase) if spans[at].kind == "WORD"]
    narrows = any(spans[at].said.lower() in _NARROWING for at in range(phrase))
    narrows |= any(_behind_company(spans, at) for at in lead)
    narrows |= bool(lead) and _is_object(spans, lead[-1], phrase)
    narrows |= any(span.kind == "WORD" for span in heading)
    narrows |= any(_is_subject(spans, at) for at in lead)
    moves = any(span.kind == "MOVE" for span in spans)  # "at what rate did sales grow"
    narrows |= not moves and any(spans[at].said.lower() in _PAID_ON for at in lead)
    narrows |= any(domain_of(spans[at].said.lower()) in KINDS_OF_PARTS for at in lead)
    if narrows or not all(is_plain(spans[at], at == 0) for at in lead):
        return spans
    return [replace(s, kind="FILLER") if at in lead else s for at, s in enumerate(spans)]


def _heading(spans: Sequence[Span]) -> Sequence[Span]:
    """Words that stand alone at the head or behind a company, as a part does.

    "Gears and cogs: Acme's gross margin", "Acme Data: revenue".
    """
    first = int(bool(spans) and spans[0].kind == "COMPANY")
    told = (span.kind in _HEADS and span.said[:1].isalnum() for span in spans[first:])
    end = first + sum(itertools.takewhile(bool, told))
    closed = end < len(spans) and spans[end].said in (":", "-")
    return spans[first:end] if closed else ()


def _named(heading: Sequence[Span], span: Span) -> Span:
    """A word of no meaning in a heading that is written as a name is one."""
    name = span.kind == "FILLER" and span.said.istitle() and span.first > 0
    return replace(span, kind="WORD") if name and span in heading else span


def _separates(span: Span) -> bool:
    leads = span.kind in ("BE", "DO", "WH", "COMPANY", "ORDER")
    return leads or span.said in (",", ":", "as", "me")


def _behind_company(spans: Sequence[Span], at: int) -> bool:
    before = next((s for s in reversed(spans[:at]) if s.kind not in ("WORD", "AND", "LIGHT")), None)
    return before is not None and before.kind == "COMPANY"


def _is_object(spans: Sequence[Span], word: int, phrase: int) -> bool:
    """Whether a word is what is asked: "the fair value of Acme's debt", "what rent did Acme".

    So is what moves a figure: "additions to Acme's reserve".
    """
    between = spans[word + 1 : phrase]
    said = " ".join(span.said for span in between).lower().split()
    silent = all(span.kind in ("FILLER", "LIGHT") for span in between)
    if spans[phrase].kind == "COMPANY" and said[-1:] == ["to"] and spans[word].said[-1:] == "s":
        return True
    if spans[phrase].kind == "COMPANY" and "of" in said and silent:
        return True
    first = word
    while first and spans[first - 1].kind == "WORD":
        first -= 1
    asked = neighbour(spans, first, -1) == "WH"
    return asked and neighbour(spans, word, 1) == "DO"


def _is_subject(spans: Sequence[Span], word: int) -> bool:
    """Whether a word is what did something: "how did net pricing contribute to growth"."""
    before = next((s for s in reversed(spans[:word]) if s.kind != "LIGHT"), None)
    did = before is not None and before.said.lower() in ("did", "does")
    return did and spans[word].said.lower() not in _PERSONS


def is_plain(span: Span, first: bool) -> bool:
    """Whether a word is general English and not written as a name."""
    word = span.said
    return (word.islower() or first) and word.lower() in general_words()
