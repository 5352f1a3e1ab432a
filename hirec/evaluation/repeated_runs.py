"""Figures of the same run made several times, and two groups of such runs (PRISM, A.11)."""

from collections.abc import Mapping, Sequence
from typing import Any

from hirec.evaluation.ranking.stability import repeated, welch
from hirec.evaluation.results import ResultRecord
from hirec.evaluation.store import RecordsError


def describe(
    runs: Sequence[ResultRecord], baseline: Sequence[ResultRecord] = ()
) -> dict[str, dict[str, Any]]:
    """Of each figure that all runs have: mean, SD, CV, Student's interval; Welch's t-test.

    The test holds the runs against ``baseline``, where both have at least two and differ.

    Raises:
        RecordsError: there are fewer than two runs, no figure that all of them have, or runs that
            are not of one system over the same data.

    """
    if len(runs) < 2:
        raise RecordsError("One run does not repeat itself: give at least two.")
    for group in (runs, baseline):
        _check_same(group)
    values, others = _shared(runs), _shared(baseline)
    if not values:
        raise RecordsError("The runs have no figure in common.")
    described: dict[str, dict[str, Any]] = {}
    for name, own in values.items():
        described[name] = repeated(own).to_json()
        if name in others:
            test = welch(own, others[name])
            described[name]["welch"] = test.to_json() if test else None
    return described


def _check_same(runs: Sequence[ResultRecord]) -> None:
    for run in runs[1:]:
        if (run.system, run.data) != (runs[0].system, runs[0].data):
            raise RecordsError(
                f"{runs[0].title} and {run.title} are no repetitions: "
                "they are of another system, or over other data."
            )


def _shared(runs: Sequence[ResultRecord]) -> Mapping[str, list[float]]:
    """Values of each figure that every run has, in the order of the runs."""
    if not runs:
        return {}
    names = [name for name in runs[0].figures if all(name in run.figures for run in runs)]
    return {name: [run.figures[name].value for run in runs] for name in names}
