from training.grounding.measuring import (
    Measured,
    Outcome,
    reliability,
    risk_coverage,
    shares,
    sure_threshold,
)


def measured(probability: float, *, right: bool) -> Measured:
    outcome = Outcome(None, (), right, right, True, (), right)  # type: ignore[arg-type]
    return Measured(outcome, probability)


def test_sure_is_where_one_in_fifty_is_wrong() -> None:
    found = [measured(0.9, right=True) for _ in range(49)]
    found += [measured(0.8, right=False), measured(0.7, right=False)]
    assert sure_threshold(found) == 0.8
    assert sure_threshold(found[:49]) == 0.9


def test_risk_grows_as_less_sure_answers_are_covered() -> None:
    found = [measured(0.9, right=True), measured(0.5, right=False)]
    assert risk_coverage(found) == [(0.5, 0.0), (1.0, 0.5)]
    assert reliability(found) == [(0.5, 0.0, 1), (0.9, 1.0, 1)]


def test_shares_are_of_all_questions_also_of_those_not_understood() -> None:
    found = shares([measured(0.9, right=True), measured(0.2, right=False)], 0.5, questions=4)
    assert found == {"questions": 4, "right": 0.25, "wrong": 0.0, "refused": 0.75}
