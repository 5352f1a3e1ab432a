import json
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from hirec.grounding.late_interaction import LateInteraction, texts_of, tidy
from hirec.grounding.places import Place, read_sheet
from hirec.types import Filing
from tests.hirec.grounding.conftest import FILING, MakeTable

Floats = npt.NDArray[np.float32]
DIRECTIONS = {"pay": 0, "wages": 0, "rent": 1, "for": 2, "2022": 3}


def words(texts: Sequence[str], longest: int) -> list[Floats]:
    """A direction for each word; "pay" and "wages" share theirs."""
    even = np.eye(4, dtype=np.float32)
    named = [[DIRECTIONS[word] for word in text.split()] for text in texts]
    return [even[own][: longest - 2] for own in named]


@pytest.fixture
def interaction() -> LateInteraction:
    """Weights of 1 for every word but "for", and nothing taken off headings."""
    even = np.array([0, 0, -20, 0, np.log(np.e - 1)], dtype=np.float32)
    return LateInteraction(np.eye(4, dtype=np.float32), even, even, [0, 0, 0], words)


@pytest.fixture
def places(make_table: MakeTable, filings: dict[str, Filing]) -> list[Place]:
    passage = make_table(("wages", "5"), ("rent", "7"), headings=("2022",), periods=(None,))
    return list(read_sheet(passage, filings[FILING.filing_id]).every())


def test_words_of_one_meaning_meet(interaction: LateInteraction, places: list[Place]) -> None:
    asked, label, least = interaction.features("pay", places, [0, 1]).T
    assert asked.tolist() == [1.0, 0.0]
    assert label.tolist() == [1.0, 0.0]
    assert least.tolist() == [1.0, 0.0]


def test_words_that_ask_for_little_need_not_be_met(
    interaction: LateInteraction, places: list[Place]
) -> None:
    asked, _, least = interaction.features("pay for", places, [0])[0]
    assert asked == pytest.approx(1.0, abs=1e-4)
    assert least == pytest.approx(1.0, abs=1e-4)


def test_half_of_two_words_is_met(interaction: LateInteraction, places: list[Place]) -> None:
    asked, label, least = interaction.features("pay rent", places, [1])[1]
    assert (asked, label, least) == (0.5, 1.0, 0.0)  # (0 + 1) / 2; all of "rent"; "pay" is not met


def test_places_that_are_not_read_are_far(
    interaction: LateInteraction, places: list[Place]
) -> None:
    assert interaction.features("pay", places, [0])[1].tolist() == [-1.0, -1.0, -1.0]
    assert interaction.features("", places, [0, 1]).max() == -1.0


def test_weights_outlive_their_file(interaction: LateInteraction) -> None:
    content = json.loads(json.dumps(interaction.to_json()))
    again = LateInteraction.from_json(content)
    assert again.to_json() == interaction.to_json()


def test_leaders_and_case_say_nothing() -> None:
    assert tidy("Wages ........ and  Salaries*") == "wages and salaries"


def test_what_stands_around_a_cell_is_told_apart(places: list[Place]) -> None:
    assert texts_of(places[0])[0] == "wages"
