"""``hirec eval reading``: read every filing of a folder and hold it against its own tags."""

import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hirec.evaluation.bootstrap import RESAMPLES, SEED, Estimate
from hirec.types import HirecError
from indexing.evaluation.cells import TaggedCell, tagged_cells
from indexing.evaluation.identity import FIELDS, HeldField, held_fields
from indexing.reading import read_document

Progress = Callable[[int, int, str], None]
"""Told files done, files in all, and the name of the file just done."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """What became of one file."""

    name: str
    pages: int
    cells: int
    right: int
    right_with_sign: int
    identity: tuple[HeldField, ...]
    missed: tuple[TaggedCell, ...]
    error: str = ""


def evaluate_reading(
    paths: Sequence[Path], out: Path, *, workers: int = 0, progress: Progress | None = None
) -> dict[str, Any]:
    """Read the files, write ``metrics.json`` and ``records.jsonl`` into ``out``.

    Args:
        paths: Filings; what cannot be read is counted in ``failed`` and has a record.
        out: Folder, made where it is missing.
        workers: Processes; 0 for one a core.
        progress: Called after each file.

    """
    results: list[FileReading] = []
    for result in _read_all(paths, workers or os.cpu_count() or 1):
        results.append(result)
        if progress is not None:
            progress(len(results), len(paths), result.name)
    metrics = _metrics(results)
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(metrics, indent=2, ensure_ascii=False)
    (out / "metrics.json").write_text(text + "\n", encoding="utf-8")
    with (out / "records.jsonl").open("w", encoding="utf-8") as file:
        for record in _records(results):
            file.write(json.dumps(record, ensure_ascii=False, default=str) + "\n")
    return metrics


def read_file(path: Path) -> FileReading:
    """Read one file and compare; an unreadable one carries its error."""
    try:
        document = read_document(path, trust_tags=False)
    except HirecError as error:
        return FileReading(path.name, 0, 0, 0, 0, (), (), str(error))
    cells = list(tagged_cells(document))
    return FileReading(
        name=path.name,
        pages=len(document.pages),
        cells=len(cells),
        right=sum(cell.equal for cell in cells),
        right_with_sign=sum(cell.equal_with_sign for cell in cells),
        identity=tuple(held_fields(document)),
        missed=tuple(cell for cell in cells if not cell.equal),
    )


def _read_all(paths: Sequence[Path], workers: int) -> Iterator[FileReading]:
    if workers == 1 or len(paths) < 2:
        yield from map(read_file, paths)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(paths)), mp_context=context) as pool:
        yield from pool.map(read_file, paths)


def _metrics(results: Sequence[FileReading]) -> dict[str, Any]:
    """Shares with 95% intervals, files resampled: cells of one file err together."""
    tagged = [result for result in results if result.cells]
    figures = {
        "cells_equal_tag": share([(r.right, r.cells) for r in tagged]),
        "cells_equal_tag_with_sign": share([(r.right_with_sign, r.cells) for r in tagged]),
    }
    for name in FIELDS:
        held = [field.equal for r in results for field in r.identity if field.field == name]
        figures[f"identity_{name}"] = share([(int(equal), 1) for equal in held])
    return {
        **{name: figure.to_json() for name, figure in figures.items()},
        "files": len(results),
        "files_with_tagged_cells": len(tagged),
        "pages": sum(result.pages for result in results),
        "failed": sum(bool(result.error) for result in results),
    }


def share(counts: Sequence[tuple[int, int]]) -> Estimate:
    """Pooled share of (right, all) a file, its interval by resampling files; ``n`` counts all."""
    total = sum(size for _, size in counts)
    if not total:
        return Estimate(None, None, None, 0)
    data = np.asarray(counts, dtype=np.float64)
    generator = np.random.default_rng(SEED)
    drawn = data[generator.integers(0, len(data), (RESAMPLES, len(data)))].sum(axis=1)
    low, high = np.percentile(drawn[:, 0] / drawn[:, 1], (2.5, 97.5))
    return Estimate(float(data[:, 0].sum() / total), float(low), float(high), total)


def _records(results: Sequence[FileReading]) -> Iterator[dict[str, Any]]:
    """One record for each unreadable file, identity field misread and cell unlike its tag."""
    for result in results:
        if result.error:
            yield {"file": result.name, "kind": "failed", "error": result.error}
        for field in result.identity:
            if not field.equal:
                yield {"file": result.name, "kind": "identity", **asdict(field)}
        for cell in result.missed:
            yield {"file": result.name, "kind": "cell", **asdict(cell)}
