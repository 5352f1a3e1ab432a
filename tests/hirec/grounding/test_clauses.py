"""Which amount of a sentence is the one that it says of what is asked."""

import pytest

from hirec.grounding.clauses import beside, of_another, of_earlier
from hirec.grounding.places import read_sheet
from hirec.grounding.stems import stem_set
from hirec.types import Passage, PassageKind
from tests.hirec.analysts.rule.figures.test_operands import filing

ASKED = stem_set("net premiums written")


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        (
            "We had net premiums written of $61 million and a surplus of $22 million.",
            ["$22 million"],
        ),
        ("Net premiums written were $61 million in 2022 and $59 million in 2021.", []),
        ("Net premiums written of $61 million rose, with an increase of $2 million.", []),
        ("Net premiums written of $61 million included direct premiums of $9 million.", []),
        ("A surplus of $22 million covers losses of $3 million.", []),
    ],
)
def test_an_amount_said_to_be_something_else_is_left_out(sentence: str, others: list[str]) -> None:
    told = Passage("ACME_2022_10K#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", sentence)
    places = read_sheet(told, filing()).near(ASKED | stem_set("surplus losses increase"))
    assert [place.printed for place in places if of_another(ASKED, place)] == others


@pytest.mark.parametrize(
    ("sentence", "earlier"),
    [
        ("Widget turnover was 13.1%, up from 7.4% in 2021.", ["7.4%"]),
        ("Widget turnover was 7.4% in 2021 compared to 13.1% in 2022.", []),
        ("Widget turnover was 13.1%, up from 7.4% for the prior year.", []),
    ],
)
def test_what_a_year_is_held_against_is_another_years(sentence: str, earlier: list[str]) -> None:
    told = Passage("ACME_2022_10K#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", sentence)
    places = read_sheet(told, filing()).near(stem_set("widget turnover"))
    assert [place.printed for place in places if of_earlier(2022, place)] == earlier


def test_the_words_beside_an_amount_end_at_its_neighbours() -> None:
    sentence = "We hold $3 million of kites, $5 million of drums and $7 million of lamps."
    told = Passage("ACME_2022_10K#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", sentence)
    places = list(read_sheet(told, filing()).near(stem_set("kites drums lamps")))
    said = {place.printed: beside(place).strip(" ,.") for place in places}
    assert said["$5 million"] == "of kites, $5 million of drums and"
