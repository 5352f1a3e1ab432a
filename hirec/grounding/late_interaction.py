"""How nearly a place says what is asked, word by word and by meaning.

Late interaction (Khattab and Zaharia, SIGIR 2020, section 3.2): question and place are read apart
by the packaged MiniLM, each word of the question takes the nearest word of the place, and a
learned projection decides what is near: "pay for card rewards" and "Card Member rewards", "stock
comp" and "share-based compensation". Words have learned weights, so that "I need" asks for little.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hirec.caching import remembered
from hirec.grounding.places import Place
from hirec.models.bert import packaged_bert
from hirec.models.half_precision import decoded, encoded

Floats = npt.NDArray[np.float32]
Tokens = Callable[[Sequence[str], int], Sequence[Floats]]
"""Texts and their longest number of tokens → vectors of each, as :meth:`Bert.tokens` has them."""

QUESTION_TOKENS = 34
PLACE_TOKENS = 26
"""Longest question and longest words of a place, with the two marks of their ends."""
FIELDS = 3
"""Label, heading and column, caption and section."""
READ = 100
"""Places of a figure that are read, the likeliest by their words."""
_REMEMBERED = 4_000
"""Texts whose words are kept: some 12 MB of a server's."""
_LONGEST = 200
"""Letters of a text that are worth cutting into tokens."""
_LIGHT = 0.3
"""A word of less weight need not be met."""
_FAR = -1.0
"""Of places that are not read, and of words that have nothing to be near to."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The tokens of one text: directions in the learned space, and weights."""

    directions: Floats
    """Shape (tokens, width)."""
    asked: Floats
    """What each weighs in a question; shape (tokens,)."""
    stated: Floats
    """What each weighs in a label; shape (tokens,)."""


class LateInteraction:
    """A learned projection of the packaged encoder's tokens, and what it tells of places."""

    def __init__(
        self,
        projection: Floats,
        asked: Floats,
        stated: Floats,
        apart: Sequence[float],
        tokens: Tokens | None = None,
    ) -> None:
        """Take learned weights.

        Args:
            projection: Shape (width, dimension).
            asked: Weights of a token's vector for what it weighs in a question, and the intercept;
                shape (dimension + 1,).
            stated: The same in a label.
            apart: What is taken off where a word is met in each of :data:`FIELDS`.
            tokens: By default those of the packaged encoder.

        """
        self._tokens = tokens
        self._projection = projection
        self._asked, self._stated = asked, stated
        self._apart = np.abs(np.array(apart, dtype=np.float32))
        self._known: dict[tuple[str, int], _Words] = {}

    def features(self, words: str, places: Sequence[Place], first: Sequence[int]) -> Floats:
        """What words and places have in common.

        Args:
            words: What is asked.
            places: Candidates.
            first: Indexes of those to read; the others get the least of everything.

        Returns:
            Shape (places, 3): how much of the question is met, how much of the label is asked
            for, and how nearly the word of the question is met that is met least.

        """
        found = np.full((len(places), 3), _FAR, dtype=np.float32)
        if first:
            texts = [texts_of(places[at]) for at in first]
            found[list(first)] = self.compare(tidy(words), texts, PLACE_TOKENS)[:, :3]
        return found

    def compare(self, words: str, texts: Sequence[tuple[str, ...]], longest: int) -> Floats:
        """What words and texts have in common.

        Args:
            words: What is asked.
            texts: Of each place or sentence the same number of fields, at most :data:`FIELDS`, the
                one that matters most first.
            longest: Tokens of a field that are read, the two marks of its ends among them.

        Returns:
            Shape (texts, 4): as :meth:`features` tells, and how near the first field as a whole is
            to the question as a whole.

        """
        found = np.full((len(texts), 4), _FAR, dtype=np.float32)
        if len(self._known) > _REMEMBERED:
            self._known = {}
        (question,) = self._read([words], QUESTION_TOKENS)
        if len(question.asked):
            fields = iter(self._read([text for own in texts for text in own], longest))
            for at, own in enumerate(texts):
                found[at] = self._compare(question, [next(fields) for _ in own])
        return found

    def _compare(self, question: _Words, fields: Sequence[_Words]) -> tuple[float, ...]:
        met = np.full((len(fields), len(question.asked)), _FAR, dtype=np.float32)
        label, whole = 0.0, _FAR
        for at, field in enumerate(fields):
            if len(field.stated):
                likeness = question.directions @ field.directions.T
                met[at] = likeness.max(axis=1)
                if at == 0:
                    label = float(field.stated @ likeness.max(axis=0) / field.stated.sum())
                    whole = _cosine(question.directions.sum(axis=0), field.directions.sum(axis=0))
        best = (met - self._apart[: len(fields), None]).max(axis=0)
        asked = float(question.asked @ best / question.asked.sum())
        least = float((best + (question.asked < _LIGHT)).min())
        return asked, label, least, whole

    def _read(self, texts: Sequence[str], longest: int) -> list[_Words]:
        """The words of texts; those not met before are embedded together."""
        known = self._known
        fresh = [text for text in dict.fromkeys(texts) if text and (text, longest) not in known]
        tokens = self._tokens or packaged_bert().tokens
        for text, vectors in zip(fresh, tokens(fresh, longest), strict=True):
            known[text, longest] = self._words(vectors)
        nothing = self._words(np.zeros((0, self._projection.shape[1]), dtype=np.float32))
        return [known[text, longest] if text else nothing for text in texts]

    def _words(self, vectors: Floats) -> _Words:
        directions = vectors @ self._projection.T
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        return _Words(directions, _weight(vectors, self._asked), _weight(vectors, self._stated))

    def to_json(self) -> dict[str, Any]:
        """The weights in half precision, as text."""
        return {
            "projection": encoded(self._projection),
            "width": len(self._projection),
            "asked": encoded(self._asked),
            "stated": encoded(self._stated),
            "apart": [round(float(one), 4) for one in self._apart],
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "LateInteraction":
        """Inverse of :meth:`to_json`."""
        return cls(
            decoded(content["projection"]).reshape(content["width"], -1),
            decoded(content["asked"]),
            decoded(content["stated"]),
            content["apart"],
        )


def texts_of(place: Place) -> tuple[str, str, str]:
    """Label; heading above and column; caption and section. Of a sentence what is beside, all."""
    heading = place.passage.section.rpartition(" > ")[2]
    if place.table is None:
        return tidy(place.label), tidy(place.section), tidy(heading)
    around = f"{place.section} . {place.column}".strip(" .")
    return tidy(place.label), tidy(around), tidy(f"{place.caption} . {heading}".strip(" ."))


@remembered
def tidy(text: str) -> str:
    """A text in lower case without leaders and marks of footnotes."""
    plain = text.lower().replace("..", " ").replace("_", " ").replace("*", " ").replace("†", " ")
    return " ".join(plain.split())[:_LONGEST]


def _cosine(one: Floats, other: Floats) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def _weight(vectors: Floats, weights: Floats) -> Floats:
    """Softplus of a linear function; shape (tokens,)."""
    return np.asarray(np.logaddexp(0, vectors @ weights[:-1] + weights[-1]), dtype=np.float32)
