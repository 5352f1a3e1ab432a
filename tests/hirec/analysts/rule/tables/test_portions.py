"""Shares whose part and whole one table states."""

from datetime import date

import pytest

from hirec.analysts.rule.plans.programs import plan
from hirec.analysts.rule.tables.portions import portion_of, taken_as
from hirec.types import CompanyRef, Filing, Form, Identity, Passage, Scope
from hirec.understanding import understand
from indexing.contexts import read_page

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
IDENTITY = Identity("Acme, Inc.", Form.ANNUAL, 2022, None, date(2022, 12, 31))
SITES = [
    ["", "Asia", "Europe", "Total"],
    ["Powertrain", "4", "5", "9"],
    ["Electronics", "25", "34", "59"],
    ["Total", "29", "39", "68"],
]
DUE = [
    ["", "Operating leases"],
    ["2023", "$ 40"],
    ["2024", "30"],
    ["Thereafter", "30"],
    ["Total minimum lease payments", "$ 100"],
    ["Less interest", "(20)"],
    ["Present value", "$ 80"],
]
BOUGHT = [
    ["", "Number of shares purchased", "Average price paid per share"],
    ["Oct. 1 through Oct. 31", "300", "$ 10"],
    ["Nov. 1 through Nov. 30", "100", "40"],
    ["Total", "400", "$ 25"],
]
GOODS = [
    ["", "2022", "2021"],
    ["Finished", "60", "50"],
    ["Raw", "40", "50"],
    ["Total", "100", "100"],
]


def share(
    question: str, cells: list[list[str]], text: str = "", *, given: bool = True
) -> tuple[str, str] | None:
    """What is printed of the part and of the whole."""
    passages = page(cells, text)
    scope = Scope(given=True) if given else Scope(companies=(ACME,))
    asked = plan(understand(question, scope), given=given)
    assert asked is not None
    filing = Filing(passages[0].filing_id, IDENTITY, "acme", (), 1, len(passages), "")
    pair = portion_of(asked, passages, {filing.filing_id: filing})
    return (*(one.printed for one in pair.values()),) if pair else None  # type: ignore[return-value]


def page(cells: list[list[str]], text: str) -> list[Passage]:
    return read_page("p", cells, [text] if text else [], IDENTITY)


@pytest.mark.parametrize(
    ("question", "cells", "text", "expected"),
    [
        ("What percentage of sites are in Asia?", SITES, "Our sites.", ("29", "68")),
        ("What share of the sites is electronics?", SITES, "Our sites.", ("59", "68")),
        ("What portion of lease payments is due in 2024?", DUE, "", ("30", "$ 100")),
        (
            "What percent of the shares purchased were bought in November?",
            BOUGHT,
            "",
            ("100", "400"),
        ),
        (
            "What percentage of inventories was finished in 2021?",
            GOODS,
            "Inventories.",
            ("50", "100"),
        ),
    ],
)
def test_the_table_states_part_and_whole(
    question: str, cells: list[list[str]], text: str, expected: tuple[str, str]
) -> None:
    assert share(question, cells, text) == expected


@pytest.mark.parametrize(
    ("question", "cells", "text"),
    [
        ("What percentage of sites are in Africa?", SITES, "Our sites."),
        ("What percentage of employees are in Asia?", SITES, "Our sites."),
        ("What portion of lease payments is due in 2025?", DUE, ""),
        ("What percentage of inventories was finished in 2020?", GOODS, "Inventories."),
    ],
)
def test_what_the_table_does_not_say_is_not_taken(
    question: str, cells: list[list[str]], text: str
) -> None:
    assert share(question, cells, text) is None


def test_in_a_filing_the_table_itself_has_to_say_what_it_is_of() -> None:
    asked = "What percentage of Acme's sites are in Asia?"
    assert share(asked, SITES, "Our sites.", given=False) is None
    named = [*SITES[:-1], ["Total sites", *SITES[-1][1:]]]
    assert share(asked, named, given=False) == ("29", "68")


def test_two_tables_that_differ_leave_it_open() -> None:
    first, other = page(SITES, "Our sites."), page([*SITES[:1], ["Total", "1", "2", "3"]], "")
    asked = plan(understand("What percentage of sites are in Asia?", Scope(given=True)), given=True)
    assert asked is not None
    assert not portion_of(asked, [*first, *other], {})


def test_the_answer_says_what_the_whole_is_called() -> None:
    (_, whole) = _pair("What portion of lease payments is due in 2024?")
    assert "Total minimum lease payments" in taken_as(whole)


def _pair(question: str):  # type: ignore[no-untyped-def]
    asked = plan(understand(question, Scope(given=True)), given=True)
    assert asked is not None
    return portion_of(asked, page(DUE, ""), {}).values()


def test_costs_are_no_whole_of_what_is_earned() -> None:
    cells = [
        ["", "2022"],
        ["Traffic costs", "40"],
        ["Other", "60"],
        ["Total cost of revenue", "100"],
    ]
    assert share("What share of Acme's revenue was traffic costs in 2022?", cells) is None
