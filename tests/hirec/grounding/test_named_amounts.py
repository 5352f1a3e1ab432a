"""What a sentence calls each of its amounts."""

import pytest

from hirec.grounding.named_amounts import names_of
from hirec.grounding.places import read_sheet
from hirec.numbers import find_numbers
from hirec.types import Passage, PassageKind
from tests.hirec.analysts.rule.figures.test_operands import filing


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Kite reserves, which cover storms, were $5 million.", ["Kite reserves"]),
        ("As of May 31, 2022, kite reserves (net) totaled about $5 million.", ["kite reserves"]),
        ("After the storm, the value of our kites was $5 million.", ["the value of our kites"]),
        ("We recorded storm charges of $5 million in 2022.", ["storm charges"]),
        ("We bought $2 million of other kites.", ["We bought other kites"]),
        ("A $7 million gain on kites was reported.", ["A gain on kites"]),
        (
            "We had a backlog of $9 million, of which $4 million related to kites.",
            ["a backlog", "of kites"],
        ),
        ("By 2022 there were 2,839 holders of record.", ["holders of record"]),
    ],
)
def test_it_is_the_subject_the_object_or_the_noun_behind(sentence: str, names: list[str]) -> None:
    assert names_of(sentence, find_numbers(sentence)) == names


@pytest.mark.parametrize(
    "sentence",
    [
        "Kite rents were $5 million, $4 million and $3 million in 2022, 2021 and 2020.",
        "Kite rents were $5 million in 2022, compared with $4 million in 2021 and $3 million.",
        "kite rents totaled $ 5 million in 2022 , $ 4 million in 2021 and $ 3 million in 2020 .",
    ],
)
def test_what_a_list_is_of_holds_for_all_of_it(sentence: str) -> None:
    assert {name.lower() for name in names_of(sentence, find_numbers(sentence))} == {"kite rents"}


def test_a_sentence_of_any_length_is_read_near_its_amounts() -> None:
    sentence = f"Kites {'. ' * 50_000} storm charges were $5 million {', ' * 50_000}"
    assert names_of(sentence, find_numbers(sentence)) == ["storm charges"]


def test_a_sentence_without_amounts_names_none() -> None:
    assert names_of("Kites flew.", []) == []


def test_it_is_the_label_of_the_amounts_place() -> None:
    text = "Kite reserves, which cover storms, were $5 million. See 7 above."
    told = Passage("ACME_2022_10K#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", text)
    places = [*read_sheet(told, filing()).every()]
    assert [place.label for place in places][:1] == ["Kite reserves"]
    assert all(place.label for place in places)
