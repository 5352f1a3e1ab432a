"""Export of a reranker to ONNX or OpenVINO, held against the model that it comes from."""

import math
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from scipy.stats import kendalltau

from hirec.digests import sha256_of
from hirec.models.cross_encoder import CrossEncoder, PairCrossEncoder
from hirec.models.exported import FILES, Export, save_exported
from hirec.settings import Backend, Dtype, ModelSettings
from training.data.record import Record
from training.errors import TrainingError


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far an exported reranker ranks as the original does."""

    questions: int
    """With two passages or more, to which the original gives different scores."""
    pairs: int
    """Of question and passage."""
    tau: float
    """Mean over questions of Kendall's tau-b (1945) between the two orders of its passages."""
    tau_least: float
    """The lowest of a question; an export that gives all its passages one score counts as 0."""
    same_first: float
    """Share of questions whose first passage is the same."""
    largest_difference: float
    """Between the two scores of a pair, which are in (0, 1)."""
    original: str
    """Name, backend and precision of what was held against what."""
    exported: str


def export_reranker(
    source: str, backend: Backend, dtype: Dtype, pair_tokens: int, out: Path
) -> Export:
    """Export ``source`` into the folder ``out``, which appears when it is whole.

    Args:
        source: Folder or hub name of the reranker.
        backend: ONNX or OpenVINO.
        dtype: Of the matrices.
        pair_tokens: The input limit of a model without one of its own.
        out: Folder of the export.

    Raises:
        TrainingError: ``out`` is there already and is not empty.
        ModelError: the model cannot be loaded, or the backend is absent.

    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise TrainingError(f"{out} is there already: choose another --out.")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, suffix=".unfinished") as scratch:
        folder = Path(scratch) / "model"
        folder.mkdir()
        export = save_exported(source, backend, dtype, pair_tokens, folder)
        folder.replace(out)
    return export


def drawn(records: Sequence[Record], limit: int, seed: int = 0) -> list[Record]:
    """Some records by chance.

    Raises :class:`TrainingError` where there is none.

    Args:
        records: All of them.
        limit: How many at most; 0: all, in another order.
        seed: The same seed draws the same records.

    """
    if not records:
        raise TrainingError("There is no record to compare on: give more --pairs.")
    count = min(limit or len(records), len(records))
    return random.Random(seed).sample(list(records), count)  # noqa: S311


def compare(source: str, out: Path, pair_tokens: int, records: Sequence[Record]) -> Agreement:
    """Score the pairs of the records by both.

    The original runs on torch in single precision, the export as ``models.cross_encoder: OUT``
    alone makes it run here.

    Args:
        source: Folder or hub name of the original.
        out: Folder of the export.
        pair_tokens: The input limit of a model without one of its own.
        records: Questions with their passages.

    """
    exact = ModelSettings(
        reranker_backend=Backend.TORCH,
        reranker_dtype=Dtype.FLOAT32,
        reranker_max_tokens=pair_tokens,
    )
    return agreement(
        PairCrossEncoder(source, exact), PairCrossEncoder(str(out), ModelSettings()), records
    )


def agreement(first: CrossEncoder, second: CrossEncoder, records: Sequence[Record]) -> Agreement:
    """Hold ``second`` against ``first`` over the passages of each record.

    Args:
        first: The original.
        second: The export.
        records: Questions with their passages.

    Raises:
        TrainingError: no record has two passages that ``first`` tells apart.

    """
    taus, same, largest, pairs = [], [], 0.0, 0
    for record in records:
        texts = [record.positive, *(negative.text for negative in record.negatives)]
        one, other = first.score(record.query, texts), second.score(record.query, texts)
        pairs += len(texts)
        largest = max(largest, float(np.abs(one - other).max()))
        if len(set(one.tolist())) > 1:
            tau = float(kendalltau(one, other).statistic)
            taus.append(0.0 if math.isnan(tau) else tau)
            same.append(int(one.argmax()) == int(other.argmax()))
    if not taus:
        raise TrainingError("No record has two passages that the model tells apart.")
    return Agreement(
        questions=len(taus),
        pairs=pairs,
        tau=float(np.mean(taus)),
        tau_least=min(taus),
        same_first=float(np.mean(same)),
        largest_difference=largest,
        original=first.name,
        exported=second.name,
    )


def write_export_card(
    out: Path, export: Export, measured: Agreement, sources: Sequence[str]
) -> None:
    """Write ``README.md``.

    Args:
        out: Folder of the export.
        export: What was exported, from what.
        measured: Agreement with the original.
        sources: Each file of records with its SHA-256.

    """
    files = sorted((out / FILES[export.backend]).parent.iterdir())
    lines = [
        f"# A reranker exported to {export.backend}",
        "",
        f"Made from `{export.original}` by `hirec train export` with {_versions(export.backend)}. "
        f"It reads a question and a passage, {export.max_tokens} tokens together; the sigmoid of "
        "its output is the passage's relevance."
        + ("" if export.figures else " Table rows are shown without their figures."),
        "",
        f"Matrices in {export.dtype}:",
        "",
        *(
            f"- `{f.relative_to(out)}`, {_size_mb(f):.1f} MB, SHA-256 `{sha256_of(f)}`"
            for f in files
        ),
        "",
        "## Held against the original",
        "",
        f"{measured.questions} questions, {measured.pairs} pairs of:",
        "",
        *(f"- {source}" for source in sources),
        "",
        "| figure | value |",
        "|---|---|",
        f"| original | {measured.original} |",
        f"| export | {measured.exported} |",
        f"| Kendall's tau-b, mean over questions | {measured.tau:.4f} |",
        f"| the lowest of a question | {measured.tau_least:.4f} |",
        f"| the same passage first | {measured.same_first:.4f} |",
        f"| largest difference of two scores | {measured.largest_difference:.2g} |",
        "",
    ]
    (out / "README.md").write_text("\n".join(lines), encoding="utf-8")


def _versions(backend: Backend) -> str:
    package = {Backend.ONNX: "onnxruntime", Backend.OPENVINO: "openvino"}[backend]
    return f"{package} {version(package)} and torch {version('torch')}"


def _size_mb(file: Path) -> float:
    return file.stat().st_size / 1e6
