"""BERT's forward pass in numpy: embedding one question costs less than loading a framework."""

import copy
import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from hirec.models.packaged import packaged_folder

Floats = npt.NDArray[np.float32]
Adapters = Mapping[str, tuple[Floats, Floats]]
"""Low-rank matrices beside a layer's own (LoRA, Hu et al., ICLR 2022, equation 3), by the name of
the layer: down, shape (rank, inputs), and up, shape (outputs, rank), already scaled."""

_EPSILON = 1e-12
"""Of the packaged model's layer norms."""
_HEADS = 12
_ROWS = 32
"""Of an activation in one go."""
_ERF = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
"""Abramowitz and Stegun 7.1.26: at most 1.5e-7 from the error function."""


class Bert:
    """Mean-pooled unit vectors of the packaged MiniLM, the same as torch's to 1e-5."""

    def __init__(self, folder: Path) -> None:
        """Read ``model.safetensors`` and ``tokenizer.json``."""
        from tokenizers import Tokenizer

        self._weights = _mapped(folder / "model.safetensors")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._layers = len([name for name in self._weights if name.endswith("query.weight")])
        self._adapters: Adapters = {}
        self.dimension = len(self._weights["embeddings.LayerNorm.bias"])

    def adapted(self, adapters: Adapters) -> Self:
        """The same weights with low-rank matrices beside some layers."""
        other = copy.copy(self)
        other._adapters = adapters
        return other

    def encode(self, texts: Sequence[str], max_tokens: int) -> Floats:
        """Embed texts, longer ones cut; shape (n, dimension)."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        states = self._states(texts, max_tokens)
        return _unit(np.stack([state.mean(axis=0) for state in states]))

    def tokens(self, texts: Sequence[str], max_tokens: int) -> list[Floats]:
        """Unit vectors of the texts' tokens in their context, the two that mark ends left out.

        Args:
            texts: Read up to ``max_tokens`` tokens each, the two marks among them.
            max_tokens: At least 2.

        Returns:
            Of each text, shape (tokens, dimension).

        """
        return [_unit(state[1:-1]) for state in self._states(texts, max_tokens)] if texts else []

    def states(self, text: str, max_tokens: int) -> tuple[list[tuple[int, int]], Floats]:
        """Where each token of a text stands, and what the last layer makes of it.

        Args:
            text: Read up to ``max_tokens`` tokens.
            max_tokens: At least 2.

        Returns:
            Characters from and to (exclusive) of each token, the two that mark ends among them,
            which have none; and shape (tokens, dimension).

        """
        (states,) = self._states([text], max_tokens)
        offsets: list[tuple[int, int]] = self._tokenizer.encode(text).offsets
        return [*offsets[: len(states) - 1], (0, 0)], states

    def _states(self, texts: Sequence[str], max_tokens: int) -> list[Floats]:
        """What the last layer makes of each token; of each text, shape (tokens, dimension).

        The tokens of all texts go through each layer together: its weights are read once.
        """
        ids = [self._ids(text, max_tokens) for text in texts]
        ends = np.cumsum([len(own) for own in ids])[:-1]
        table = "embeddings.{}_embeddings.weight"
        words = self._weights[table.format("word")][[one for own in ids for one in own]]
        places = self._weights[table.format("position")]
        state = words + np.concatenate([places[: len(own)] for own in ids])
        state += self._weights[table.format("token_type")][0]
        state = self._normed("embeddings.LayerNorm", state)
        for layer in range(self._layers):
            at = f"encoder.layer.{layer}"
            mixed = self._linear(f"{at}.attention.output.dense", self._attended(at, state, ends))
            state = self._normed(f"{at}.attention.output.LayerNorm", state + mixed)
            inner = _gelu(self._linear(f"{at}.intermediate.dense", state))
            outer = self._linear(f"{at}.output.dense", inner)
            state = self._normed(f"{at}.output.LayerNorm", state + outer)
        return np.split(state, ends)

    def _ids(self, text: str, max_tokens: int) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text).ids
        return ids if len(ids) <= max_tokens else [*ids[: max_tokens - 1], ids[-1]]

    def _attended(self, at: str, state: Floats, ends: npt.NDArray[np.intp]) -> Floats:
        """Each token's values weighted by its attention within its text; as ``state``."""
        query, key, value = (
            np.split(self._linear(f"{at}.attention.self.{name}", state), ends)
            for name in ("query", "key", "value")
        )
        return np.concatenate([_attention(*own) for own in zip(query, key, value, strict=True)])

    def _linear(self, name: str, state: Floats) -> Floats:
        product: Floats = state @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        if name in self._adapters:
            down, up = self._adapters[name]
            product += (state @ down.T) @ up.T
        return product

    def _normed(self, name: str, state: Floats) -> Floats:
        centred: Floats = state - state.mean(axis=1, keepdims=True)
        spread = np.einsum("ij,ij->i", centred, centred) / np.float32(centred.shape[1])
        centred /= np.sqrt(spread + np.float32(_EPSILON))[:, None]
        centred *= self._weights[f"{name}.weight"]
        centred += self._weights[f"{name}.bias"]
        return centred


def _mapped(path: Path) -> Mapping[str, Floats]:
    """Weights where they lie on disk: the system reads what is used, once for all processes.

    A safetensors file is the length of its header in eight bytes, the header, which says for each
    tensor where it begins and ends behind it, and the tensors.
    """
    content = np.memmap(path, dtype=np.uint8, mode="r")
    begin = 8 + int(content[:8].view("<u8")[0])
    tensors: dict[str, Any] = json.loads(content[8:begin].tobytes())

    def read(first: int, last: int) -> Floats:
        return np.asarray(content[begin + first : begin + last].view("<f4"))

    return {
        name: read(*tensor["data_offsets"]).reshape(tensor["shape"])
        for name, tensor in tensors.items()
        if tensor.get("dtype") == "F32"
    }


def _attention(query: Floats, key: Floats, value: Floats) -> Floats:
    """Of one text, all heads beside each other; shape (tokens, dimension)."""
    shape = query.shape
    query, key, value = (
        one.reshape(len(one), _HEADS, -1).transpose(1, 0, 2) for one in (query, key, value)
    )
    scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(query.shape[2]))
    shares = np.exp(scores - scores.max(axis=2, keepdims=True))
    mixed = (shares / shares.sum(axis=2, keepdims=True)) @ value
    return np.asarray(mixed.transpose(1, 0, 2).reshape(shape), dtype=np.float32)


def _unit(vectors: Floats) -> Floats:
    """Vectors at length one; shape as given."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / lengths, dtype=np.float32)


def _gelu(state: Floats) -> Floats:
    """``x (1 + erf(x / sqrt 2)) / 2``; so many rows at a time as the nearest cache holds.

    Over all rows at once it costs twice as much, three quarters of the matrix product before it.
    """
    found = np.empty_like(state)
    for at in range(0, len(state), _ROWS):
        found[at : at + _ROWS] = _gelu_of(state[at : at + _ROWS])
    return found


def _gelu_of(state: Floats) -> Floats:
    size = np.abs(state) / np.float32(np.sqrt(2))
    near = 1 / (1 + np.float32(0.3275911) * size)
    tail = np.full_like(near, _ERF[-1])
    for factor in reversed(_ERF[:-1]):
        tail *= near
        tail += np.float32(factor)
    tail *= near
    np.multiply(size, -size, out=size)
    np.exp(size, out=size)
    tail *= size
    np.subtract(1, tail, out=tail)
    np.copysign(tail, state, out=tail)
    tail += 1
    tail *= state
    tail *= np.float32(0.5)
    return np.asarray(tail, dtype=np.float32)


@functools.cache
def packaged_bert() -> Bert:
    """The packaged MiniLM, read once; raises :class:`hirec.types.ModelError`."""
    return Bert(packaged_folder())
