"""Cash that activities brought or took is no balance."""

import pytest

from hirec.types import Scope
from hirec.understanding import understand


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("How much cash did Acme generate from operations in 2023?", "cfo"),
        ("How much cash did Acme generate from or use in operations in 2023?", "cfo"),
        ("How much cash was used for investing activities by Acme in 2023?", "cfi"),
        ("How much cash did Acme use for financing in 2023?", "cff"),
        ("How much cash did Acme hold at the end of 2023?", "cash"),
        ("How much cash did Acme's operations hold in 2023?", "cash"),
    ],
)
def test_a_flow_is_known_by_its_verb_and_its_activities(question: str, concept: str) -> None:
    (figure,) = understand(question, Scope()).figures
    assert figure.concept == concept


def test_the_kind_of_part_that_is_asked_for_is_no_empty_word() -> None:
    found = understand("What was the only segment where Acme's net sales grew in 2023?", Scope())
    assert any("segment" in figure.words for figure in found.figures) or found.unplaced
