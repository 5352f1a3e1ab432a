"""Balances and flows told apart by the words of a table."""

import pytest

from hirec.periods.kinds import leaning, shows_balances


@pytest.mark.parametrize(
    ("caption", "heading", "rows", "expected"),
    [
        ("Inventories", "2018", ("Raw materials", "Finished goods"), True),
        ("", "2018 Carrying amount", ("Senior notes", "Other notes payable"), True),
        ("Changes in unrecognized tax benefits", "2018", ("Beginning", "Increases"), False),
        ("Reconciliation of the tax rate", "2018", ("Statutory rate", "State taxes"), False),
        ("", "2018", ("North", "South"), None),
    ],
)
def test_kind(caption: str, heading: str, rows: tuple[str, ...], expected: bool | None) -> None:
    assert shows_balances(caption, heading, rows) is expected


def test_silent_parts_do_not_count() -> None:
    assert leaning("", "", ()) == 0
    assert leaning("Inventories", "", ("North",)) == 1


def test_a_prior_decides_where_words_are_silent() -> None:
    assert shows_balances("", "", ("North",), prior=0.7) is True
