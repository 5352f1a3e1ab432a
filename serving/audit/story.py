"""The story of a run: what was asked, understood, considered, kept, dropped and answered.

It holds no time and no cost, so the same question over the same filings with the same replies has
the same story, bit for bit.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import pvariance
from typing import Any

from hirec.analysts.rule.retrieval.cards import make_card
from hirec.index import Index
from hirec.stages.serialization import card_json, card_of, intent_json, intent_of, query_of
from hirec.tournament.ranking import fields_met
from hirec.types import Card, HirecError, Passage, Query
from serving.traces import candidates_of, passage_history

Story = dict[str, Any]
Replies = Callable[[str], str | None]
"""The text of a model's reply by the hash of its request; None where it was not kept."""

_SPENT = frozenset({"calls", "program_seconds"})
"""Of a step's detail what differs between two runs; calls have a list of their own."""
_CALL = ("task", "version", "key", "failure")
_ANSWER = (
    "text", "verdict", "reason", "value", "unit", "scale", "citations", "program", "filings",
    "evidence", "ranked", "subject",
)  # fmt: skip


def build_story(content: Mapping[str, Any], index: Index, replies: Replies) -> Story:
    """The story of a stored trace.

    Raises :class:`HirecError` where the trace has no record of what was understood, or the index
    lacks a passage of it.

    Args:
        content: The trace as JSON.
        index: With the passages that it names.
        replies: What models replied, by the keys of their calls.

    """
    steps = content["trace"]["steps"]
    return {
        "question": content["question"],
        "understood": [_understood(step) for step in _scopes(steps)],
        "filings": list(_filings(steps)),
        "candidates": _candidates(content, index),
        "answer": _answer(content),
        "calls": list(_calls(steps, replies)),
        "steps": [_step(step) for step in steps],
    }


def canonical(story: Story) -> str:
    """One text for one story: keys sorted, no blanks."""
    return json.dumps(story, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _scopes(steps: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Steps that understood a question; one that was refused at once has none."""
    return [step for step in steps if step["stage"] == "scope" and "query" in step["detail"]]


def _understood(step: Mapping[str, Any]) -> dict[str, Any]:
    """Scope, intent and parse of a question or of one of its parts.

    ``demand`` is the hash of its canonical intent, by which runs that were asked for the same in
    other words are known.
    """
    query = step["detail"]["query"]
    names = ("text", "scope", "intent", "parsed", "document_text", "passage_text")
    part = step["detail"].get("part")
    fields = ({"part": part} if part else {}) | {k: query[k] for k in names if k in query}
    demand = intent_json(query_of(query).intent.canonical())
    return fields | {"demand": hashlib.sha256(canonical(demand).encode()).hexdigest()[:16]}


def _filings(steps: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every filing that the document stage ranked, round by round."""
    for step in steps:
        listed = step["detail"].get("filings", ()) if step["stage"] == "documents" else ()
        for rank, entry in enumerate(listed, start=1):
            yield {"round": step["round"], "rank": rank, **entry}


def _candidates(content: Mapping[str, Any], index: Index) -> list[dict[str, Any]]:
    """Every passage that ever was a candidate, in the order in which they came."""
    queries = _held_against(content["trace"]["steps"])
    seen = dict.fromkeys([*queries, *(c["passage_id"] for c in content["citations"])])
    filings = sorted({key.partition("#")[0] for key in seen} & index.filings.keys())
    passages = {p.passage_id: p for p in index.passages(filings) if p.passage_id in seen}
    if missing := [key for key in seen if key not in passages]:
        raise HirecError(
            f"The index no longer holds {missing[0]}, which this run saw; ask the question again."
        )
    steps = content["trace"]["steps"]
    rounds, cards = _rounds(steps), _completed(steps)
    entries = []
    for key, passage in ((key, passages[key]) for key in seen):
        card = cards.get(key) or make_card(passage, index.filings[passage.filing_id])
        entry = _candidate(passage, card, queries.get(key, ()), content)
        entries.append(entry | {"rounds": rounds.get(key, [])})
    return entries


def _completed(steps: Sequence[Mapping[str, Any]]) -> dict[str, Card]:
    """Cards that a model took part in; the others are the rules', as at any time."""
    kept = (step["detail"].get("cards", ()) for step in steps if step["stage"] == "tournament")
    return {card["passage_id"]: card_of(card) for cards in kept for card in cards}


def _held_against(steps: Sequence[Mapping[str, Any]]) -> dict[str, list[Query]]:
    """Each passage with the queries for which it was a candidate."""
    queries: dict[object, Query] = {}
    held: dict[str, list[Query]] = {}
    for step in steps:
        part = step["detail"].get("part")
        if step["stage"] == "scope" and "query" in step["detail"]:
            queries[part] = query_of(step["detail"]["query"])
        if step["stage"] == "tournament" and "intent" in step["detail"]:
            queries[part] = replace(queries[part], intent=intent_of(step["detail"]["intent"]))
        for key in candidates_of(step["detail"]):
            known = held.setdefault(key, [])
            if part in queries and queries[part] not in known:
                known.append(queries[part])
    return held


def _candidate(
    passage: Passage, card: Card, queries: Sequence[Query], content: Mapping[str, Any]
) -> dict[str, Any]:
    """A passage with its card, the fields it meets and its way through the stages."""
    met = [fields_met(card, query) for query in queries]
    cited = any(c["passage_id"] == passage.passage_id for c in content["citations"])
    way = passage_history(content, passage.passage_id)
    return {
        "passage": passage.passage_id,
        "page": passage.page_number,
        "section": passage.section,
        "became": "cited" if cited else way[-1]["became"],
        "fields": [{"matched": list(yes), "unmatched": list(no)} for yes, no in met],
        "way": way,
        "card": card_json(card),
        "text": passage.text,
    }


def _rounds(steps: Sequence[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Ranks of each passage in the rounds of each tournament that had any, and their variance."""
    found: dict[str, list[dict[str, Any]]] = {}
    for step in steps:
        trails = step["detail"].get("candidates", ()) if step["stage"] == "tournament" else ()
        ranks = {trail["passage"]: _round_ranks(trail["steps"]) for trail in trails}
        last = max((rank for own in ranks.values() for rank in own), default=1) - 1
        for key, own in ranks.items():
            if len(own) > 1 and last:
                variance = pvariance([(rank - 1) / last for rank in own])
                found.setdefault(key, []).append({"ranks": own, "variance": round(variance, 6)})
    return found


def _round_ranks(trail: Sequence[Mapping[str, Any]]) -> list[int]:
    return [step["rank"] for step in trail if step["stage"] == "bootstrap" and step.get("round")]


def _answer(content: Mapping[str, Any]) -> dict[str, Any]:
    parts = [{"question": p["question"], **_answer(p)} for p in content["parts"]]
    return {name: content[name] for name in _ANSWER} | {"parts": parts}


def _calls(steps: Sequence[Mapping[str, Any]], replies: Replies) -> Iterator[dict[str, Any]]:
    """What a model was asked, by the hash of the request, with what came back.

    That is its reply where it was kept, also one that could not be used, and what the call failed
    by where it did.
    """
    for step in steps:
        for call in step["detail"].get("calls", ()):
            named = {name: call[name] for name in _CALL if name in call}
            yield {"stage": step["stage"], "round": step["round"], **named} | {
                "reply": replies(call["key"]) if call["key"] else None
            }


def _step(step: Mapping[str, Any]) -> dict[str, Any]:
    detail = {key: value for key, value in step["detail"].items() if key not in _SPENT}
    return {"stage": step["stage"], "round": step["round"], "detail": detail}
