import pytest

from hirec.evaluation.tatqa.metric import score


@pytest.mark.parametrize(
    ("gold", "gold_scale", "predicted", "predicted_scale"),
    [
        (["-3.5"], "million", ["-3500"], "thousand"),
        (["$1,020"], "thousand", ["1020"], "thousand"),
        (["(1,020)"], "", ["-1,020"], ""),
        (["8.5"], "percent", ["0.085"], ""),  # a fraction for the gold's percentage
        (["8.5%"], "", ["8.5"], "percent"),
        (["$3.5 million"], "", ["3.5"], "million"),
        (["12.346"], "", ["12.35"], ""),  # both rounded to two places
    ],
)
def test_numbers_are_equal_in_base_units(gold, gold_scale, predicted, predicted_scale) -> None:
    assert score(gold, gold_scale, predicted, predicted_scale, "arithmetic") == (1.0, 1.0)


@pytest.mark.parametrize(
    ("predicted", "scale"), [("1020", ""), ("1020", "million"), ("-1020", "thousand"), ("1021", "")]
)
def test_another_scale_sign_or_number_is_wrong(predicted: str, scale: str) -> None:
    assert score(["1020"], "thousand", [predicted], scale, "arithmetic") == (0.0, 0.0)


def test_words_score_by_their_tokens_without_articles_and_punctuation() -> None:
    exact, f1 = score(["The sale of goods."], "", ["sale of goods, mainly"], "", "span")
    precision, recall = 3 / 4, 3 / 3
    assert exact == 0.0
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall))
    assert score(["the Sale of goods."], "", ["sale of goods"], "", "span") == (1.0, 1.0)


def test_several_spans_are_one_bag_whatever_their_order() -> None:
    assert score(["2019", "2018"], "", ["2018", "2019"], "", "multi-span") == (1.0, 1.0)
    exact, f1 = score(["2019", "2018"], "", ["2019"], "", "multi-span")
    assert (exact, f1) == (0.0, pytest.approx(2 * 1 * 0.5 / 1.5))


def test_counts_and_arithmetic_have_no_partial_credit() -> None:
    assert score(["2 of them"], "", ["2"], "", "count") == (0.0, 0.0)


def test_nothing_predicted_scores_nothing() -> None:
    assert score([""], "", [], "", "span") == (0.0, 0.0)
