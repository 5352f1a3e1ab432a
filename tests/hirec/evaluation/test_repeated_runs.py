"""Repeated runs, held against scipy."""

import statistics

import pytest
from scipy import stats

from hirec.evaluation.repeated_runs import describe
from hirec.evaluation.results import Figure, ResultRecord
from hirec.evaluation.store import RecordsError

OURS, THEIRS = [0.70, 0.72, 0.71, 0.74], [0.61, 0.66, 0.63]


def runs(values, name="numeric_right"):
    return [
        ResultRecord(title="run", command="", figures={name: Figure(value=value)})
        for value in values
    ]


def test_spread_and_interval_of_the_mean():
    told = describe(runs(OURS))["numeric_right"]
    sd = statistics.stdev(OURS)
    assert told["cv"] == pytest.approx(100 * sd / statistics.fmean(OURS))
    low, high = stats.t.interval(0.95, 3, statistics.fmean(OURS), stats.sem(OURS))
    assert (told["low"], told["high"]) == pytest.approx((low, high))
    assert "welch" not in told


def test_two_groups_by_welch():
    told = describe(runs(OURS), runs(THEIRS))["numeric_right"]["welch"]
    expected = stats.ttest_ind(OURS, THEIRS, equal_var=False)
    assert told["t"] == pytest.approx(expected.statistic)
    assert told["degrees"] == pytest.approx(expected.df)
    assert told["p"] == pytest.approx(expected.pvalue)


@pytest.mark.parametrize("other", [{"system": "dense"}, {"data": {"q.jsonl": "ff"}}])
def test_runs_of_another_system_or_other_data_are_no_repetitions(other):
    one, two = runs([0.5, 0.6])
    with pytest.raises(RecordsError, match="no repetitions"):
        describe([one, two.model_copy(update=other)])


def test_equal_runs_have_nothing_to_test():
    assert describe(runs([0.5, 0.5]), runs([0.5, 0.5]))["numeric_right"]["welch"] is None


def test_what_cannot_be_described_is_refused():
    with pytest.raises(RecordsError, match="at least two"):
        describe(runs([0.5]))
    with pytest.raises(RecordsError, match="no figure in common"):
        describe([*runs([0.5]), *runs([0.5], "errors")])
