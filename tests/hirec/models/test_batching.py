import pytest

from hirec.models.batching import token_batches


def test_batches_are_sorted_by_length_and_hold_the_budget():
    lengths = [10, 50, 20, 50, 5]
    # 50 + 50 fill 100; then 20 for each of 20, 10 and 5: 3 · 20 = 60
    assert token_batches(lengths, 100) == [[1, 3], [2, 0, 4]]


def test_a_text_over_the_budget_is_a_batch_of_its_own():
    assert token_batches([300, 10, 10], 100) == [[0], [1, 2]]


def test_nothing_is_no_batch():
    assert token_batches([], 100) == []


@pytest.mark.parametrize("budget", [1, 64, 512, 10_000])
def test_every_position_once(budget):
    lengths = [(7 * at) % 113 for at in range(200)]
    batches = token_batches(lengths, budget)
    assert sorted(at for batch in batches for at in batch) == list(range(200))
    for batch in batches:
        assert len(batch) == 1 or max(lengths[at] for at in batch) * len(batch) <= budget
