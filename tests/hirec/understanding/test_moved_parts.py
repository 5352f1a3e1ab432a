"""A part said behind what moved: the growth is of the part's figure."""

import pytest

from hirec.types import Figure, Operation, Scope
from hirec.understanding import understand


@pytest.mark.parametrize(
    ("question", "operation", "concept", "part"),
    [
        ("What was revenue growth in Europe in 2022?", "growth", "revenue", "Europe"),
        ("Revenue growth for the Paint segment, 2022", "growth", "revenue", "Paint segment"),
        ("What was revenue growth in nuts and bolts?", "growth", "revenue", "nuts and bolts"),
        ("How fast did revenue grow in Europe in 2022?", "growth", "revenue", "Europe"),
        ("By how much did revenue fall in Europe in 2022?", "difference", "revenue", "Europe"),
        ("What was revenue growth in the year 2022?", "growth", "revenue", ""),
        ("What was revenue growth in percent in 2022?", "growth", "revenue", ""),
        ("What was the growth in revenue in 2022?", "growth", "revenue", ""),
        ("Did revenue grow more than net income in 2022?", "above", "revenue", ""),
    ],
)
def test_a_part_behind_a_move(question: str, operation: str, concept: str, part: str) -> None:
    parsed = understand(question, Scope())
    first = parsed.measures[0]
    assert isinstance(first, Figure)
    assert (parsed.operation, first.concept, first.part) == (Operation(operation), concept, part)
    assert parsed.unplaced == ()
    assert "grow" not in first.words
