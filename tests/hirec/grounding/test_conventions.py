from collections.abc import Callable

import pytest

from hirec.grounding.conventions import broken
from hirec.grounding.places import Place, read_sheet
from hirec.grounding.stems import stem_set
from hirec.grounding.tables import DEFERRED
from hirec.periods import find_periods
from hirec.types import Figure, Filing, Passage, PassageKind, Period, PeriodRef

MakeTable = Callable[..., Passage]


def first(words: str, passage: Passage, filings: dict[str, Filing]) -> Place:
    return next(read_sheet(passage, filings[passage.filing_id]).near(stem_set(words)))


@pytest.mark.parametrize(
    ("figure", "label", "cell", "demand"),
    [
        (Figure("tax rate", kind="percent"), "Tax rate", "21", "percent"),
        (Figure("tax credit", "income_tax"), "Tax credit", "21.0%", "percent"),
        (Figure("net income"), "Net income attributable to Acme", "21", "parent's share"),
        (Figure("net sales", part="Europe"), "Net sales", "21", "part"),
        (Figure("cash", "cash"), "Cash", "21", "balance"),
        (Figure("sales"), "Increase in sales", "21", "its change"),
        (Figure("sales", period=PeriodRef(Period(2023), "FY2023", True)), "Sales", "21", "own"),
        (Figure("sales", period=PeriodRef(Period(2010), "2010")), "Sales", "21", "year asked"),
        (Figure("change in translation"), "Translation", "21", "its change"),
        (
            Figure("amortization"),
            "Amortization, excluding amortization of debt costs",
            "21",
            "leave out",
        ),
    ],
)
def test_a_place_that_breaks_a_convention_says_which(
    figure: Figure,
    label: str,
    cell: str,
    demand: str,
    make_table: MakeTable,
    filings: dict[str, Filing],
) -> None:
    place = first(figure.words, make_table((label, cell, "1")), filings)
    assert any(demand in said for said in broken(figure, place))


def test_an_amount_of_no_said_scale_is_none(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    place = first("net sales", make_table(("Net sales", "21", "1"), unit_line=""), filings)
    assert broken(Figure("net sales"), place) == ("the page says in what scale it is printed",)


@pytest.mark.parametrize(
    ("sentence", "change"),
    [
        (
            "Daily active users were 1.56 billion for March 2019, an increase of 8%.",
            False,
        ),
        ("It fell, with an increase in daily active users of 1.56 billion, which paid off.", True),
        ("Daily active users increased 8% to 1.56 billion on average.", False),
        ("Daily active users increased by 1.56 billion on average.", True),
    ],
)
def test_a_sentence_speaks_of_a_change_where_the_clause_of_its_amount_does(
    sentence: str, change: bool, filings: dict[str, Filing]
) -> None:
    (filing_id,) = list(filings)[:1]
    passage = Passage(f"{filing_id}#1.1", filing_id, 1, PassageKind.TEXT, "", sentence)
    places = read_sheet(passage, filings[filing_id]).near(stem_set("daily active users"))
    place = next(one for one in places if one.printed.startswith("1.56"))
    said = any("its change" in one for one in broken(Figure("daily active users"), place))
    assert said is change


def test_a_price_per_something_needs_no_scale(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    told = make_table(("Sales per square foot", "$ 599.92", "$ 1.00"), unit_line="")
    place = first("sales per square foot", told, filings)
    assert broken(Figure("sales per square foot"), place) == ()


def test_a_plain_row_breaks_none(make_table: MakeTable, filings: dict[str, Filing]) -> None:
    place = first("net sales", make_table(("Net sales", "21", "1")), filings)
    assert broken(Figure("net sales", "net_sales", "", "money"), place) == ()


def test_a_row_named_as_another_figure_is_not_the_one_asked_for(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    place = first("gross margin", make_table(("Gross margin", "43.5 %", "1")), filings)
    asked = Figure("operating margin", kind="percent")
    assert any("another figure" in said for said in broken(asked, place))
    assert not any("another figure" in said for said in broken(Figure("gross margin"), place))


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("deferred (unearned) revenue", False),
        ("deferred revenue", False),
        ("deferred tax asset for deferred revenue", True),
        ("deferred taxes", True),
    ],
)
def test_what_is_deferred_itself_asks_for_no_tax_on_it(words: str, asks: bool) -> None:
    assert bool(DEFERRED.search(words)) is asks


@pytest.mark.parametrize(
    ("figure", "other"),
    [
        (Figure("operating income", "operating_income"), True),
        (Figure("net sales", "net_sales"), False),
        (Figure("widgets"), False),
    ],
)
def test_a_sentence_that_names_another_figure_states_that(
    figure: Figure, other: bool, filings: dict[str, Filing]
) -> None:
    text = "Widgets net sales were $5,940 million in the second quarter."
    told = Passage("ACME_2022_10K#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", text)
    place = first("widgets", told, filings)
    assert any("named as another" in said for said in broken(figure, place)) is other


@pytest.mark.parametrize(
    ("asked", "other"), [(Period(2022, 3, months=3), True), (Period(2022), False)]
)
def test_a_quarter_is_not_its_year(
    asked: Period, other: bool, make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    place = first("net sales", make_table(("Net sales", "21", "1")), filings)
    figure = Figure("net sales", period=PeriodRef(asked, "", True))
    assert any("not its year" in said for said in broken(figure, place)) is other


@pytest.mark.parametrize(
    ("sentence", "asked", "fails"),
    [
        ("Widget revenue was $3.4 billion.", "Q2 FY2022", True),
        ("Widget revenue was $3.4 billion in the second quarter.", "Q2 FY2022", False),
        ("Widget revenue was $3.4 billion.", "FY2022", False),
    ],
)
def test_what_an_annual_report_says_is_of_its_year(
    sentence: str, asked: str, fails: bool, filings: dict[str, Filing]
) -> None:
    (filing_id,) = list(filings)[:1]
    passage = Passage(f"{filing_id}#1.1", filing_id, 1, PassageKind.TEXT, "", sentence)
    (place,) = read_sheet(passage, filings[filing_id]).near(stem_set("widget revenue"))
    figure = Figure("widget revenue", period=find_periods(asked)[0])
    assert ("a quarter is not its year" in broken(figure, place)) is fails


@pytest.mark.parametrize(
    ("sentence", "figure", "failing"),
    [
        (
            "We incurred $21 million of widget costs for the year ended December 31, 2022.",
            Figure("accrued widget costs", period=PeriodRef(Period(2022, months=0), "end of 2022")),
            "what stands on a day is not what a period had",
        ),
        (
            "Accrued widget costs were $21 million as of December 31, 2022.",
            Figure("accrued widget costs", period=PeriodRef(Period(2022, months=0), "end of 2022")),
            "",
        ),
        (
            "Widget obligations of $21 million are recorded on the balance sheet.",
            Figure("widget obligations not recorded"),
            "what is not so is said to be not so",
        ),
        (
            "Widget obligations of $21 million are not recorded on the balance sheet.",
            Figure("widget obligations not recorded"),
            "",
        ),
        (
            "Widget users were 21 million on average for December 2022.",
            Figure("widget users", period=find_periods("in June 2022")[0]),
            "a month is not another",
        ),
        (
            "Widget users were 21 million for June 2022, up from 20 million for March 2022.",
            Figure("widget users", period=find_periods("in June 2022")[0]),
            "",
        ),
        (
            "Widget users were 21 million in the six months ended December 31, 2022.",
            Figure("widget users", period=find_periods("in June 2022")[0]),
            "",
        ),
    ],
)
def test_what_a_sentence_has_to_say_of_its_amount(
    sentence: str, figure: Figure, failing: str, filings: dict[str, Filing]
) -> None:
    told = Passage("ACME_2022_10K#3.1", "ACME_2022_10K", 3, PassageKind.TEXT, "", sentence)
    said = {
        "what stands on a day is not what a period had",
        "what is not so is said to be not so",
        "a month is not another",
    }
    found = said & {*broken(figure, first("widget", told, filings))}
    assert found == ({failing} if failing else set())


@pytest.mark.parametrize(
    ("part", "refuses"),
    [
        ("additions prior year positions", False),
        ("schools", True),
        ("current year positions", True),
    ],
)
def test_a_part_in_the_questions_own_words_may_be_said_otherwise(
    make_table: MakeTable, filings: dict[str, Filing], part: str, refuses: bool
) -> None:
    row = ("Increases related to prior year tax positions", "388", "145")
    place = first("tax positions", make_table(row), filings)
    figure = Figure(f"tax positions {part}", part=part)
    strict, lenient = (broken(figure, place, weighed=weighed) for weighed in (True, False))
    assert any("part" in demand for demand in strict)
    assert any("part" in demand for demand in lenient) is refuses


def test_an_addition_may_be_called_an_increase(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    row = ("Increases related to prior year tax positions", "388", "145")
    place = first("tax positions", make_table(row), filings)
    assert not broken(Figure("additions for prior year tax positions"), place)
    assert broken(Figure("prior year tax positions"), place)


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("paid memberships in Germany", False),
        ("paid memberships in New Jersey", False),
        ("paid memberships in the US", True),
        ("paid memberships in Japan", True),
    ],
)
def test_a_country_that_is_asked_for_is_said_beside_the_place(
    words: str, holds: bool, make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    row = ("Paid memberships at end of period", "388", "145")
    place = first("memberships", make_table(row, caption="Streaming in Japan"), filings)
    failing = broken(Figure(words), place, weighed=False)
    assert ("a country that is asked for is said" not in failing) is holds


@pytest.mark.parametrize(
    ("part", "label", "met"),
    [
        ("held by Greater Borduria unit", "Greater Borduria", True),
        ("located in Borduria", "Syldavia", False),
        ("held", "Borduria", False),
        ("Europe, Middle East and Africa", "EMEA", True),
        ("Borduria pharmacy", "Borduria", False),
    ],
)
def test_what_is_said_around_a_part_need_not_be_met(
    part: str, label: str, met: bool, make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    passage = make_table((label, "21", "1"))
    place = next(read_sheet(passage, filings[passage.filing_id]).every())
    said = broken(Figure("inventory", part=part), place, weighed=False)
    assert any("words of a part" in one for one in said) is not met


@pytest.mark.parametrize(
    ("words", "label", "said"),
    [
        ("highest price", "Price, high", True),
        ("highest price", "Price", False),
        ("lowest price", "Price, high", False),
        ("price", "Price, high", True),
    ],
)
def test_an_extreme_is_said_to_be_one(
    words: str, label: str, said: bool, make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    passage = make_table((label, "21", "1"))
    place = next(read_sheet(passage, filings[passage.filing_id]).every())
    assert any("highest or lowest" in one for one in broken(Figure(words), place)) is not said
