"""Doubts that the rows beside a number's own raise, and what a sentence takes off."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.doubts.amounts import other_measure
from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.doubts.rows import (
    nothing_by_then,
    of_a_namesake,
    of_two_reports,
    one_of_several,
    other_column,
    other_precision,
    printed_twice,
    said_beside,
    said_in_passing,
    side_by_side,
    totalled_beside,
    unnamed_column,
    word_for_word,
)
from hirec.analysts.rule.doubts.sayings import other_saying
from hirec.types import Figure, Operand, Row
from tests.hirec.analysts.rule.doubts.test_checks import said, used
from tests.hirec.analysts.rule.figures.test_operands import Y21, Y22, filing, passage, table

BOTH = table(
    [
        ("Power (GAAP)", ["$ 1,773", "$ 1,626"]),
        ("Power organic (Non-GAAP)", ["1,751", "1,631"]),
        ("Wind (GAAP)", ["1,505", "1,300"]),
    ],
    [Y22, Y21],
    "ORGANIC REVENUES BY SEGMENT",
)
STORES = table(
    [("Big Barn", ["134", "134"]), ("Barn Mobile", ["51", "53"])], [Y22, Y21], "Stores open"
)


def number(row: str, printed: str, unit: str) -> Operand:
    value = Decimal(printed.replace("$", "").replace(",", "").strip())
    return replace(said(row, "2022-12-31", printed, unit), value=value)


@pytest.mark.parametrize(
    ("row", "printed", "other"),
    [("Power (GAAP)", "$ 1,773", "Power organic"), ("Power organic (Non-GAAP)", "1,751", "")],
)
def test_a_row_beside_that_bears_more_of_what_is_asked(row: str, printed: str, other: str) -> None:
    figure = Figure("Power organic revenue", "revenue", "Power organic", qualifiers=("organic",))
    doubt = said_beside(used(figure, number(row, printed, "USD"), BOTH))
    assert other in doubt
    assert bool(doubt) is bool(other)


CHARGES = table(
    [("Total charges", ["$ 30", "$ 12", "$ 42"])],
    [Y22, Y22, Y22],
    "Charges for severance and sites",
    labels=["Severance and related", "Sites", "Total"],
)


@pytest.mark.parametrize(
    ("words", "column", "printed", "other"),
    [
        ("severance charges", "Total", "$ 42", "Severance and related"),
        ("severance charges", "Severance and related", "$ 30", ""),
        ("charges", "Total", "$ 42", ""),
    ],
)
def test_a_column_beside_that_bears_a_word_asked_for(
    words: str, column: str, printed: str, other: str
) -> None:
    operand = replace(number("Total charges", printed, "USD"), column=column)
    doubt = other_column(used(Figure(words), operand, CHARGES))
    assert other in doubt
    assert bool(doubt) is bool(other)


REGIONS = table(
    [("Kites", ["349", "464", "174", "216"]), ("Kite margin", ["3%", "4%", "1%", "2%"])],
    [Y22, Y21, Y22, Y21],
    "INTERNATIONAL REVENUES",
    labels=["2022", "2021", "REST OF WORLD 2022", "2021"],
)


@pytest.mark.parametrize(
    ("column", "printed", "other"),
    [("2022", "349", "174"), ("REST OF WORLD 2022", "174", "")],
)
def test_a_column_without_a_name_beside_one_of_its_period_is_of_a_part(
    column: str, printed: str, other: str
) -> None:
    operand = replace(number("Kites", printed, "USD"), column=column)
    doubt = unnamed_column(used(Figure("international kite revenues"), operand, REGIONS))
    assert other in doubt
    assert bool(doubt) is bool(other)


def test_one_row_below_a_place_is_not_all_of_it() -> None:
    below = replace(STORES, rows=tuple(_under("Canada", row) for row in STORES.rows))
    figure = Figure("stores in Canada", counted="How many stores in Canada")
    use = Use(figure, number("Big Barn", "134", ""), passage(below), filing(), "")
    assert "one of several" in one_of_several(use)
    plain = Use(figure, number("Big Barn", "134", ""), passage(STORES), filing(), "")
    assert one_of_several(plain) == ""


def _under(section: str, row: Row) -> Row:
    return replace(row, section=section)


def test_how_long_something_lasts_is_no_money() -> None:
    operand = number("lease payments with a term of eight years were $18", "$18", "USD")
    assert other_measure(used(Figure("remaining lease term"), operand))
    assert not other_measure(used(Figure("lease payments"), operand))


def test_what_is_of_earlier_years_says_so() -> None:
    asked = "What were medical costs relating to prior years in 2022"
    for row, doubted in (("Medical costs", True), ("Medical costs of prior years", False)):
        use = used(Figure("medical costs"), number(row, "882", "USD"), question=asked)
        assert bool(other_measure(use)) is doubted


def test_an_amount_that_something_is_net_of_is_not_that() -> None:
    sentence = "Razors goodwill is net of $79 accumulated impairment losses."
    operand = replace(number(sentence, "$79", "USD"), column="")
    assert other_saying(used(Figure("razors goodwill", "goodwill", "razors"), operand))


def test_a_word_of_a_long_sentence_above_the_table_is_not_said_of_its_rows() -> None:
    figure, operand = Figure("Power services margin"), number("Power (GAAP)", "1,773", "%")
    sentence = "We refer to measures of revenues, of equipment and services, and of margins, which "
    passing = replace(BOTH, caption=f"{sentence} are defined below and are not those of others.")
    use = Use(figure, operand, passage(passing), filing(), "")
    assert "services" in said_in_passing(use)
    titled = Use(figure, operand, passage(replace(BOTH, caption="Services")), filing(), "")
    assert said_in_passing(titled) == ""
    kind = Figure("Power measures revenue", "revenue", "Power services")
    assert "services" in said_in_passing(Use(kind, operand, passage(passing), filing(), ""))
    whole = Figure("Power segment revenue", "revenue", "Power segment")
    by_segment = replace(passing, caption=passing.caption.replace("measures", "segments"))
    assert said_in_passing(Use(whole, operand, passage(by_segment), filing(), "")) == ""


def test_a_known_cost_for_a_purpose_is_only_a_part_of_it() -> None:
    figure = Figure("restructuring charges", "restructuring")
    for row, doubted in (
        (
            "Restructuring charges for severance and personnel costs were $1.2 billion in 2022.",
            True,
        ),
        ("Restructuring charges were $1.2 billion in 2022.", False),
    ):
        operand = replace(number(row, "$1.2", "USD"), printed="$1.2 billion", column="")
        assert bool(other_saying(used(figure, operand))) is doubted


@pytest.mark.parametrize(("printed", "doubted"), [("2,112.9", True), ("2,112", False)])
def test_decimals_where_no_dollar_has_any_are_in_doubt(printed: str, *, doubted: bool) -> None:
    rows = [("Revenues", ["$ 141,116", "$ 133,832"]), ("Claims processed", [printed, "2,014.2"])]
    plain = table(rows, [Y22, Y21], "Pharmacy services")
    use = used(Figure("claims processed"), number("Claims processed", printed, "USD"), plain)
    assert bool(other_precision(use)) is doubted


@pytest.mark.parametrize(
    ("caption", "question", "doubted"),
    [
        ("CONSOLIDATED BALANCE SHEETS", "What were Acme's financing receivables?", True),
        ("CONSOLIDATED BALANCE SHEETS", "What were Acme's current financing receivables?", False),
        ("Receivables by class", "What were Acme's financing receivables?", False),
    ],
)
def test_a_name_that_a_balance_sheet_bears_twice_is_in_doubt(
    caption: str, question: str, doubted: bool
) -> None:
    label = "Financing receivables, net"
    content = table([(label, ["85", "74"]), (label, ["51", "53"])], [Y22, Y21], caption)
    use = used(Figure("financing receivables"), number(label, "85", "USD"), content, question)
    assert bool(printed_twice(use)) == doubted


def test_money_is_no_number_of_shares() -> None:
    figure = Figure("share repurchases")
    operand = said("Repurchases of common stock", printed="900")
    assert other_measure(used(figure, operand, question="What were share repurchases in shares?"))
    assert not other_measure(used(figure, operand, question="What was spent in shares of Bolt?"))


@pytest.mark.parametrize(("words", "doubted"), [("kite sales revenue", True), ("kites", False)])
def test_a_row_whose_very_name_is_said_goes_before_a_total(words: str, doubted: bool) -> None:
    rows = [
        ("Kite sales", ["72", "78"]),
        ("Kite leasing", ["2", "3"]),
        ("Total kites", ["74", "81"]),
    ]
    sums = table(rows, [Y22, Y21], "STATEMENTS OF OPERATIONS")
    use = used(Figure(words, "revenue", "kite"), number("Total kites", "74", "USD"), sums)
    assert bool(word_for_word(use)) is doubted


def test_a_column_whose_very_name_is_said_goes_before_a_total() -> None:
    plain = table([("Research", ["5", "9"]), ("Total", ["20", "39"])], [Y22, Y22], "Charges")
    heads = ("Pay and Related 2022", "Total 2022")
    columns = tuple(replace(c, label=h) for c, h in zip(plain.columns, heads, strict=True))
    told = replace(plain, columns=columns)
    total = replace(number("Total", "39", "USD"), column="Total 2022")
    assert "Pay and Related" in word_for_word(used(Figure("pay and related charges"), total, told))
    assert word_for_word(used(Figure("charges"), total, told)) == ""


@pytest.mark.parametrize(("whole", "beside"), [(1, True), (2, False)])
def test_what_stands_beside_a_part_is_no_whole_of_it(whole: int, beside: bool) -> None:
    rows = [("Marketing", ["30", "20"]), ("Sales", ["50", "40"]), ("Total", ["80", "60"])]
    told = passage(table(rows, [Y22, Y21], "Subscription revenue by offering"))
    both = [
        replace(number(row, cells[0], "USD"), passage_id=told.passage_id, cell=(at, 0))
        for at, (row, cells) in enumerate(rows)
        if at in (0, whole)
    ]
    assert bool(side_by_side(both, [told])) is beside


@pytest.mark.parametrize(
    ("words", "beside", "doubted"),
    [
        ("non-operating income, net", "Other income, net", True),
        ("non-operating income, net", "Other taxes", False),
        ("total other income", "Other income, net", False),
    ],
)
def test_a_row_that_differs_by_total_or_net_alone_may_be_meant(
    words: str, beside: str, *, doubted: bool
) -> None:
    content = table([(beside, ["8", "9"]), ("Total other income", ["85", "74"])], [Y22, Y21], "")
    use = used(Figure(words), number("Total other income", "85", "USD"), content, words)
    assert bool(totalled_beside(use)) is doubted


@pytest.mark.parametrize(
    ("words", "doubted"), [("total accrued expenses", True), ("other accrued expenses", False)]
)
def test_what_other_rows_leave_is_not_all_of_it(words: str, *, doubted: bool) -> None:
    rows = [("Accrued salaries", ["8", "9"]), ("Other accrued expenses", ["85", "74"])]
    content = table(rows, [Y22, Y21], "")
    use = used(Figure(words), number("Other accrued expenses", "85", "USD"), content, words)
    assert bool(totalled_beside(use)) is doubted


def test_a_part_and_its_whole_of_two_reports_may_count_otherwise() -> None:
    part, whole = Figure("kite sales", "sales", "kites"), Figure("sales", "sales")
    one, later = number("Kites", "30", "USD"), number("Sales", "80", "USD")
    assert of_two_reports({part: one, whole: later}) == ""
    later = replace(later, filing_id="ACME_2024_10K")
    assert "ACME_2024_10K" in of_two_reports({part: one, whole: later})
    named = Figure("Digital Kites")
    assert "ACME_2024_10K" in of_two_reports({part: one, named: later})


@pytest.mark.parametrize(
    ("question", "told"),
    [("What was Acme's merger fee?", "$ 7"), ("What was Acme's merger fee in 2022?", "")],
)
def test_a_dash_of_a_year_that_nobody_asked_for_tells_of_the_other(
    question: str, told: str
) -> None:
    fees = table([("Merger fee", ["—", "$ 7"])], [Y22, Y21], "Statement of income")
    operand = replace(number("Merger fee", "0", "USD"), printed="—")
    use = Use(Figure("merger fee"), operand, passage(fees), filing(), question)
    assert told in nothing_by_then(use)
    assert bool(nothing_by_then(use)) is bool(told)


@pytest.mark.parametrize(
    ("section", "words", "doubted"),
    [
        ("Acme Brand sales by:", "kite sales", True),
        ("Acme Brand sales by:", "Acme Brand kite sales", False),
        ("Sales by:", "kite sales", False),
        ("Drum segment sales:", "kite sales", False),
    ],
)
def test_what_stands_below_a_unit_named_after_the_company_may_be_no_all_of_it(
    section: str, words: str, *, doubted: bool
) -> None:
    by_brand = table([(section, []), ("Kites", ["$ 30", "20"])], [Y22, Y21], "Sales")
    figure = Figure(words, "net_sales", "Kites")
    doubt = of_a_namesake(used(figure, number("Kites", "$ 30", "USD"), by_brand))
    assert ("may not be all of the company" in doubt) is doubted
