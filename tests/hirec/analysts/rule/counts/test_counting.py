from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.counts.counting import find_count
from hirec.types import (
    Cell,
    Column,
    Figure,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Period,
    PeriodRef,
    Row,
    Table,
)
from hirec.types.filing import encode_table

FY22 = PeriodRef(Period(2022), "FY2022", True)
FILING = Filing(
    "F", Identity("Amber Tools", Form.ANNUAL, 2022, None, date(2022, 12, 31)), "amber", (), 9, 9, ""
)


def prose(text: str, page: int = 3, section: str = "") -> Passage:
    return Passage(f"F#{page}.1", "F", page, PassageKind.TEXT, "", text, section)


def table(rows: list[Row], unit_line: str = "", scale: int = 0, unit: str = "") -> Passage:
    columns = tuple(
        Column(str(year), Period(year, None, date(year, 12, 31), 12)) for year in (2022, 2021)
    )
    made = Table(columns, tuple(rows), unit_line=unit_line, scale=scale, unit=unit)
    return Passage(
        "F#7.1", "F", 7, PassageKind.TABLE, "", made.render(), table_json=encode_table(made)
    )


def row(label: str, *values: str, section: str = "") -> Row:
    cells = [Cell(value, Decimal(value.replace(",", "").strip("$"))) for value in values]
    return Row(label, tuple(cells), section)


def count(phrase: str, *passages: Passage, period: PeriodRef | None = FY22):
    figure = Figure(phrase, kind="count", period=period, counted=phrase)
    return find_count(figure, passages, {"F": FILING})


@pytest.mark.parametrize(
    ("asked", "text", "value"),
    [
        ("people did employ", "At December 31, 2022, we employed 2,990 people.", 2990),
        ("employees", "Our headcount was 2,990 as of December 31, 2022.", 2990),
        ("employees", "In 2022 we had 6,000 full-time and part-time employees.", 6000),
        ("kiosks did operate", "At fiscal 2022's end, we operated 347 kiosks in 9 towns.", 347),
        ("miles of track", "In 2022 we operated about 1,000 miles of track in 3 states.", 1000),
        ("kiosks did open", "In 2022 the Company opened 36 kiosks and closed 12 kiosks.", 36),
        ("kiosks did close", "In 2022 the Company opened 36 kiosks and closed 12 kiosks.", 12),
        (
            "new kiosks did open",
            "In 2022 we opened ten new kiosks, resulting in a total kiosk count of 347.",
            None,
        ),
        (
            "kiosks",
            "In 2022 we opened ten new kiosks, resulting in a total kiosk count of 347.",
            347,
        ),
        ("kiosks in Peru", "We had 978 kiosks in Peru at the end of 2022.", 978),
        ("kiosks in Peru", "We had 1,138 kiosks at the end of 2022.", None),
        ("kiosks", "Amber holds 78 kiosks and had 36 kiosk permits pending in 2022.", 78),
        ("kiosks", "We had 36 kiosks pending in 2022.", None),
        ("kiosks", "In 2022 we agreed to sell our Peru business, with 36 kiosks.", None),
        ("kiosks", "We had 125 kiosk managers at the end of 2022.", None),
        ("kiosks", "We expect to run 500 kiosks at the end of 2022.", None),
        ("kiosks", "We had 84 kiosks at the end of 2021.", None),
        ("kiosks abroad", "We had 978 kiosks in Peru at the end of 2022.", None),
        ("kiosks outside the United States", "We had 78 kiosks in the U.S. in 2022.", None),
        ("kiosks outside the U.S.", "We ran 20 kiosks in 9 other countries in 2022.", 20),
        ("people employ outside the US", "We employ 50 people here, 30 people overseas.", 30),
        ("people", "Over 300 of our people took a course in 2022.", None),
        ("team members", "At December 31, 2022, we had 2,990 employees.", 2990),
        ("people", "At December 31, 2022, we had 2,990 team members.", 2990),
        ("kiosks sell", "Amber sold 36 and 35 kiosks in 2022 and 2021, respectively.", 36),
        ("kiosks", "We had 78 kiosks in 2023, up from 70 in 2022.", 70),
        ("employees of Amber North", "We employ 50 people, including 30 at Amber North.", 30),
        ("employees of the South", "We employ 50 people, of whom 20 are in the South.", 20),
        ("employees", "We employ 50 people, of whom 20 are in the South.", 50),
        ("employees in the U.S.", "We employ 50 people, with 20 based in the U.S.", 20),
        ("employees in the US", "We employ 50 people, with 20 based in the U.S. Women lead 9.", 20),
        ("employees in sales", "We have 50 employees in Peru who do not rest in sales.", None),
        ("employees", "Of these 50 employees, 20% are in the South.", None),
        ("kiosks after buying Umber", "With the acquisition of Umber, we have 70 kiosks.", 70),
        ("kiosks before buying Umber", "With the acquisition of Umber, we have 70 kiosks.", None),
        ("employees of Target Town", "We employ 50 people, including 30 at Target Town.", 30),
        ("shops", "Amber has 60 people, 50 at Umber Shops, 10 at the mill.", None),
        ("customers", "Customers pay within 24 days.", None),
        ("employees", "Benefits of our employees cost $4,100 million; 12% are members.", None),
        ("employees", "Most members of our 401(k) plan are employees.", None),
    ],
)  # fmt: skip
def test_a_sentence_counts_what_follows_its_number(asked, text, value):
    found = count(asked, prose(text))
    assert (found and found.value) == value


def test_a_count_under_its_own_heading_is_sure():
    found = count("employees", prose("We had approximately 4,100 employees.", section="Employees"))
    assert found is not None
    assert (found.printed, found.doubt) == ("4,100", "")


def test_a_part_is_doubted_and_gives_way_to_the_whole():
    part = prose("We had 3,000 hourly employees.", 7)
    whole = prose("We had 5,000 employees.", 9)
    alone, both = count("employees", part), count("employees", part, whole)
    assert alone is not None
    assert "part only" in alone.doubt
    assert both is not None
    assert (both.printed, both.doubt) == ("5,000", "")


def test_other_counts_of_the_same_things_are_told():
    found = count("kiosks", prose("We had 347 kiosks.", 3), prose("We had 300 kiosks.", 5))
    assert found is not None
    assert "300" in found.doubt


def test_a_table_of_money_counts_under_a_heading_that_says_so():
    rows = [
        row("Kiosk expenses", "$8,465", "$8,001"),
        Row("Number of kiosks at year end", (None, None)),
        row("Company", "7,568", "7,625", section="Number of kiosks at year end"),
        row("Total", "36,292", "35,345", section="Number of kiosks at year end"),
    ]
    passage = table(rows, "($ in millions)", 6, "USD")
    whole, part = count("kiosks", passage), count("company kiosks", passage)
    assert whole is not None
    assert (whole.value, whole.unit, whole.doubt) == (36292, "", "")
    assert part is not None
    assert part.value == 36292 or part.printed == "7,568"


def test_money_is_no_count():
    rows = [row("Kiosk expenses", "$8,465", "$8,001"), row("Kiosks, net", "$12", "$13")]
    assert count("kiosks", table(rows, "($ in millions)", 6, "USD")) is None


def test_things_in_thousands_are_so_where_the_table_excepts_none():
    found = count("memberships", table([row("Memberships at end of period", "67,090", "50,001")],
                                       "(in thousands)", 3))  # fmt: skip
    assert found is not None
    assert found.value == 67_090_000
    assert found.doubt


def test_a_part_named_together_with_another_is_not_counted_alone():
    text = "We had 1,138 kiosks at the end of 2022 throughout our Northern and Overseas segments."
    assert count("Northern kiosks", prose(text)) is None
    assert count("kiosks", prose(text)) is not None


def test_what_is_said_in_front_of_the_subject_holds_for_all_that_is_counted() -> None:
    here = prose("In Peru, we had 1,138 kiosks at the end of 2022.")
    found, part = count("kiosks", here), count("kiosks in Peru", here)
    assert found is not None
    assert "part only" in found.doubt
    assert part is not None
    assert part.doubt == ""


def test_parts_side_by_side_and_rows_without_names_are_no_whole() -> None:
    parts = [row("Northern kiosks", "20", "19"), row("Southern kiosks", "30", "19")]
    assert count("kiosks", table(parts)) is None
    nameless = [row("", "20", "19"), row("", "30", "19"), row("Number of kiosks", "70", "38")]
    found = count("kiosks", table(nameless))
    assert found is not None
    assert found.value == 70


def test_a_row_of_what_others_leave_is_no_whole() -> None:
    rows = [
        row("Number of kiosks", "0", "0"),
        row("Peru", "700", "600", section="Number of kiosks"),
        row("Other", "800", "900", section="Number of kiosks"),
        row("Total", "1,500", "1,500", section="Number of kiosks"),
    ]
    found = count("kiosks", table(rows))
    assert found is not None
    assert found.value == 1500


def test_a_row_with_a_scale_of_its_own_counts_among_amounts() -> None:
    rows = [row("Fees", "$12", "$11"), row("Cards-in-force (millions)", "133.3", "121.7")]
    found = count("cards in force", table(rows, "(dollars in thousands)", 3, "USD"))
    assert found is not None
    assert (found.value, found.unit, found.doubt) == (133_300_000, "", "")


def test_of_parts_and_their_total_the_total_is_taken() -> None:
    rows = [
        row("Urban home kiosks", "20", "19"),
        row("Rural home kiosks", "30", "19"),
        row("Total domestic home kiosks", "50", "38"),
    ]
    found = count("home kiosks", table(rows))
    assert found is not None
    assert found.value == 50


def test_what_was_done_to_some_does_not_count_what_there_is() -> None:
    opened = prose("In 2022 we opened 47 kiosks and remodeled 12 kiosks.")
    here = prose("At the end of the fourth quarter of fiscal 2022 we operated 347 kiosks.", 4)
    assert count("kiosks did operate", opened) is None
    assert count("kiosks did operate", opened, here).value == 347
    assert count("kiosks did open", opened).value == 47


def test_a_quarter_that_is_no_end_is_another_period() -> None:
    assert count("kiosks", prose("In the second quarter of fiscal 2022 we had 90 kiosks.")) is None


def test_parts_side_by_side_state_no_whole() -> None:
    both = prose("We employed 87 (54%) hourly employees and 76 (46%) salaried employees in 2022.")
    assert count("employees did have", both) is None
    assert count("salaried employees", both).value == 76


def test_neither_a_layoff_nor_what_a_person_ran_counts_what_there_is() -> None:
    assert (
        count("employees", prose("We announced a layoff of approximately 9,000 employees.")) is None
    )
    assert count("stores", prose("She was responsible for sales in more than 180 stores.")) is None
    found = count("employees", prose("We had a workforce of approximately 9,000 employees."))
    assert found is not None
    assert found.value == 9000


def test_the_total_below_says_what_its_rows_count():
    rows = [row("Peru", "20", "18"), row("Chile", "30", "25"), row("Total kiosks", "50", "43")]
    found = count("kiosks in Chile", table(rows))
    assert found is not None
    assert (found.printed, found.doubt) == ("30", "")
    assert count("kiosks in Chile", table([*rows[:2], row("Total fees", "50", "43")])) is None


@pytest.mark.parametrize(("asked", "part"), [("in the PAC region", False), ("in Chile", True)])
def test_a_title_is_met_by_all_of_it_or_by_its_short_name(asked, part):
    one = table([row("Number of kiosks", "9", "8")])
    made = replace(one.table, caption="Peru and Chile (PAC)")
    found = count(f"kiosks {asked}", replace(one, table_json=encode_table(made)))
    assert found is not None
    assert ("a part only" in found.doubt) is part


def test_a_caption_says_the_number_of_what_is_shown():
    one = table([row("Peru", "20", "18"), row("Chile", "30", "25")])
    made = replace(one.table, caption="The following table shows the number of kiosks by country")
    found = count("kiosks in Chile", replace(one, table_json=encode_table(made)))
    assert found is not None
    assert found.printed == "30"


@pytest.mark.parametrize(
    ("sentence", "count", "is_whole"),
    [
        ("We opened two shops in 2022, for a shop count of 2,326.", 2326, True),
        ("In 2022, 317 shops, or 13% of our total shop count, were in Canada.", 317, False),
    ],
)
def test_a_count_is_the_whole_unless_it_is_said_to_be_a_share(
    sentence: str, count: int, is_whole: bool
) -> None:
    need = Figure("shops", kind="count", period=FY22, counted="shops")
    found = find_count(need, [prose(sentence)], {"F": FILING})
    assert found is not None
    assert found.value == count
    assert ("It may count a part only" not in found.doubt) is is_whole
