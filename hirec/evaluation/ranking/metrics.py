"""From ranking records to ``metrics.json``: figures by method, and methods held together."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any, TypeVar

from hirec.evaluation.ranking.records import FIGURES, RankingRecord
from hirec.evaluation.ranking.stability import rank_correlation, repeated, top_overlap, welch
from hirec.intervals import estimate, paired_difference, percentile
from hirec.tournament.aggregation import rank_variance

T = TypeVar("T")


@dataclass(frozen=True)
class Runs:
    """All records of one method: every question under every seed."""

    by_seed: Mapping[int, Sequence[RankingRecord]]
    """Records of each run, the questions in the same order."""

    @property
    def records(self) -> list[RankingRecord]:
        """Those of all runs."""
        return [record for records in self.by_seed.values() for record in records]

    def questions(self) -> list[tuple[RankingRecord, ...]]:
        """The records of each question, a seed each."""
        return list(zip(*self.by_seed.values(), strict=True))

    @functools.cached_property
    def _scores(self) -> list[list[Mapping[str, float]]]:
        """Of each run, the scores of each question."""
        return [[record.scores for record in records] for records in self.by_seed.values()]

    def by_question(self, figure: str) -> list[float]:
        """A figure of each question that has it, mean over the runs."""
        asked = zip(*self._scores, strict=True)
        return [mean(scores[figure] for scores in runs) for runs in asked if figure in runs[0]]

    def by_run(self, figure: str) -> list[float]:
        """A figure of each run, mean over the questions that have it; empty where none has."""
        runs = ([scores[figure] for scores in run if figure in scores] for run in self._scores)
        return [mean(values) for values in runs if values]


def summarize(runs: Mapping[str, Runs]) -> dict[str, Any]:
    """Figures of each method; differences and Welch's tests against the method named first.

    A figure is ``{value, low, high, n}``: mean over questions (each the mean of its runs) with a
    bootstrap interval. ``between_runs`` describes the runs' own means, ``rank_variance`` how much
    the order of a question differs between runs, ``round_variance`` between the rounds of a run,
    whose likeness ``round_kendall`` and ``round_jaccard@10`` say in other ways. ``judge_calls``
    is how often a judge was asked, ``judge_valid`` the share of its replies with nothing wrong.
    """
    names = list(runs)
    first = runs[names[0]]
    return {
        "methods": {name: _figures(run) for name, run in runs.items()},
        "first": names[0],
        "differences": {name: _differences(first, runs[name]) for name in names[1:]},
        "welch": {name: _tests(first, runs[name]) for name in names[1:]},
    }


def _figures(runs: Runs) -> dict[str, Any]:
    figures = {name: estimate(runs.by_question(name)).to_json() for name in FIGURES}
    figures["rank_variance"] = _mean_of(runs.questions(), _between_runs)
    figures["round_variance"] = _mean_of(runs.records, lambda r: rank_variance(r.rounds))
    figures["round_kendall"] = _mean_of(runs.records, lambda r: rank_correlation(r.rounds))
    figures["round_jaccard@10"] = _mean_of(runs.records, lambda r: top_overlap(r.rounds, 10))
    figures["judge_calls"] = _mean_of(runs.records, lambda r: r.judge_calls)
    figures["judge_valid"] = _mean_of(runs.records, _valid)
    figures["tokens_mean"] = _mean_of(runs.records, _tokens)
    figures["calls_mean"] = _mean_of(runs.records, lambda r: r.usage.calls)
    seconds = [record.seconds for record in runs.records if not record.error]
    figures["seconds_p50"] = estimate(seconds, percentile(50)).to_json()
    figures["seconds_p95"] = estimate(seconds, percentile(95)).to_json()
    means = {name: runs.by_run(name) for name in FIGURES}
    return {
        **figures,
        "refused": sum(bool(record.refusal) for record in runs.records),
        "errors": sum(bool(record.error) for record in runs.records),
        "between_runs": {name: repeated(m).to_json() for name, m in means.items() if m},
    }


def _mean_of(items: Sequence[T], measure: Callable[[T], float | None]) -> dict[str, Any]:
    """Mean over the items that have the figure."""
    values = (measure(item) for item in items)
    return estimate([float(value) for value in values if value is not None]).to_json()


def _tokens(record: RankingRecord) -> float:
    return float(record.usage.input_tokens + record.usage.output_tokens)


def _valid(record: RankingRecord) -> float | None:
    """Share of a judge's replies with nothing wrong."""
    calls = record.judge_calls
    return 1 - len(record.judge_failures) / calls if calls else None


def _between_runs(records: Sequence[RankingRecord]) -> float | None:
    return rank_variance([record.order for record in records])


def _differences(first: Runs, other: Runs) -> dict[str, Any]:
    """``other - first`` over the same questions."""
    return {
        name: paired_difference(first.by_question(name), other.by_question(name)).to_json()
        for name in FIGURES
    }


def _tests(first: Runs, other: Runs) -> dict[str, Any]:
    """Welch's t-test of ``other`` against ``first`` by measure; null where nothing is testable."""
    tests = {name: welch(other.by_run(name), first.by_run(name)) for name in FIGURES}
    return {name: test and test.to_json() for name, test in tests.items()}
