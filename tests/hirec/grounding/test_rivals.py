from hirec.grounding.feature_table import GROUPS, NAMES
from hirec.grounding.rivals import rival_features

RIVALS = [name for name in NAMES if GROUPS[name] == "rivals"]


def read(stems: list[str], met: list[set[str]]) -> list[dict[str, float]]:
    words = [frozenset(own) for own in met]
    found = rival_features(stems, [1.0] * len(stems), words, words)
    return [dict(zip(RIVALS, row, strict=True)) for row in found]


def test_a_word_that_only_a_rival_has_speaks_against_a_place() -> None:
    all_sales, of_maine = read(["sale", "main"], [{"sale"}, {"sale", "main"}])
    assert all_sales["missed_elsewhere"] == 0.5
    assert of_maine["missed_elsewhere"] == 0.0


def test_a_word_that_no_place_has_speaks_against_none() -> None:
    one, other = read(["overhead"], [{"expens"}, {"sale"}])
    assert one["missed_elsewhere"] == other["missed_elsewhere"] == 0.0
    assert one["met_somewhere"] == 0.0


def test_the_rarer_of_two_words_weighs_more() -> None:
    common, rare, *_ = read(["sale", "main"], [{"sale"}, {"main"}, {"sale"}, {"sale"}])
    assert rare["rare_met"] > common["rare_met"]
    assert rare["best_rare_met"] == 0.0 > common["best_rare_met"]


def test_a_question_without_words_has_no_rivals() -> None:
    assert [one["met_somewhere"] for one in read([], [{"sale"}, set()])] == [1.0, 1.0]
