"""The bi-encoder E^D that embeds cover summaries and queries (HiREC section 4.1.1)."""

import contextlib
import functools
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from hirec.models.bert import packaged_bert
from hirec.models.hub import local_folder
from hirec.models.loading import loading, memory_of
from hirec.models.packaged import PACKAGED, PACKAGED_SHA256, packaged_folder
from hirec.settings import ModelSettings

Vectors = npt.NDArray[np.float32]

_FEW = 8
"""So few texts gain nothing from threads, and lose where other work has a core: each layer then
waits for the scheduler (a question took 13 ms on one thread and 250 to 480 on two)."""
_LETTERS = 8_000
"""So many of the packaged model are embedded in half a second, before torch would be loaded (10 s);
where it is there, it is faster: at thirty long passages 1.2 s against 3.2."""


class Encoder(Protocol):
    """Texts to unit-length vectors; the inner product is the cosine."""

    fingerprint: str
    """Changes whenever the vectors would."""
    dimension: int

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions; shape (n, dimension)."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Embed summaries or passages; shape (n, dimension)."""
        ...


class SentenceEncoder:
    """A sentence-transformers model on the device of the settings.

    Of the packaged model few texts are embedded by :class:`Bert`: a question does not wait for
    torch, which is loaded when there is more to do.
    """

    def __init__(self, settings: ModelSettings) -> None:
        """Load the weights; raises :class:`ModelError` where they are absent or damaged."""
        self._settings = settings
        name = settings.encoder
        self._folder = packaged_folder() if name == PACKAGED else local_folder(name, "encoder")
        self._light = packaged_bert() if name == PACKAGED else None
        light = self._light
        self.dimension = light.dimension if light else self.encode_queries(["dimension"]).shape[1]
        self.fingerprint = fingerprint(settings)

    @functools.cached_property
    def _model(self) -> Any:  # noqa: ANN401 - untyped library
        return _load(str(self._folder), self._settings)

    @functools.cached_property
    def _threads(self) -> int:
        import torch

        return torch.get_num_threads()

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions with the query prefix; shape (n, dimension)."""
        return self._encode([self._settings.query_prefix + text for text in texts])

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts with the passage prefix; shape (n, dimension)."""
        return self._encode([self._settings.passage_prefix + text for text in texts])

    def vocabulary(self) -> list[str]:
        """Entries of the tokenizer in the order of their numbers, joining signs taken off."""
        entries = self._model.tokenizer.get_vocab()
        ordered = sorted(entries, key=entries.__getitem__)
        return [entry.removeprefix("##").removeprefix("\u2581") or " " for entry in ordered]

    def token_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Numbers of the entries that make up each text, whole texts, nothing added."""
        if not texts:
            return []
        ids: list[list[int]] = self._model.tokenizer(
            list(texts), add_special_tokens=False, truncation=False, verbose=False
        )["input_ids"]
        return ids

    def _encode(self, texts: list[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        unloaded = "_model" not in vars(self) and sum(map(len, texts)) <= _LETTERS
        if self._light is not None and (len(texts) <= _FEW or unloaded):
            return self._light.encode(texts, self._settings.encoder_max_tokens)
        threads = _one_thread(self._threads) if len(texts) <= _FEW else contextlib.nullcontext()
        with memory_of(self._settings.device, "lower models.encoder_batch_size"), threads:
            vectors = self._model.encode(
                texts,
                batch_size=self._settings.encoder_batch_size,
                normalize_embeddings=True,
                show_progress_bar=False,
                convert_to_numpy=True,
            )
        return cast(Vectors, np.ascontiguousarray(vectors, dtype=np.float32))


@contextlib.contextmanager
def _one_thread(usual: int) -> Iterator[None]:
    """One thread, then as many as usual, whatever a caller in another thread set meanwhile."""
    import torch

    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(usual)


def fingerprint(settings: ModelSettings) -> str:
    """Identify the vectors that these settings make, without loading the weights."""
    weights = PACKAGED_SHA256[:16] if settings.encoder == PACKAGED else settings.encoder
    parts = (
        weights,
        settings.query_prefix,
        settings.passage_prefix,
        str(settings.encoder_max_tokens),
    )
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


def load_encoder(settings: ModelSettings) -> Encoder:
    """Load the encoder of the settings; raises :class:`ModelError`."""
    return SentenceEncoder(settings)


def _load(folder: str, settings: ModelSettings) -> Any:  # noqa: ANN401 - untyped library
    import torch
    from sentence_transformers import SentenceTransformer

    if settings.threads:
        torch.set_num_threads(settings.threads)
    expected = "the weights of a sentence encoder"
    with loading("encoder", settings.encoder, settings.device, expected):
        model = SentenceTransformer(folder, device=settings.device, local_files_only=True)
    model.max_seq_length = settings.encoder_max_tokens
    return model
