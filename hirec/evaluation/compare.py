"""Two or more finished runs side by side, with paired differences."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hirec.evaluation.metrics import metric_values
from hirec.evaluation.records import Record, RecordFile
from hirec.evaluation.scores import BY_KEY, METRICS
from hirec.evaluation.store import RecordsError
from hirec.intervals import Estimate, estimate, mean, paired_difference, paired_ratio

RATIOS = ("filing_hit@1", "page_recall@5", "page_recall@10", "page_recall@20", "seconds_p50")
"""Metrics of which ratios are given."""


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run as read from its folder."""

    name: str
    """System and folder, to head a column."""
    metrics: Mapping[str, Any]
    records: Sequence[Record]


def load_run(folder: Path) -> Run:
    """Read ``metrics.json`` and ``records.jsonl``; raises :class:`RecordsError` without them."""
    path = folder / "metrics.json"
    try:
        metrics = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordsError(
            f"{folder} holds no finished run ({path.name}: {error.strerror}): "
            "make one with `hirec eval run --out`."
        ) from error
    except ValueError as error:
        raise RecordsError(f"{path} is not JSON: {error}.") from error
    # Runs of an older version lack the metrics that came since.
    metrics = {metric.key: estimate(()).to_json() for metric in METRICS} | metrics
    records = RecordFile(folder / "records.jsonl").read()
    system = str(metrics["system"])
    return Run(
        system if system.replace(" ", "-") == folder.name else f"{system} ({folder.name})",
        metrics,
        records,
    )


def compare(runs: Sequence[Run]) -> dict[str, list[Estimate]]:
    """For each mean, each later run minus the first over the questions that both measured.

    Raises:
        RecordsError: two runs have no question in common.

    """
    first = runs[0]
    for other in runs[1:]:
        if not {r.id for r in first.records} & {r.id for r in other.records}:
            raise RecordsError(f"{first.name} and {other.name} have no question in common.")
    means = [metric.key for metric in METRICS if metric.statistic is mean]
    return {key: [_difference(key, first, other) for other in runs[1:]] for key in means}


def ratios(runs: Sequence[Run]) -> dict[str, list[Estimate]]:
    """How many times the first run's figure is of each later run's, with paired intervals.

    For the metrics of :data:`RATIOS`; ``seconds_p50`` compares medians of wall time a question.
    """
    return {metric: [_ratio(metric, runs[0], other) for other in runs[1:]] for metric in RATIOS}


def _ratio(metric: str, first: Run, other: Run) -> Estimate:
    return paired_ratio(*_paired(metric, first, other), BY_KEY[metric].statistic)


def _difference(metric: str, first: Run, other: Run) -> Estimate:
    return paired_difference(*_paired(metric, first, other))


def _paired(metric: str, first: Run, other: Run) -> tuple[list[float], list[float]]:
    """The values of both over the questions that both measured, in the same order."""
    left, right = metric_values(first.records, metric), metric_values(other.records, metric)
    shared = [question_id for question_id in left if question_id in right]
    return [left[i] for i in shared], [right[i] for i in shared]
