"""How much rankings of one question differ among themselves, and figures of repeated runs."""

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from scipy import stats

from hirec.tournament.aggregation import jaccard


def rank_correlation(rankings: Sequence[Sequence[str]]) -> float | None:
    """Kendall's tau of each two rankings over the items that both hold, mean over the pairs.

    1 where all agree, 0 where chance would. None where no two rankings share two items.
    """
    found = []
    for one, other in itertools.combinations(rankings, 2):
        place = {item: at for at, item in enumerate(other)}
        shared = [place[item] for item in one if item in place]
        if len(shared) > 1:
            found.append(float(stats.kendalltau(range(len(shared)), shared).statistic))
    return statistics.fmean(found) if found else None


def top_overlap(rankings: Sequence[Sequence[str]], k: int) -> float | None:
    """Jaccard of the first ``k`` of each two rankings, mean over the pairs; None without a pair."""
    found = [jaccard(one[:k], other[:k]) for one, other in itertools.combinations(rankings, 2)]
    return statistics.fmean(found) if found else None


@dataclass(frozen=True, slots=True)
class Repeated:
    """One figure over independent runs (PRISM, A.11.1)."""

    values: tuple[float, ...]
    """Of each run, in the order of the seeds."""
    mean: float
    sd: float | None
    """Sample standard deviation (n - 1); None for a single run."""
    cv: float | None
    """Coefficient of variation, ``sd / mean`` in percent; None where either is missing or 0."""
    low: float | None
    """95% interval of the mean by Student's t; None for a single run."""
    high: float | None

    def to_json(self) -> dict[str, object]:
        """The fields, and the number of runs as ``n``."""
        return {
            "mean": self.mean,
            "sd": self.sd,
            "cv": self.cv,
            "low": self.low,
            "high": self.high,
            "n": len(self.values),
            "values": list(self.values),
        }


def repeated(values: Sequence[float]) -> Repeated:
    """Mean, deviation and interval of one figure over at least one run (PRISM, equations 1 to 5).

    Raises:
        ValueError: there is no run.

    """
    if not values:
        raise ValueError("There is no run to describe.")
    n = len(values)
    # Computed with fractions: equal runs deviate by exactly nothing.
    mean = statistics.mean(values)
    if n == 1:
        return Repeated(tuple(values), mean, None, None, None, None)
    sd = statistics.stdev(values)
    reach = float(stats.t.ppf(0.975, n - 1)) * sd / math.sqrt(n)
    cv = 100 * sd / abs(mean) if mean else None
    return Repeated(tuple(values), mean, sd, cv, mean - reach, mean + reach)


@dataclass(frozen=True, slots=True)
class Welch:
    """Welch's t-test of two groups of runs (PRISM, equations 6 to 8); negative: the first less."""

    t: float
    degrees: float
    """Of freedom, by Welch and Satterthwaite."""
    p: float
    """Two-tailed."""

    def to_json(self) -> dict[str, float]:
        """``{t, degrees, p}``."""
        return {"t": self.t, "degrees": self.degrees, "p": self.p}


def welch(first: Sequence[float], second: Sequence[float]) -> Welch | None:
    """Hold the means of two groups of runs against each other.

    None where there is nothing to test: a group of fewer than two runs, or runs that do not
    differ within either group, as those of two methods that draw nothing.
    """
    if min(len(first), len(second)) < 2:
        return None
    one, other = repeated(first), repeated(second)
    shares = [(r.sd or 0.0) ** 2 / len(r.values) for r in (one, other)]
    if not sum(shares):
        return None
    t = (one.mean - other.mean) / math.sqrt(sum(shares))
    spread = [s**2 / (len(r.values) - 1) for s, r in zip(shares, (one, other), strict=True)]
    degrees = sum(shares) ** 2 / sum(spread)
    return Welch(t, degrees, 2 * float(stats.t.cdf(-abs(t), degrees)))
