import pytest

from hirec.ranking.quotas import with_quotas


@pytest.mark.parametrize(
    ("groups", "wanted", "places", "quota", "order"),
    [
        ("aaaabb", "ab", 3, 1, [0, 1, 4, 2, 3, 5]),  # b's best takes the last of three places
        ("aaaabb", "ab", 4, 2, [0, 1, 4, 5, 2, 3]),
        ("abab", "ab", 2, 1, [0, 1, 2, 3]),  # nothing to mend
        ("aaab", "ab", 10, 2, [0, 1, 2, 3]),  # all have a place
        ("aaa", "ab", 2, 1, [0, 1, 2]),  # b has nothing to show
        ("aabbcc", "abc", 2, 1, [0, 2, 1, 3, 4, 5]),  # more quotas than places: the best first
        ("ba", "a", 1, 1, [1, 0]),
        ("", "a", 3, 1, []),
    ],
)
def test_wanted_groups_keep_their_places(groups, wanted, places, quota, order):
    assert with_quotas(groups, wanted, places, quota) == order
