"""A noisy judge under every strategy of FinCards' table 3: quality against calls, with a plot.

``python tests/bench/judges.py [--seeds 40] [--plot judges.png]``: a scripted judge knows the true
order of 60 cards and makes every fault (noise, position bias, lost ids, unreadable replies). Each
strategy is run with many seeds; printed are nDCG@10 with the truth as gains, the variance of ranks
between seeds, and calls. ``one call`` is a single listwise call over all cards.
"""

import argparse
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from hirec.testing.judge import Faults, ScriptedJudge
from hirec.tournament.aggregation import rank_variance
from hirec.tournament.bootstrap import stabilize
from hirec.tournament.candidates import Contender
from hirec.tournament.judge import CheckedJudge
from hirec.tournament.ranking import tournament
from hirec.tournament.settings import (
    Aggregation,
    BootstrapSettings,
    OrderingMethod,
    TournamentSettings,
)
from hirec.tournament.trail import Trails
from hirec.types import Card, Intent, Query, Relation, Scope

CARDS = 60
FAULTS = Faults(noise=0.25, position_bias=0.15, lost=0.02, invalid=0.05)
GAINS = {f"F#{at}.1": (at * 37 % CARDS) / CARDS for at in range(CARDS)}
QUERY = Query("?", "?", Scope(), Intent("", (), (), Relation.LOOKUP, (), True, ()), "", "")

STRATEGIES: Mapping[str, dict[str, object]] = {
    "one call": {"max_rounds": 1, "max_group_size": CARDS, "min_group_size": CARDS},
    "bootstrap": {},
    "single round": {"max_rounds": 1},
    "fixed groups": {"regroup": False},
    "mean rank": {"aggregation": Aggregation.MEAN_RANK},
    "voting": {"aggregation": Aggregation.VOTING},
    "no early stop": {"stop_early": False},
    "10 rounds": {"max_rounds": 10, "stop_early": False},
}


@dataclass(frozen=True, slots=True)
class Run:
    """One order and its price."""

    order: tuple[str, ...]
    calls: int


def bootstrap(seed: int, values: Mapping[str, object]) -> Run:
    """Stage 3 alone over all cards."""
    entered = [Contender(Card(key, ""), 0.0) for key in GAINS]
    trails = Trails()
    for one in entered:
        trails.enter(one.passage_id)
    prior = {one.passage_id: at for at, one in enumerate(entered)}
    judge = CheckedJudge(ScriptedJudge(GAINS, FAULTS, seed), QUERY, prior, trails)
    settings = BootstrapSettings.model_validate(values)
    return Run(stabilize(entered, judge, settings, seed, trails).order, trails.calls)


def whole(seed: int, method: OrderingMethod) -> Run:
    """A whole method over all cards."""
    entered = [Contender(Card(key, ""), 1 - at / CARDS) for at, key in enumerate(GAINS)]
    settings = TournamentSettings(method=method, seed=seed)
    outcome = tournament(QUERY, entered, settings, ScriptedJudge(GAINS, FAULTS, seed))
    left = [key for key in GAINS if key not in outcome.order]
    return Run((*outcome.order, *left), outcome.trails.calls)


def ndcg(order: tuple[str, ...], k: int = 10) -> float:
    """Graded by the truth."""
    best = sorted(GAINS.values(), reverse=True)[:k]
    found = sum(GAINS[key] / math.log2(at + 2) for at, key in enumerate(order[:k]))
    return found / sum(gain / math.log2(at + 2) for at, gain in enumerate(best))


def plot(figures: Mapping[str, tuple[float, float, float]], path: Path) -> None:
    """Quality over calls, a point a strategy."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for name, (gain, _, calls) in figures.items():
        axes.scatter(calls, gain)
        axes.annotate(name, (calls, gain), textcoords="offset points", xytext=(4, 4), fontsize=8)
    axes.set(xlabel="calls a question", ylabel="nDCG@10", title="A noisy judge, 60 cards")
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def main() -> None:
    """Run every strategy and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    seeds = range(options.seeds)
    runs = {name: [bootstrap(s, values) for s in seeds] for name, values in STRATEGIES.items()}
    methods = (OrderingMethod.V1, OrderingMethod.V2, OrderingMethod.V3, OrderingMethod.FINCARDS)
    runs |= {method.value: [whole(s, method) for s in seeds] for method in methods}
    figures = {}
    print(f"{'strategy':16} nDCG@10  rank variance  calls")
    for name, done in runs.items():
        gain = fmean(ndcg(run.order) for run in done)
        spread = rank_variance([run.order for run in done]) or 0.0
        calls = fmean(run.calls for run in done)
        figures[name] = (gain, spread, calls)
        print(f"{name:16} {gain:.4f}   {spread:.4f}         {calls:.1f}")
    if options.plot:
        plot(figures, options.plot)


if __name__ == "__main__":
    main()
