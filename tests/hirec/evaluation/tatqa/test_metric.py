import pytest

from hirec.evaluation.tatqa.metric import score


@pytest.mark.parametrize(
    ("gold", "gold_scale", "predicted", "predicted_scale"),
    [
        (["-3.5"], "million", ["-3500"], "thousand"),
        (["$1,020"], "thousand", ["1020"], "thousand"),
        (["(102.5)"], "", ["-102.5"], ""),
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
    assert (exact, f1) == (0.0, round(2 * precision * recall / (precision + recall), 2))
    assert score(["the Sale of goods."], "", ["sale of goods"], "", "span") == (1.0, 1.0)


def test_several_spans_are_one_bag_whatever_their_order() -> None:
    assert score(["2019", "2018"], "", ["2018", "2019"], "", "multi-span") == (1.0, 1.0)
    exact, f1 = score(["2019", "2018"], "", ["2019"], "", "multi-span")
    assert (exact, f1) == (0.0, round(2 * 1 * 0.5 / 1.5, 2))


@pytest.mark.parametrize(
    ("gold", "predicted", "exact", "f1"),
    [
        ("2.5 years", "2.5", 0.0, 0.67),  # a number among words is a token as it is alone
        ("non-current assets", "non current assets", 0.0, 0.4),  # a hyphen parts no words
        ("U.S. dollars", "US dollars", 1.0, 1.0),
        ("(5,687)", "5687", 1.0, 1.0),  # a comma hides the brackets
        ("(5687)", "5687", 0.0, 0.0),
    ],
)
def test_the_oddities_of_the_authors_script_are_kept(
    gold: str, predicted: str, exact: float, f1: float
) -> None:
    assert score([gold], "", [predicted], "", "span") == (exact, f1)


def test_counts_and_arithmetic_have_no_partial_credit() -> None:
    assert score(["2 of them"], "", ["2"], "", "count") == (0.0, 0.0)


def test_nothing_predicted_scores_nothing() -> None:
    assert score([""], "", [], "", "span") == (0.0, 0.0)
