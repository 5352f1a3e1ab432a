import pytest

from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.analysts.rule.textual.statements import SentenceReader, split_sentences
from hirec.models.encoder import load_encoder
from hirec.settings import ModelSettings
from hirec.types import Passage, PassageKind, Period, PeriodRef, Scope

SCOPE = Scope(periods=(PeriodRef(Period(2023), "fiscal 2023", fiscal=True),))


def prose(ordinal: int, text: str) -> Passage:
    return Passage(f"F#1.{ordinal}", "F", 1, PassageKind.TEXT, "Amber Tools · 10-K", text)


@pytest.fixture(scope="module")
def reader():
    return SentenceReader(load_encoder(ModelSettings()))


def test_headings_and_running_heads_are_no_sentences():
    text = "Amber Tools, Inc. 12\nNet sales increased in every region we serve. Costs fell."
    assert split_sentences(text) == ["Net sales increased in every region we serve."]


def test_the_sentence_that_gives_the_cause_is_joined_and_comes_first(reader):
    first = prose(1, "Net sales of hand tools increased 3% in fiscal 2023.")
    largest = "Our largest customer accounted for 19% of net sales in fiscal 2023."
    given = [
        (first.text, first),
        ("The increase was mainly due to a new line of saws and to higher prices.", first),
        (largest, prose(2, largest)),
    ]
    best = reader.weigh(rewrite("Why did net sales increase in fiscal 2023?", SCOPE), given)[0]
    assert best.related
    assert "new line of saws" in best.text


def test_a_sentence_of_another_year_gives_way(reader):
    passages = [
        prose(1, "At June 30, 2022, we had accrued $4.0 million for legal matters in total."),
        prose(2, "At June 30, 2023, we had accrued $7.0 million for legal matters in total."),
    ]
    query = rewrite("What had been accrued for legal matters in fiscal 2023?", SCOPE)
    assert "$7.0 million" in reader.weigh(query, [(p.text, p) for p in passages])[0].text


def test_no_sentence_is_weighed_where_there_is_none(reader):
    assert reader.weigh(rewrite("Why did net sales increase?", Scope()), []) == []


@pytest.mark.parametrize(
    ("question", "sentence", "sure"),
    [
        (
            "Why did net sales increase in fiscal 2023?",
            "Net sales increased in fiscal 2023 due to a new line of saws.",
            True,
        ),
        (
            "Why did net sales increase in fiscal 2023?",
            "Net sales increased 3% in fiscal 2023, as they had in each year before.",
            False,
        ),
        (
            "Why did sales of Zorbital increase in fiscal 2023?",
            "Sales of our tools increased in fiscal 2023 due to a new line of saws.",
            False,
        ),
        (
            "Why did net income increase in fiscal 2023?",
            "Other comprehensive income, net, increased in fiscal 2023 due to the euro.",
            False,
        ),
    ],
)
def test_a_sure_sentence_gives_a_cause_and_says_the_names_and_figures_asked(
    reader, question, sentence, sure
):
    (weighed,) = reader.weigh(rewrite(question, SCOPE), [(sentence, prose(1, sentence))])
    assert weighed.sure is sure


def test_only_a_sentence_about_the_part_named_that_goes_the_way_asked_is_to_the_point(reader):
    asked = "Why did sales of Safety and Productivity Solutions drop in fiscal 2023?"
    cause = "in fiscal 2023 due to lower demand for the products of the segment."
    lines = [
        (f"Sales of Safety and Productivity Solutions decreased {cause}", True),
        (f"Sales of Safety and Productivity Solutions increased {cause}", False),
        (f"Sales of Building Technologies decreased {cause}", False),
    ]
    for line, right in lines:
        (found,) = reader.weigh(rewrite(asked, SCOPE), [(line, prose(1, line))])
        assert found.to_the_point is right, line
