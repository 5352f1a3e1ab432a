import pytest

from hirec.analysts.rule.requirements.phrases import part_stems, read_wanted, stems
from hirec.lexicon import Kind, get_metric


def test_a_phrase_is_taken_apart() -> None:
    wanted = read_wanted("net sales Flow Control segment")
    assert wanted.metric is not None
    assert (wanted.metric.key, wanted.words) == ("net_sales", stems("flow control"))
    assert read_wanted("revenue").plain
    assert read_wanted("number of stores opened").kind is Kind.COUNT
    assert read_wanted("number of shares repurchased").kind is Kind.SHARES
    assert read_wanted("% of net sales largest customer").kind is Kind.PERCENT
    ahead = read_wanted("expected net sales")
    assert (ahead.forward, ahead.plain) == (True, False)


def test_synonyms_share_a_stem() -> None:
    assert stems("spend on advertising") == stems("advertising costs")
    assert stems("people") == stems("employees") == stems("employed")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("EMEA revenue", "revenue in Europe, the Middle East & Africa"),
        ("sales in the USA", "sales in the United States of America"),
        ("deferred taxes", "deferred tax"),
        ("people employed", "employees"),
    ],
)
def test_what_is_said_in_two_ways_has_the_same_stems(one: str, other: str) -> None:
    assert stems(one) >= stems(other) - stems("in")


def test_what_tells_a_part_is_the_same_in_every_process() -> None:
    # Words joined in the order of a set, which each process draws anew, met as another name.
    asked = part_stems("level 3 debt securities hold at fair value")
    assert asked == {"level", "3", "debt", "secur", "hold", "fair"}


def test_a_count_in_the_singular_before_another_noun_only_tells_of_it() -> None:
    assert read_wanted("Paint segment employee compensation").metric is None
    assert read_wanted("Paint segment employees").metric is get_metric("employees")
