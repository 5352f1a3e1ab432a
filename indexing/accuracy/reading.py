"""``hirec eval reading``: read every filing of some folders and hold it against its own tags."""

import json
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from hirec.intervals import RESAMPLES, SEED, Estimate
from hirec.types import Document, HirecError, Identity, IdentityError
from indexing.accuracy.cells import Cause, TaggedCell, tagged_cells
from indexing.accuracy.facts import FactCount, count_facts
from indexing.accuracy.identity import FIELDS, ComparedField, compare_fields
from indexing.identity import identify
from indexing.reading import read_document

Progress = Callable[[int, int, str], None]
"""Told files done, files in all, and the name of the file just done."""


@dataclass(frozen=True, slots=True)
class Right:
    """How many of a file's tagged cells are right, by what is judged."""

    amount: int = 0
    sign_printed: int = 0
    sign_equal: int = 0
    labelled: int = 0
    period: int = 0
    period_stated: int = 0
    """Cells whose column heading states a period at all: what ``period`` is a share of."""
    inferred: int = 0
    """Cells whose table has an inferred scale."""
    inferred_amount: int = 0


@dataclass(frozen=True, slots=True)
class FileReading:
    """What became of one file."""

    name: str
    pages: int = 0
    cells: int = 0
    right: Right = field(default_factory=Right)
    facts: FactCount = field(default_factory=FactCount)
    identity: tuple[ComparedField, ...] = ()
    missed: tuple[TaggedCell, ...] = ()
    """Cells of which the amount, the sign or the period is wrong."""
    error: str = ""

    @property
    def causes(self) -> Counter[Cause]:
        """Wrong amounts by class of error."""
        return Counter(cell.cause for cell in self.missed if cell.cause is not None)


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
        return FileReading(path.name, error=str(error))
    cells = list(tagged_cells(document, _identity(document)))
    return FileReading(
        name=path.name,
        pages=len(document.pages),
        cells=len(cells),
        right=_right(cells),
        facts=count_facts(path),
        identity=tuple(compare_fields(document)),
        missed=tuple(cell for cell in cells if _is_wrong(cell)),
    )


def _identity(document: Document) -> Identity | None:
    try:
        return identify(document)
    except IdentityError:
        return None


def _right(cells: Sequence[TaggedCell]) -> Right:
    inferred = [cell for cell in cells if cell.scale_said == "inferred"]
    return Right(
        amount=sum(cell.amount_equal for cell in cells),
        sign_printed=sum(cell.sign_printed for cell in cells),
        sign_equal=sum(cell.sign_equal for cell in cells),
        labelled=sum(cell.labelled for cell in cells),
        period=sum(cell.period_equal is True for cell in cells),
        period_stated=sum(cell.period_equal is not None for cell in cells),
        inferred=len(inferred),
        inferred_amount=sum(cell.amount_equal for cell in inferred),
    )


def _is_wrong(cell: TaggedCell) -> bool:
    return not (cell.amount_equal and cell.sign_printed) or cell.period_equal is False


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
        "cells_equal_tag": share([(r.right.amount, r.cells) for r in tagged]),
        "signs_as_printed": share([(r.right.sign_printed, r.cells) for r in tagged]),
        "signs_equal_tag": share([(r.right.sign_equal, r.cells) for r in tagged]),
        "rows_labelled": share([(r.right.labelled, r.cells) for r in tagged]),
        "periods_equal_tag": share([(r.right.period, r.right.period_stated) for r in tagged]),
        "periods_stated": share([(r.right.period_stated, r.cells) for r in tagged]),
        "inferred_equal_tag": share([(r.right.inferred_amount, r.right.inferred) for r in tagged]),
        "facts_of_tables_read": share([(r.cells, r.facts.in_tables) for r in tagged]),
    }
    for name in FIELDS:
        held = [each.equal for r in results for each in r.identity if each.field == name]
        figures[f"identity_{name}"] = share([(int(equal), 1) for equal in held])
    return {
        **{name: figure.to_json() for name, figure in figures.items()},
        "files": len(results),
        "files_with_tagged_cells": len(tagged),
        "facts_outside_tables": sum(result.facts.in_text for result in results),
        "pages": sum(result.pages for result in results),
        "failed": sum(bool(result.error) for result in results),
        "by_cause": _by_cause(tagged),
    }


def _by_cause(results: Sequence[FileReading]) -> list[dict[str, Any]]:
    """One entry a file: cells, wrong amounts by class, and what else is wrong, worst first."""
    entries = [
        {
            "file": result.name,
            "cells": result.cells,
            "wrong": result.cells - result.right.amount,
            **{cause.value: result.causes[cause] for cause in Cause},
            "sign": result.cells - result.right.sign_printed,
            "no label": result.cells - result.right.labelled,
            "period": result.right.period_stated - result.right.period,
            "facts not read": max(0, result.facts.in_tables - result.cells),
            "facts in text": result.facts.in_text,
        }
        for result in results
    ]
    return sorted(entries, key=lambda entry: (-entry["wrong"], -entry["period"], entry["file"]))


def share(counts: Sequence[tuple[int, int]]) -> Estimate:
    """Pooled share of (right, all) a file, its interval by resampling files; ``n`` counts all."""
    total = sum(size for _, size in counts)
    if not total:
        return Estimate(None, None, None, 0)
    data = np.asarray([count for count in counts if count[1]], dtype=np.float64)
    rng = np.random.default_rng(SEED)
    drawn = data[rng.integers(0, len(data), (RESAMPLES, len(data)))].sum(axis=1)
    low, high = np.percentile(drawn[:, 0] / drawn[:, 1], (2.5, 97.5))
    return Estimate(float(data[:, 0].sum() / total), float(low), float(high), total)


def _records(results: Sequence[FileReading]) -> Iterator[dict[str, Any]]:
    """One record for each unreadable file, identity field misread and cell unlike its tag."""
    for result in results:
        if result.error:
            yield {"file": result.name, "kind": "failed", "error": result.error}
        for held in result.identity:
            if not held.equal:
                yield {"file": result.name, "kind": "identity", **asdict(held)}
        for cell in result.missed:
            yield {"file": result.name, "kind": "cell", **asdict(cell)}
