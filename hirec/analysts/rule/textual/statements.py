"""Textual answers: the sentences of the evidence that say what was asked, quoted and cited."""

import math
import re
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hirec.analysts.rule.retrieval.rewrite import asks_cause
from hirec.grounding.nouns import stems_of
from hirec.lexicon import find_metrics
from hirec.lexicon.files import word_list
from hirec.models.encoder import Encoder, Vectors
from hirec.periods import years_in
from hirec.ranking.lexical import tokenize
from hirec.types import Passage, Query
from hirec.understanding import parse_of, without_names
from hirec.understanding.vocabulary import entries, general_words

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=[A-Z(•“\"])|\n+|\s*•\s*")
_EMBEDDED = 24
"""Sentences that are worth an embedding."""
_EMBEDDED_CHARS = 320
"""Of a longer sentence, its beginning stands for it."""
_REMEMBERED = 4096
"""Sentences whose vector is kept: curation and answer look at the same ones."""
MIN_COVERAGE = 0.3
"""Least share of the question's weighted keywords that a sentence and its section must hold."""
MIN_COSINE = 0.4
"""Least cosine of a sentence to the question."""
SURE_SCORE = 0.65
"""Least score of one that answers for sure. "We operate in highly competitive geographies" shares
two of three words with "What industry does it primarily operate in?", has 0.56, and does not."""
_MIN_WORDS = 6
"""Shorter fragments are headings and running heads."""
GIVES_CAUSE = re.compile(
    r"\b(?:due to|driven by|because|as a result of|result(?:ed|ing) from|attributable to|reflect\w*"
    r"|owing to)\b",
    re.IGNORECASE,
)
_CAUSE_BONUS = 0.15
_WORD = re.compile(r"[a-z]{2,}")
_TITLE = re.compile(r"(?<=\s)[A-Z][\w-]+(?:,?\s+(?:(?:and|&|of)\s+)?[A-Z][\w-]+)+")
"""Words in capitals together: "Safety and Productivity Solutions"."""
_JOINS = frozenset({"and", "of"})
_WAYS = {"rise": "up", "growth": "up", "fall": "down"}
_OTHER_YEAR = -0.15
"""For a sentence that speaks of other years than the one asked for."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its support for the question."""

    text: str
    passage: Passage
    coverage: float
    """Share of the question's keywords, weighted by rarity, that sentence and section hold."""
    cosine: float = 0.0
    bonus: float = 0.0
    """For a cause where one is asked; negative for another year."""
    explains: bool = True
    """It gives a cause, or none is asked."""
    to_the_point: bool = True
    """It and its heading say what the question names: products, a figure."""

    @property
    def score(self) -> float:
        """Mean of the two views, and the bonus."""
        return 0.5 * self.coverage + 0.5 * self.cosine + self.bonus

    @property
    def related(self) -> bool:
        """Whether the sentence speaks about what is asked."""
        return self.coverage >= MIN_COVERAGE and self.cosine >= MIN_COSINE

    @property
    def sure(self) -> bool:
        """Whether the sentence answers without doubt; why, only where it gives a cause."""
        whole = self.related and self.explains and self.to_the_point
        return whole and self.score >= SURE_SCORE


class SentenceReader:
    """Weighs the sentences that a written answer rests on."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._question: tuple[str, Vectors] | None = None

    def weigh(self, query: Query, sentences: Sequence[tuple[str, Passage]]) -> list[Sentence]:
        """Order sentences, each with its passage, by their support, best first."""
        if not sentences or not query.intent.keywords:
            return []
        cause = asks_cause(query)
        if cause:
            sentences = _with_causes(sentences)
        coverages = _coverages(query.intent.keywords, sentences)
        likely = sorted(range(len(sentences)), key=lambda at: -coverages[at])[:_EMBEDDED]
        asked = self._embed_question(_without_companies(query))
        subject = _Subject(query)
        cosines = self._embed([sentences[at][0] for at in likely]) @ asked
        found = [
            Sentence(
                *sentences[at],
                coverage=coverages[at],
                cosine=float(cosine),
                bonus=_bonus(sentences[at][0], query, with_cause=cause),
                to_the_point=subject.stands_in(f"{sentences[at][1].section} {sentences[at][0]}"),
                explains=not cause or GIVES_CAUSE.search(sentences[at][0]) is not None,
            )
            for at, cosine in zip(likely, cosines, strict=True)
        ]
        return sorted(found, key=lambda sentence: -sentence.score)

    def _embed_question(self, text: str) -> Vectors:
        """The last question's is kept: a draft is weighed against it line by line."""
        last = self._question
        if last is None or last[0] != text:
            last = self._question = (text, self._encoder.encode_queries([text])[0])
        return last[1]

    def _embed(self, sentences: Sequence[str]) -> Vectors:
        texts = [sentence[:_EMBEDDED_CHARS] for sentence in sentences]
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        self._vectors.update(zip(new, self._encoder.encode_passages(new), strict=True))
        vectors = np.stack([self._vectors[text] for text in texts])
        while len(self._vectors) > _REMEMBERED:
            self._vectors.popitem(last=False)
        return vectors


def asked_stems(query: Query) -> frozenset[str]:
    """Stems of what a question says but whose, of when, and that it asks."""
    names = [company.said for company in query.scope.companies]
    periods = [ref.said for ref in query.scope.periods]
    said = stems_of(without_names(parse_of(query).core, [*names, *periods]))
    return said - stems_of(" ".join(word_list("asking")))


def split_sentences(text: str) -> list[str]:
    """Split prose at sentence ends and bullets; fragments of under six words are dropped."""
    parts = (part.split() for part in _SENTENCE_END.split(text))
    return [" ".join(part) for part in parts if len(part) >= _MIN_WORDS]


def _with_causes(sentences: Sequence[tuple[str, Passage]]) -> list[tuple[str, Passage]]:
    """A sentence that gives no cause joined with the next of its passage, where that gives one.

    "Net sales increased 3%." is no answer to "why", with "The increase was due to …" it is.
    """
    joined = []
    for at, (own, passage) in enumerate(sentences):
        after, other = sentences[at + 1] if at + 1 < len(sentences) else ("", passage)
        causal = not GIVES_CAUSE.search(own) and GIVES_CAUSE.search(after) is not None
        joined.append((f"{own} {after}" if causal and other is passage else own, passage))
    return joined


def _bonus(sentence: str, query: Query, *, with_cause: bool) -> float:
    bonus = _CAUSE_BONUS if with_cause and GIVES_CAUSE.search(sentence) else 0.0
    asked = {ref.period.fiscal_year for ref in query.scope.periods} - {None}
    said = {*years_in(sentence)}
    return bonus + (_OTHER_YEAR if asked and said and not asked & said else 0.0)


class _Subject:
    """The names and figures of a question, which a sentence that answers for sure says too.

    Names are words that are no general English, such as those of products, and words in capitals
    that stand together, but for companies and periods; of the figures one will do. A sentence that
    says only the opposite of a move asked about does not answer.
    """

    def __init__(self, query: Query) -> None:
        scope = query.scope
        aside = [*(c.said for c in scope.companies), *(ref.said for ref in scope.periods)]
        known = set(_WORD.findall(" ".join(aside).lower()))
        named = {w for w in _WORD.findall(query.core.lower()) if w not in known | general_words()}
        for title in _TITLE.findall(query.core):
            named |= set(_WORD.findall(title.lower())) - known - _JOINS
        self._names = set(tokenize([" ".join(named)])[0])
        self._moves = _moves(query.core)
        self._metrics = {metric.key for metric in find_metrics(query.core)}

    def stands_in(self, text: str) -> bool:
        """Whether a text says all names, and one of the figures where there are any."""
        said = {metric.key for metric in find_metrics(text)}
        figured = not self._metrics or bool(self._metrics & said)
        moves = _moves(text)
        if self._moves and moves and not self._moves & moves:
            return False
        return figured and self._names <= set(tokenize([text])[0])


def _moves(text: str) -> frozenset[str]:
    """Which ways a text says that something went: ``up``, ``down``."""
    said = {e.value for w in _WORD.findall(text.lower()) for e in entries().get((w,), ())}
    return frozenset(way for value, way in _WAYS.items() if value in said)


def _without_companies(query: Query) -> str:
    """Leave out the names: inside a company's own filing they only favour running heads."""
    text = query.core
    for company in query.scope.companies:
        text = text.replace(company.said, "the company")
    return text


def _coverages(keywords: Sequence[str], sentences: Sequence[tuple[str, Passage]]) -> list[float]:
    """Weigh keywords by their rarity among the sentences; absent ones count as the mean."""
    own = [set(tokens) for tokens in tokenize([text for text, _ in sentences])]
    context = {
        passage.passage_id: set(tokens)
        for (_, passage), tokens in zip(
            sentences, tokenize([f"{p.section}" for _, p in sentences]), strict=True
        )
    }
    held = Counter(word for words in own for word in words if word in keywords)
    weight = {word: math.log(1 + len(own) / held[word]) for word in keywords if held[word]}
    mean = sum(weight.values()) / len(weight) if weight else 1.0
    weight |= {word: mean for word in keywords if not held[word]}
    total = sum(weight.values())
    return [
        sum(
            weight[word]
            for word in keywords
            if word in words or word in context[passage.passage_id]
        )
        / total
        for words, (_, passage) in zip(own, sentences, strict=True)
    ]
