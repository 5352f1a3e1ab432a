"""Embeddings of all passages, kept beside the index: made once, continued where they stopped."""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from hirec.index import Index
from hirec.models.encoder import Encoder, Vectors
from hirec.types import HirecError, Passage

Progress = Callable[[int, int], None]
"""Called with (passages that have an embedding, all passages)."""

_TENSOR, _MADE_FROM = "vectors", "texts"


class EmbeddingsError(HirecError):
    """Embeddings of passages cannot be written beside the index."""


def embed_passages(index: Index, encoder: Encoder, progress: Progress | None = None) -> Vectors:
    """Unit vectors of all passages in the order of ``index.passages(list(index.filings))``.

    Each filing has a file of its own (float16) under the encoder's fingerprint and is written
    when its last passage is embedded: a killed run continues with the next filing, and a filing
    whose passages have changed since is embedded again.

    Args:
        index: Its folder keeps the embeddings.
        encoder: Makes the vectors.
        progress: Called with (embedded, all) after each filing.

    Returns:
        Shape (passages, dimension), float32.

    Raises:
        EmbeddingsError: the folder of the index cannot be written to.

    """
    total = sum(filing.passage_count for filing in index.filings.values())
    parts: list[Vectors] = []
    done = 0
    for filing_id in index.filings:
        passages = index.passages([filing_id])
        path = index.layout.embeddings_file(encoder.fingerprint, filing_id)
        parts.append(_filing_vectors(path, passages, encoder))
        done += len(passages)
        if progress:
            progress(done, total)
    return np.concatenate(parts) if parts else np.empty((0, encoder.dimension), dtype=np.float32)


def _filing_vectors(path: Path, passages: Sequence[Passage], encoder: Encoder) -> Vectors:
    texts = [passage.retrieval_text for passage in passages]
    digest = hashlib.sha256("\x1e".join(texts).encode()).hexdigest()
    stored = _read(path, digest)
    if stored is None:
        stored = encoder.encode_passages(texts).astype(np.float16)
        _write(path, stored, digest)
    return stored.astype(np.float32)


def _read(path: Path, digest: str) -> np.ndarray | None:
    """What was stored for these very texts; None where there is nothing whole."""
    try:
        with safe_open(path, framework="numpy") as file:
            if (file.metadata() or {}).get(_MADE_FROM) != digest:
                return None
            vectors: np.ndarray = file.get_tensor(_TENSOR)
            return vectors
    except (FileNotFoundError, NotADirectoryError, SafetensorError):
        return None


def _write(path: Path, vectors: np.ndarray, digest: str) -> None:
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(save({_TENSOR: vectors}, {_MADE_FROM: digest}))
        unfinished.replace(path)
    except OSError as error:
        raise EmbeddingsError(
            f"Cannot write {path}: {error.strerror}; make room or allow writing, or copy the index "
            "to a folder of your own, and run the same command again to continue."
        ) from error
