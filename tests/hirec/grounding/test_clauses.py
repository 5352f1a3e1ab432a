"""Which amount of a sentence is the one that it says of what is asked."""

import pytest

from hirec.grounding.clauses import of_another
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
