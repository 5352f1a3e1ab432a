"""The sentence that answers a question for words, and how likely it does: learnt, never verified.

Two steps, as for figures (:mod:`hirec.grounding`): trees over every sentence of the evidence say
which one answers, and trees over what that choice came to say whether any does (selective
prediction, El-Yaniv and Wiener 2010). ``hirec train sentences`` makes both.
"""

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from hirec.analysts.protocol import Statement
from hirec.analysts.rule.figures.own_words import looked_up
from hirec.analysts.rule.sentences.asked import Asks, kind_of, read_question
from hirec.analysts.rule.sentences.candidates import Said, said_in
from hirec.analysts.rule.sentences.features import NAMES, Floats, SentenceFeatures
from hirec.analysts.rule.textual.statements import GIVES_CAUSE
from hirec.grounding.late_interaction import LateInteraction
from hirec.grounding.scorer import packaged_scorer
from hirec.grounding.trees import Trees
from hirec.lexicon import Kind
from hirec.numbers import find_numbers
from hirec.types import (
    PLAIN_OPERATIONS,
    Citation,
    Filing,
    ModelError,
    Operation,
    Passage,
    Query,
    Relation,
)
from hirec.understanding import parse_of

FORMAT = 1
PACKAGED = "sentences.json"
CHOICE = ("odds", "lead", "second_lead", "expected", "sentences")
"""What is known of a choice beside the features of its sentence.

Log-odds; by how much they beat those of the best other text and of the second; how many sentences
are right by their own log-odds; how many there are.
"""
_SIGNS = {Kind.MONEY.value: "USD", Kind.PER_SHARE.value: "USD", Kind.PERCENT.value: "%"}
"""Kind of a figure → how the unit of its numbers begins."""
_DESCRIPTION, _REASON = "description", "reason"
"""Of what asks for words: more than a sentence, and a sentence that gives a cause."""
_QUARTER = "quarter"
_REMEDY = "make it anew with `hirec train sentences`"
_DOUBT = "The sentence is taken by what its words mean, right with probability {:.2f}."


@dataclass(frozen=True, slots=True)
class Ranked:
    """Sentences of the evidence, the likeliest first, and whether the first one answers."""

    said: tuple[Said, ...]
    likely: float
    """That the first one is right; 0 where there is none."""


class SentenceScorer:
    """Says which sentence answers, and how likely it does."""

    def __init__(self, content: Mapping[str, Any], interaction: LateInteraction) -> None:
        """Take a model file's content; raises :class:`ModelError` where it is of another kind."""
        if content.get("format") != FORMAT or tuple(content.get("features", ())) != NAMES:
            raise ModelError(f"The model of sentences is of another version; {_REMEDY}.")
        self._trees = Trees.from_json(content)
        self._certainty = Trees.from_json(content["certainty"])
        self._answer: float = content["answer"]
        self._figures: float = content["figures"]
        self._features = SentenceFeatures(interaction)

    def rank(
        self, query: Query, passages: Sequence[Passage], filings: Mapping[str, Filing]
    ) -> Ranked:
        """The sentences of passages by how likely each answers."""
        said = said_in(passages)
        if not said:
            return Ranked((), 0.0)
        features = self._features.read(read_question(query), said, filings)
        odds = self._trees.decide(features)
        choice = choice_features(features, odds, [one.text for one in said])
        likely = float(1 / (1 + np.exp(-self._certainty.decide(choice[None])[0])))
        order = np.argsort(-odds, kind="stable")
        return Ranked(tuple(said[int(at)] for at in order), likely)

    def answer(self, query: Query, ranked: Ranked) -> Statement | None:
        """The first sentence as an answer in doubt.

        None where it is not likely enough, or the question is none that a sentence answers.
        """
        least = self._answer if _asks_words(query) else self._figures
        if ranked.likely < least or not may_quote(query):
            return None
        first = ranked.said[0]
        if not _of_kind(query, first.text):
            return None
        citation = Citation.of(first.passage, first.text)
        return Statement(first.text, (citation,), _DOUBT.format(ranked.likely))


def may_quote(query: Query) -> bool:
    """Whether a sentence may answer: a question for words, or for one amount that is looked up."""
    parsed, scope = parse_of(query), query.scope
    computed = parsed.among_parts and parsed.operation is not Operation.TEXT
    held_against = len(scope.companies) > 1 and len(scope.periods) > 1
    if scope.given or parsed.asks_text == _DESCRIPTION or computed or held_against:
        return False
    plain = parsed.operation in PLAIN_OPERATIONS and not (
        parsed.figure_asked and looked_up(query) is None
    )
    return plain or query.intent.relation is Relation.EXPLAIN


def _asks_words(query: Query) -> bool:
    """Whether words answer for sure: of a thing that is asked for a figure may be meant."""
    asked = kind_of(parse_of(query).core)
    return query.intent.relation is Relation.EXPLAIN or asked not in (Asks.WHAT, Asks.AMOUNT)


def _of_kind(query: Query, sentence: str) -> bool:
    """Whether a sentence has a number of the kind that is looked up; of a cause, that it gives one.

    What moved a quarter is no cause of what a year did.
    """
    parsed = parse_of(query)
    if parsed.asks_text == _REASON:
        shorter = _QUARTER in sentence.lower() and _QUARTER not in parsed.core.lower()
        return GIVES_CAUSE.search(sentence) is not None and not shorter
    figure, known = looked_up(query), parsed.figures
    kinds = {one.kind for one in (figure, *known) if one} if figure and len(known) < 2 else set()
    sign = next((_SIGNS[kind] for kind in sorted(kinds) if kind in _SIGNS), None)
    return sign is None or any(number.unit.startswith(sign) for number in find_numbers(sentence))


def choice_features(features: Floats, odds: Floats, texts: Sequence[str]) -> Floats:
    """What tells whether the likeliest sentence is right; shape (len(CHOICE) + len(NAMES),).

    Args:
        features: Of every sentence; shape (sentences, len(NAMES)).
        odds: Log-odds of each.
        texts: Their words: the same sentence of another filing is no rival.

    """
    best = int(np.argmax(odds))
    rivals = sorted((o for o, text in zip(odds, texts, strict=True) if text != texts[best]))
    first, second = ([-10.0, -10.0, *rivals])[-1:-3:-1]
    expected = float((1 / (1 + np.exp(-odds))).sum())
    own = [odds[best], odds[best] - first, odds[best] - second, expected, len(odds)]
    return np.concatenate([own, features[best]])


@functools.cache
def packaged_sentences() -> SentenceScorer:
    """The model that comes with the package."""
    with resources.as_file(resources.files("hirec.models").joinpath(PACKAGED)) as path:
        return load_sentences(path, packaged_scorer().interaction)


def load_sentences(path: Path, interaction: LateInteraction) -> SentenceScorer:
    """A model from a file; raises :class:`ModelError`."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"Cannot read the model of sentences {path}: {error}.") from error
    return SentenceScorer(content, interaction)
