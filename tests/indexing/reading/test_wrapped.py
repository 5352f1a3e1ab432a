"""Labels over several lines: joined where one is only the beginning of the next."""

from indexing.reading.placement import Placed
from indexing.reading.tokens import RawCell
from indexing.reading.wrapped import join_wrapped


def sheet(*rows: tuple[str, ...]) -> list[list[Placed]]:
    """Rows of cells, the label first, each value ten columns further right."""
    return [
        [Placed(at * 10, at * 10 + 10, RawCell(text)) for at, text in enumerate(row)]
        for row in rows
    ]


def labels(*rows: tuple[str, ...]) -> list[str]:
    return [row[0].text for row in join_wrapped(sheet(*rows)) if row]


def test_a_label_goes_on_in_lower_case_to_its_values() -> None:
    joined = join_wrapped(sheet(("Total borrowings, including",), ("current portion", "12", "10")))
    assert [[cell.text for cell in row] for row in joined] == [
        ["Total borrowings, including current portion", "12", "10"]
    ]


def test_a_label_of_three_lines_becomes_one() -> None:
    said = labels(
        ("Ordinary shares, no par value; 9,000 authorised;",),
        ("4,100 and 4,050 issued",),
        ("at May 31, 2016 and 2015", "41", "40"),
    )
    assert said == [
        "Ordinary shares, no par value; 9,000 authorised; 4,100 and 4,050 issued "
        "at May 31, 2016 and 2015"
    ]


def test_the_rest_of_a_label_may_stand_below_its_values() -> None:
    said = labels(("Trade debtors", "12"), ("net of allowances",), ("Stocks", "4"))
    assert said == ["Trade debtors net of allowances", "Stocks"]


def test_a_hyphen_joins_without_a_blank() -> None:
    assert labels(("Government and government-",), ("backed paper", "4")) == [
        "Government and government-backed paper"
    ]


def test_a_dash_goes_on() -> None:
    assert labels(("Weighted number of shares",), ("- basic and diluted", "4")) == [
        "Weighted number of shares - basic and diluted"
    ]


def test_headings_stay_rows_of_their_own() -> None:
    for heading, first, second in (
        ("Profit per share:", "basic", "diluted"),
        ("Profit per share", "- basic", "- diluted"),
        ("Revenue", "from goods", "from services"),
        ("CASH FLOWS FROM OPERATIONS", "net income", "Depreciation"),
        ("Year ended May 31,", "Revenue", "Costs"),
        ("Six months ended", "North", "South"),
        ("Operating leases –", "Least rentals", "Other rentals"),
        ("(in millions, except shares)", "sales", "Costs"),
        ("Due in the years to", "2003", "2004"),
        ("Assets", "iPaper stock", "Land"),
    ):
        rows = ((heading,), (first, "4"), (second, "5"))
        assert labels(*rows) == [heading, first, second], heading


def test_an_empty_row_ends_a_label() -> None:
    assert labels(("Stocks and",), (), ("shares", "4")) == ["Stocks and", "shares"]


def test_a_heading_over_several_columns_is_no_label() -> None:
    rows = [
        [Placed(10, 40, RawCell("Years ended"))],
        [Placed(10, 20, RawCell("May 31, 2016")), Placed(30, 40, RawCell("May 31, 2015"))],
        [
            Placed(0, 10, RawCell("Sales")),
            Placed(10, 20, RawCell("4")),
            Placed(30, 40, RawCell("3")),
        ],
    ]
    assert [[cell.text for cell in row] for row in join_wrapped(rows)] == [
        ["Years ended"],
        ["May 31, 2016", "May 31, 2015"],
        ["Sales", "4", "3"],
    ]
