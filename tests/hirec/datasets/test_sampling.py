from collections import Counter

from hirec.datasets.sampling import stratified


def test_each_stratum_is_drawn_in_proportion_and_in_order() -> None:
    strata = ["a"] * 50 + ["b"] * 30 + ["c"] * 20
    drawn = stratified(range(100), strata, 10, seed=3)
    assert Counter(strata[item] for item in drawn) == {"a": 5, "b": 3, "c": 2}
    assert drawn == sorted(set(drawn))
    assert drawn == stratified(range(100), strata, 10, seed=3)
    assert drawn != stratified(range(100), strata, 10, seed=4)


def test_small_strata_keep_their_chance() -> None:
    # Ten strata of one item each: a step of 10 / 4 passes over them, and each is drawn for 4 / 10.
    counts = Counter(
        item for seed in range(2000) for item in stratified(range(10), list("abcdefghij"), 4, seed)
    )
    assert sum(counts.values()) == 4 * 2000
    assert all(abs(count / 2000 - 0.4) < 0.05 for count in counts.values())


def test_no_fewer_than_there_are() -> None:
    assert stratified("xyz", "aab", 3, seed=0) == list("xyz")
    assert stratified("xyz", "aab", 9, seed=0) == list("xyz")
