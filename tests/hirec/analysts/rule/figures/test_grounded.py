from collections.abc import Sequence
from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.grounded import ground_plan, nearest_of
from hirec.analysts.rule.plans.formula import figures
from hirec.analysts.rule.plans.plan import Part
from hirec.analysts.rule.plans.programs import plan
from hirec.grounding import Grounding
from hirec.grounding.result import GroundCandidate
from hirec.periods import find_periods
from hirec.types import (
    CompanyRef,
    Figure,
    Filing,
    Form,
    Identity,
    Operand,
    Operation,
    Scope,
)
from hirec.understanding import understand
from indexing.contexts import read_page
from tests.hirec.analysts.rule.figures.test_operands import Y22, passage, table
from tests.hirec.analysts.rule.figures.test_operands import filing as operand_filing

CELLS = [["", "2010", "2009"], ["Rental income", "30", "20"], ["Rental costs", "9", "8"]]


def test_a_given_page_shows_the_candidates_of_its_figures() -> None:
    identity = Identity("", Form.OTHER)
    page = read_page("p", CELLS, ["All figures in millions."], identity)
    filing = Filing("p", identity, "p", (), 1, len(page), "")
    parsed = understand("What was rental income in 2009?", Scope(given=True))
    numeric = plan(parsed, given=True)
    assert numeric is not None
    grounded = ground_plan(numeric, page, {"p": filing}, ("p",))
    assert [operand.printed for operand in grounded.operands.values()] == ["20"]
    assert any("Rental income" in note for note in grounded.notes)


def test_a_part_and_its_whole_are_rather_of_one_table() -> None:
    rows = [("Kettles", ["30"]), ("Lamps", ["50"]), ("Total net sales", ["80"])]
    shops = passage(table(rows, [Y22], "Net sales of the shops segment"), 50)
    groups = [("Shops segment", ["95"]), ("Others", ["5"]), ("Total", ["100"])]
    apart = passage(table(groups, [Y22], "Net sales"), 51)
    acme = CompanyRef("acme", "Acme", "Acme")
    question = "What share of Acme's shops segment net sales was kettles in fiscal 2022?"
    numeric = plan(understand(question, Scope(companies=(acme,), periods=find_periods(question))))
    assert numeric is not None
    made = operand_filing()
    grounded = ground_plan(numeric, [shops, apart], {made.filing_id: made}, (made.filing_id,))
    pair = [grounded.operands[one] for one in numeric.share or ()]
    assert [one.printed for one in pair] == ["30", "80"]
    assert "taken as" in grounded.doubt


def candidate(probability: float) -> GroundCandidate:
    place = ("F", 7, "F#7.1")
    return GroundCandidate(
        Decimal(5), "USD", "5", "Trade debtors", "2022", *place, probability, (), ()
    )


@pytest.mark.parametrize(("probability", "told"), [(0.8, ["Trade debtors · 2022: 5"]), (0.2, [])])
def test_what_comes_nearest_is_told_where_it_is_likely(probability: float, told: list[str]) -> None:
    scored = Grounding(Figure("receivables"), None, candidates=(candidate(probability),))
    assert [place.quote for place in nearest_of([scored])] == told


def test_of_a_look_up_a_less_likely_place_is_told() -> None:
    scored = Grounding(Figure("receivables"), None, candidates=(candidate(0.45),))
    assert nearest_of([scored]) == ()
    assert [place.quote for place in nearest_of([scored], 0.4)] == ["Trade debtors · 2022: 5"]


def test_plurals_among_amounts_of_money_are_amounts() -> None:
    cells = [
        ["", "2010", "2009"],
        ["Net carryforwards", "133", "120"],
        ["Total assets", "$ 142", "$ 128"],
    ]
    identity = Identity("Acme", Form.ANNUAL, 2010)
    page = read_page("p", cells, ["In millions of dollars."], identity)
    filing = Filing("p", identity, "acme", (), 1, len(page), "")
    acme = CompanyRef("acme", "Acme", "Acme")
    question = "What were Acme's net carryforwards in 2010?"
    parsed = understand(question, Scope(companies=(acme,), periods=find_periods(question)))
    numeric = plan(parsed)
    assert numeric is not None
    grounded = ground_plan(numeric, page, {"p": filing}, ("p",))
    assert {(o.printed, o.unit) for o in grounded.operands.values()} == {("133", "USD")}


def _stated(parts: Sequence[Part]) -> dict[Figure, Operand]:
    """Kettles have 30, lamps 12."""
    return {
        figure: Operand("", Decimal(value), "USD", "F", 1, "F#1.1", str(value), 0, "", None)
        for part in parts
        for figure in figures(part.expression)
        for name, value in (("kettles", 30), ("lamps", 12))
        if figure.part == name
    }


def test_what_a_name_joins_is_taken_apart_where_no_row_bears_it() -> None:
    numeric = plan(understand("What were kettles and lamps net sales in 2022?", Scope()))
    assert numeric is not None
    taken = numeric.computable(found := _stated(numeric.apart))
    assert (taken.finish, len(taken.parts), taken.missing(found)) == (Operation.SEVERAL, 2, ())
    assert len(numeric.parts) == 1  # the row that bears the whole name comes first


@pytest.mark.parametrize(
    "question",
    [
        "What were kettles and lamps net sales combined in 2022?",
        "What were the combined net sales of kettles and lamps in 2022?",
        "What share of net sales in 2022 came from kettles and lamps taken together?",
        "How much did kettles and lamps net sales grow from 2021 to 2022?",
    ],
)
def test_what_a_name_joins_is_added_up_where_it_is_one_figure(question: str) -> None:
    numeric = plan(understand(question, Scope()))
    assert numeric is not None
    found = _stated(numeric.parts)
    lacking = {need.words for need in numeric.missing(found)}
    assert lacking <= {"net sales"}  # the whole of a share
    assert not numeric.apart


def test_a_row_of_one_thing_is_not_both_that_a_name_joins() -> None:
    cells = [["Net sales of products and services", "2022"], ["Kettles", "30"], ["Services", "12"]]
    identity = Identity("Acme", Form.ANNUAL, 2022)
    page = read_page("p", cells, ["All figures in millions."], identity)
    filings = {"p": Filing("p", identity, "p", (), 1, len(page), "")}
    for question in (
        "kettles and services net sales 2022",
        "kettles and services net sales growth",
    ):
        numeric = plan(understand(f"{question} 2022", Scope()))
        assert numeric is not None
        operands = ground_plan(numeric, page, filings, ("p",)).operands
        assert not any(" and " in figure.words for figure in operands)


def test_a_number_that_is_part_of_a_name_must_be_the_rows() -> None:
    cells = [["", "2010", "2009"], ["Tier 1 capital", "30", "20"], ["Total capital", "40", "28"]]
    identity = Identity("", Form.OTHER)
    page = read_page("p", cells, ["All figures in millions."], identity)
    filing = Filing("p", identity, "p", (), 1, len(page), "")
    found = {}
    for tier in (1, 2):
        parsed = understand(f"What was tier {tier} capital in 2009?", Scope(given=True))
        numeric = plan(parsed, given=True)
        assert numeric is not None
        operands = ground_plan(numeric, page, {"p": filing}, ("p",)).operands
        found[tier] = [operand.printed for operand in operands.values()]
    assert found == {1: ["20"], 2: []}


def test_a_share_on_a_given_page_is_no_amount() -> None:
    cells = [["", "2010", "2009"], ["Kettles revenue as % of total revenues", "53%", "56%"]]
    identity = Identity("", Form.OTHER)
    page = read_page("p", cells, ["All figures in millions."], identity)
    filings = {"p": Filing("p", identity, "p", (), 1, len(page), "")}
    numeric = plan(understand("What was kettles revenue in 2010?", Scope(given=True)), given=True)
    assert numeric is not None
    assert ground_plan(numeric, page, filings, ("p",)).operands == {}


def test_ways_to_compute_a_measure_draw_no_figure_from_its_own_row() -> None:
    cells = [
        ["", "2019", "2018"],
        ["", "£m", "£m"],
        ["Adjusted operating profit", "282.7", "264.9"],
        ["Earnings before interest, tax, depreciation and amortisation", "317.0", "297.8"],
        ["Net debt", "295.2", "235.8"],
        ["Net debt to EBITDA", "0.9", "0.8"],
    ]
    identity = Identity("", Form.OTHER)
    page = read_page("p", cells, [], identity)
    filing = Filing("p", identity, "p", (), 1, len(page), "")
    numeric = plan(
        understand("What was the change in net debt from 2018 to 2019?", Scope(given=True)),
        given=True,
    )
    assert numeric is not None
    grounded = ground_plan(numeric, page, {"p": filing}, ("p",))
    assert [one.printed for one in grounded.operands.values()] == ["235.8", "295.2"]


@pytest.mark.parametrize(
    "name",
    ["kite value per share", "kite, lamp and kettle value at dawn within our northern shops"],
)
def test_a_name_that_rows_do_not_bear_word_for_word_is_looked_for_by_likeness(name: str) -> None:
    question = f"By what percentage did Acme's {name} rise from 2021 to 2022?"
    acme = CompanyRef("acme", "Acme", "Acme")
    numeric = plan(understand(question, Scope(companies=(acme,), periods=find_periods(question))))
    assert numeric is not None
    ways = {need.row_name for need in numeric.figures}
    assert ways == {True, False}


@pytest.mark.parametrize(
    "question",
    [
        "What was Acme's basic net income per common share attributable to Acme in FY2022?",
        "By what percent did Acme raise cash per diluted share in FY2022?",
    ],
)
def test_per_share_is_never_answered_with_a_total(question: str) -> None:
    acme = CompanyRef("acme", "Acme", "Acme")
    numeric = plan(understand(question, Scope(companies=(acme,), periods=find_periods(question))))
    assert numeric is not None
    by_words = {need.kind for need in numeric.figures if not need.row_name}
    assert by_words == {"per_share"}
    rows = [("Net income attributable to common shares", ["30"]), ("Cash, diluted", ["50"])]
    totals, made = passage(table(rows, [Y22], "Amounts per share and in all"), 50), operand_filing()
    grounded = ground_plan(numeric, [totals], {made.filing_id: made}, (made.filing_id,))
    assert not grounded.operands
