from dataclasses import replace

import pytest

from hirec.analysts.rule.tables.parts_asked import PartAsked
from hirec.lexicon import get_metric
from hirec.periods import find_periods
from hirec.types import Figure, Operation


@pytest.fixture
def asked() -> PartAsked:
    """The largest of the segments."""
    (period,) = find_periods("fiscal 2023")
    none: frozenset[str] = frozenset()
    return PartAsked(Figure("revenue"), None, none, "segment", Operation.LARGEST, period, None)


@pytest.mark.parametrize(
    ("headings", "sure"),
    [
        (("Revenue by segment", "Note 4 Revenue"), 2),
        (("Revenue by quarter", "Segment information"), 1),
        (("Revenue", "Segment information"), 1),
        (("Revenue by market", "Segment information"), 0),
        (("The Retail segment’s performance", "Segment information"), 0),
        (("Revenue by segment and region",), 0),
    ],
)
def test_headings_say_what_is_divided(
    asked: PartAsked, headings: tuple[str, ...], sure: int
) -> None:
    assert asked.about(*headings) == sure


@pytest.mark.parametrize(
    ("label", "called"),
    [
        ("Segment revenue:", True),
        ("Total segment revenues", True),
        ("Revenue (loss) by segment", True),
        ("Operating revenue", False),
        ("Segment cost of revenue", False),
        ("Segment", False),
    ],
)
def test_what_the_parts_state_may_be_called_by_their_kind(
    asked: PartAsked, label: str, *, called: bool
) -> None:
    assert asked.is_called(label) is called


@pytest.mark.parametrize(
    ("caption", "narrowed"),
    [
        ("Subscription revenue by segment for fiscal 2023", True),
        ("Acme Club net sales by category", True),
        ("Revenue disaggregated by segment", False),
        ("The following table presents revenue by segment", False),
        ("Acme Corporation’s revenue by segment", False),
        ("The Company’s disaggregated revenue by segment", False),
    ],
)
def test_a_title_narrows_a_figure_by_the_words_in_front_of_it(
    asked: PartAsked, caption: str, *, narrowed: bool
) -> None:
    assert replace(asked, metric=get_metric("revenue")).is_narrowed(caption) is narrowed


def test_a_reference_to_another_place_heads_nothing(asked: PartAsked) -> None:
    said = "Net sales, in millions. See Segment Review for information by segment."
    assert asked.about(said, "Segment information") < 2
    here = "See the following table for revenue by segment."
    assert asked.about(here, "Segment information") == 2


@pytest.mark.parametrize(
    ("label", "named"),
    [
        ("Other Americas", True),
        ("Other international", False),
        ("Other International", False),
        ("Other", False),
        ("Hedging gains (losses)", False),
        ("Tools organic (Non-GAAP)", False),
        ("Tools (GAAP)", True),
    ],
)
def test_what_is_left_of_a_place_is_a_part_and_what_is_measured_otherwise_none(
    asked: PartAsked, label: str, *, named: bool
) -> None:
    assert replace(asked, among="region").names_part(label) is named
