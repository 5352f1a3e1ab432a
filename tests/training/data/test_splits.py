from dataclasses import replace

import pytest

from training.data.record import Negative, Record, Why
from training.data.splits import split
from training.errors import TrainingError


def record(group: str, positive: str) -> Record:
    return Record("What?", f"{group}\n{positive}", (), "facts", group)


def test_a_company_stands_on_one_side():
    records = [record(f"c{at % 5}", f"text of {'abcdefghijklmnopqrst'[at]}") for at in range(20)]
    kept, apart = split(records, 0.2, seed=1)
    assert len(kept) == 16
    assert len(apart) == 4
    assert not {r.group for r in kept} & {r.group for r in apart}


def test_what_only_differs_in_its_figures_stays_together():
    repeated = [record("old", "Sales were $5 in 2020."), record("new", "Sales were $7 in 2021.")]
    others = [record(f"c{at}", f"alone {'abcdef'[at]}") for at in range(6)]
    for seed in range(8):
        kept, apart = split([*repeated, *others], 0.3, seed)
        sides = [{r.group for r in side} & {"old", "new"} for side in (kept, apart)]
        assert sorted(map(len, sides)) == [0, 2]


def test_one_company_cannot_be_parted():
    with pytest.raises(TrainingError, match="too few companies"):
        split([record("a", "x"), record("a", "y")], 0.5)


def test_what_is_held_out_is_no_negative_of_what_is_learned():
    records = [record(f"c{at}", f"text of {'abcdef'[at]}") for at in range(6)]
    texts = tuple(Negative(one.positive, Why.RANDOM) for one in records)
    crossed = [
        replace(one, negatives=tuple(n for n in texts if n.text != one.positive)) for one in records
    ]
    kept, apart = split(crossed, 0.3)
    assert kept
    assert not {n.text for r in kept for n in r.negatives} & {r.positive for r in apart}
    assert all(r.negatives for r in kept)
