"""The tagger: the packaged encoder with low-rank matrices and two linear layers on top."""

import functools
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from hirec.models.bert import Bert, packaged_bert
from hirec.models.half_precision import decoded
from hirec.types import ModelError
from hirec.understanding.roles.asked_of import ASKED, ROLES, Frame, unbracketed
from hirec.understanding.roles.veiled import COMPANIES, PERIODS

Floats = npt.NDArray[np.float32]

FORMAT = 1
PACKAGED = "roles.json"
LONGEST = 72
"""Tokens of a question that are read, the marks of its ends among them."""
_REMEDY = "make it anew with `hirec train roles`"
_NAMES = frozenset(name.lower() for name in (*COMPANIES, *PERIODS))
_LEADING = frozenset({"of", "from", "for", "the", "its", "to", "in", "on", "at", "a", "an", "out"})
"""Words that stand in front of a figure's name."""
_EDGES = " ,;:.?!'\"“”"


class RoleTagger:
    """Says what a question asks of its figures, and which words name them."""

    def __init__(self, content: Mapping[str, Any], bert: Bert | None = None) -> None:
        """Take a model file's content; raises :class:`ModelError` where it is of another kind."""
        known = content.get("format") == FORMAT and tuple(content["asked"]) == tuple(ASKED)
        if not known or tuple(content["roles"]) != ROLES:
            raise ModelError(f"The tagger of roles is of another version; {_REMEDY}.")
        adapters = {
            name: (_rows(down, content["rank"]).T, _rows(up, content["rank"]))
            for name, (down, up) in content["adapters"].items()
        }
        self._silent = frozenset(content["silent"])
        self._bert = (bert or packaged_bert()).adapted(adapters)
        width = 2 * self._bert.dimension + 1
        self._asked = _rows(content["asked_weights"], width)
        self._roles = _rows(content["role_weights"], width)
        self._attention = decoded(content["attention"])

    def read(self, question: str) -> Frame:
        """The likeliest reading of a veiled question."""
        offsets, states = self._bert.states(question, LONGEST)
        shares = _softmax(states @ self._attention)
        pooled = shares @ states
        asked = _softmax(_linear(self._asked, np.concatenate([pooled, states[0]])))
        beside = np.broadcast_to(pooled, states.shape)
        of_tokens = _softmax(_linear(self._roles, np.hstack([states, beside])))[1:-1]
        words = _whole_words(question, offsets[1:-1])
        of_words = np.stack([of_tokens[own].mean(axis=0) for own, _ in words] or [of_tokens[:0]])
        sure = float(asked.max() * of_words.max(axis=-1).min(initial=1.0))
        best = of_words.argmax(axis=-1)
        places = [place for _, place in words]
        left = (
            question[a:b].lower() for (a, b), role in zip(places, best, strict=True) if not role
        )
        return Frame(
            tuple(ASKED)[int(asked.argmax())],
            _words_of(question, places, best),
            sure,
            tuple(w for w in left if w[0].isalpha() and w not in _NAMES | self._silent),
        )


def _whole_words(
    question: str, offsets: Sequence[tuple[int, int]]
) -> list[tuple[slice, tuple[int, int]]]:
    """The tokens of each word, and where it stands: "car-load-s" is one."""
    words: list[tuple[slice, tuple[int, int]]] = []
    for at, (start, end) in enumerate(offsets):
        if words and words[-1][1][1] == start and question[start - 1 : start + 1].isalnum():
            own, (first, _) = words[-1]
            words[-1] = slice(own.start, at + 1), (first, end)
        else:
            words.append((slice(at, at + 1), (start, end)))
    return words


def _words_of(
    question: str, places: Sequence[tuple[int, int]], best: npt.NDArray[np.intp]
) -> dict[str, str]:
    """The words of each role, those of one run together as they stand."""
    words: dict[str, str] = {}
    for role, run in groupby(zip(best, places, strict=True), lambda one: int(one[0])):
        inside = [place for _, place in run]
        said = question[inside[0][0] : inside[-1][1]].strip(_EDGES).removeprefix("s ")
        if role and (kept := bare_words(said)):
            before = words.get(ROLES[role], "")
            whole = max(before, kept, key=len) if ROLES[role] == "K" else f"{before} {kept}"
            words[ROLES[role]] = whole.strip()
    return words


def bare_words(said: str) -> str:
    """The words of a figure without the names of companies and periods among them."""
    words = [word for word in said.split() if word.lower().strip(f"{_EDGES}()") not in _NAMES]
    while words and words[0].lower() in _LEADING:
        words = words[1:]
    return _closed(" ".join(words))


def _closed(said: str) -> str:
    """Words whose brackets open and close; without those that do only one of them."""
    if said.count("(") == said.count(")"):
        return said
    if "(" in said and ")" not in said:
        return f"{said})"
    return unbracketed(said)


def _rows(text: str, width: int) -> Floats:
    return decoded(text).reshape(-1, width)


def _linear(weights: Floats, inputs: Floats) -> Floats:
    """A layer whose last weight of each row is its intercept."""
    return np.asarray(inputs @ weights[:, :-1].T + weights[:, -1], dtype=np.float32)


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


@functools.cache
def packaged_tagger() -> RoleTagger:
    """The tagger that is shipped, read once; raises :class:`ModelError`."""
    text = resources.files("hirec.models").joinpath(PACKAGED).read_text("utf-8")
    return RoleTagger(json.loads(text))
