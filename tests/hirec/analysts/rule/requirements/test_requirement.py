import pytest

from hirec.analysts.rule.requirements.requirement import told_apart


@pytest.mark.parametrize(
    ("part", "told"),
    [("Brand Divisions", True), ("division", False), ("Tools segment", True), ("", False)],
)
def test_words_for_kinds_of_parts_tell_one_only_where_they_make_a_name(
    part: str, *, told: bool
) -> None:
    assert bool(told_apart("revenue", part)) is told
