import pytest

from hirec.datasets.questions import GoldEvidence, Question
from hirec.evaluation.slices import answer_type, sample, slices_of
from hirec.types import QuestionError
from tests.hirec.evaluation.conftest import TinyIndex


def asked(answer: str | None, *gold: tuple[str, int], kind: str = "") -> Question:
    evidence = tuple(GoldEvidence(*place) for place in gold)
    return Question("q", "What of it?", answer, evidence=evidence, evidence_kind=kind)


def test_a_question_belongs_where_its_gold_does(index: TinyIndex) -> None:
    assert slices_of(asked("12.5", ("a1", 2)), index) == {
        "company": "Alpha",
        "form": "10-K",
        "period": "2020",
        "answer": "number",
        "evidence": "pages of tables",
    }
    both = slices_of(asked("12.5", ("a1", 1), ("b1", 1)), index)
    assert (both["company"], both["form"], both["evidence"]) == ("several", "10-K", "pages of text")
    lost = slices_of(asked("12.5", ("nowhere", 1)), index)
    assert (lost["company"], lost["period"], lost["evidence"]) == ("unknown",) * 3


@pytest.mark.parametrize(
    ("gold", "said", "kind"),
    [
        ((("a1", 3),), "", "pages with tables and text"),
        ((("a1", 1), ("a2", 2)), "", "pages with tables and text"),
        ((("a1", 3),), "table", "table"),
    ],
)
def test_what_the_set_says_of_its_evidence_goes_before_what_pages_hold(
    gold: tuple[tuple[str, int], ...], said: str, kind: str, index: TinyIndex
) -> None:
    assert slices_of(asked("1.5", *gold, kind=said), index)["evidence"] == kind


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("$1,577 million", "number"),
        ("Yes, it does.", "yes or no"),
        ("No", "yes or no"),
        ("Higher volumes drove it.", "text"),
        (None, "unanswerable"),
    ],
)
def test_answer_types(answer: str | None, kind: str) -> None:
    assert answer_type(asked(answer)) == kind


def test_a_sample_is_stratified_by_what_is_named(index: TinyIndex) -> None:
    of_a = [asked("1.5", ("a1", 1)) for _ in range(6)]
    of_b = [asked("1.5", ("b1", 1)) for _ in range(3)]
    drawn = sample([*of_a, *of_b], index, 3, 5, ["company", "type"])
    assert [slices_of(each, index)["company"] for each in drawn] == ["Alpha", "Alpha", "Beta"]
    with pytest.raises(QuestionError, match="Unknown stratum 'colour': choose of type, company"):
        sample(of_a, index, 3, 5, ["colour"])
