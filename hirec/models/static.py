"""A static embedding distilled from the bi-encoder: a table look-up instead of a transformer.

Each entry of the encoder's vocabulary is embedded once by itself; the table is centred, cut to its
principal components, and each row weighted by a smooth inverse frequency under Zipf's law (Arora
et al. 2017; the recipe known as model2vec). A text is the mean of its rows. It costs 0.3 ms a
passage on a processor where the encoder takes 80; how much worse it ranks is measured in
``docs/experiments.md``.
"""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from hirec.models.encoder import Encoder, SentenceEncoder, Vectors
from hirec.types import ModelError

Tokenize = Callable[[Sequence[str]], list[list[int]]]
"""Texts to rows of the table."""

DIMENSION = 128
_SMOOTHING = 1e-3
"""``a`` of the weight a / (a + p(w))."""
_ZIPF_OFFSET = 2.7
"""Mandelbrot's offset: the commonest entries are not as common as plain Zipf has it."""


def distill(encoder: Encoder, vocabulary: Sequence[str], dimension: int = DIMENSION) -> Vectors:
    """Make the table from an encoder.

    One pass of the encoder over some 30,000 short texts: under a minute on one core.

    Args:
        encoder: Embeds each entry by itself.
        vocabulary: From common to rare, as tokenizers list theirs.
        dimension: Principal components that are kept.

    Returns:
        Shape (len(vocabulary), at most ``dimension``).

    """
    raw = encoder.encode_passages(list(vocabulary))
    centred = raw - raw.mean(axis=0, dtype=np.float32)
    _, components = np.linalg.eigh(centred.T @ centred)
    reduced = centred @ components[:, ::-1][:, :dimension]
    frequency = 1.0 / (_ZIPF_OFFSET + np.arange(1, len(vocabulary) + 1))
    weight = _SMOOTHING / (_SMOOTHING + frequency / frequency.sum())
    return np.asarray(reduced * weight[:, None], dtype=np.float32)


class StaticEncoder:
    """Texts to unit vectors through a table; an :class:`~hirec.models.encoder.Encoder`."""

    def __init__(self, tokenize: Tokenize, table: Vectors, fingerprint: str) -> None:
        """Take the table and how texts become its rows.

        Args:
            tokenize: Gives row numbers of the table.
            table: Shape (vocabulary, dimension).
            fingerprint: Of the encoder that it was distilled from.

        """
        self._tokenize = tokenize
        self._table = table
        self.dimension = int(table.shape[1])
        self.fingerprint = f"static-{self.dimension}-{fingerprint}"

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions; shape (n, dimension)."""
        return self.encode_passages(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts; shape (n, dimension), unit length, all zero for a text without entries."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for vector, rows in zip(vectors, self._tokenize(texts), strict=True):
            if rows:
                vector[:] = _mean(self._table, rows)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        return vectors


def load_static_encoder(encoder: Encoder, cache: Path | None = None) -> StaticEncoder:
    """Distil the encoder, or read what an earlier run distilled from the same weights.

    ``cache`` is the folder of finished tables (default: ``hirec`` in the user's cache folder); a
    table's name holds the fingerprint of the encoder it was made from. Raises
    :class:`~hirec.types.ModelError` where the encoder has no vocabulary of its own.
    """
    if not isinstance(encoder, SentenceEncoder):
        raise ModelError(
            f"A static embedding needs an encoder with a vocabulary, {encoder.fingerprint} has "
            "none: set retrieval.passage_encoder to 'full'."
        )
    folder = cache or user_cache_path("hirec")
    file = folder / f"static-{encoder.fingerprint}-{DIMENSION}.npy"
    table = _read(file)
    if table is None:
        table = distill(encoder, encoder.vocabulary())
        _write(file, table)
    return StaticEncoder(encoder.token_ids, table.astype(np.float32), encoder.fingerprint)


def _mean(table: Vectors, rows: list[int]) -> npt.NDArray[np.float32]:
    entries, counts = np.unique(rows, return_counts=True)
    total = counts.astype(np.float32) @ table[entries]
    return np.asarray(total / len(rows), dtype=np.float32)


def _read(file: Path) -> Vectors | None:
    """The table, None where there is none or a damaged one, which is then made anew."""
    try:
        table = np.load(file)
    except (OSError, ValueError, EOFError):
        return None
    return np.asarray(table)


def _write(file: Path, table: Vectors) -> None:
    """Under its name only when whole; two processes may make it at the same time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".npy", delete=False) as part:
        np.save(part, table.astype(np.float16))
    Path(part.name).replace(file)
