import pytest

from indexing.reading.header import (
    in_sequence,
    is_body,
    is_period_header,
    is_unit_line,
    read_header,
)
from indexing.reading.tokens import RawCell, Token


def tokens(*texts: str) -> list[Token]:
    return [Token(at + 1, at + 1, text, RawCell(text)) for at, text in enumerate(texts)]


@pytest.mark.parametrize(
    "text",
    [
        "(In millions, except per share data)",
        "$ and shares in millions, except per share amounts",
        "($ in millions)",
        "(MILLIONS)",
        "(Dollars in thousands)",
        "(000s)",
        "(As a percentage of total revenues)",
        "Year Ended December 31 (Millions, except per share amounts)",
    ],
)
def test_lines_that_say_a_unit(text: str) -> None:
    assert is_unit_line(text)


@pytest.mark.parametrize("text", ["Net sales", "December 31, 2022", "(Unaudited)", "x" * 5_000])
def test_lines_that_do_not(text: str) -> None:
    assert not is_unit_line(text)


def test_years_in_sequence_head_columns() -> None:
    assert in_sequence(["2022", "2021", "2020"])
    assert in_sequence(["2013", "2014"])
    assert not in_sequence(["2022"])
    assert not in_sequence(["2022", "2019"])
    assert not in_sequence(["2022", "1,234"])


def test_header_and_body_rows() -> None:
    assert not is_body("", tokens("2022", "2021"))
    assert not is_body("Net sales by category", tokens("2022", "2021"))
    assert not is_body("", tokens("Amount", "% Change"))
    assert is_body("Net sales", tokens("12", "2021"))
    assert is_body("2023", tokens("10"))
    assert is_body("Stores", tokens("2,010", "1995"))


@pytest.mark.parametrize("year", ["2022*", "2022 (1)", "2022(a)", "2022†"])
def test_a_year_with_a_footnote_mark_heads_a_column(year: str) -> None:
    assert not is_body("", tokens("2023", year))
    assert not is_body("(Dollars in millions)", tokens("2023", year, "Change", "(2)"))


def test_units_of_some_columns_stay_with_them() -> None:
    head = [
        (None, [Token(1, 1, "Revenue", RawCell("")), Token(2, 2, "Units", RawCell(""))]),
        (None, tokens("($ in millions)", "(in thousands)")),
    ]
    header = read_header(head, [[1], [2]], "")
    assert header.unit_line == "($ in millions)"
    assert header.labels == ["Revenue", "Units (in thousands)"]


def test_what_repeats_below_tells_how_far_a_heading_reaches() -> None:
    below = [Token(at, at, text, RawCell(text)) for at, text in enumerate(["2017", "2016"] * 2, 1)]
    # Each printed over the first or the last of its columns alone.
    above = [Token(at, at, text, RawCell(text)) for at, text in ((1, "1st Quarter"), (4, "2nd"))]
    header = read_header([(None, above), (None, below)], [[1], [2], [3], [4]], "")
    assert header.labels == ["1st Quarter 2017", "1st Quarter 2016", "2nd 2017", "2nd 2016"]


def test_lines_of_one_wrapped_heading_reach_no_further() -> None:
    below = ["Cost", "Amortization"] * 2
    lines = [Token(at, at, text, RawCell(text)) for at, text in enumerate(below, 1)]
    above = [Token(at, at, "Accumulated", RawCell("Accumulated")) for at in (2, 4)]
    header = read_header([(None, above), (None, lines)], [[1], [2], [3], [4]], "")
    assert header.labels == ["Cost", "Accumulated Amortization"] * 2


@pytest.mark.parametrize("corner", ["(in thousands,", ""])
def test_a_unit_line_that_runs_on_over_the_columns_heads_none_of_them(corner: str) -> None:
    years = tokens("2020", "2019", "2018")
    pieces = tokens(corner or "(in thousands,", "except revenue per", "user and percentages)")
    line = (pieces[0], pieces[1:]) if corner else (None, pieces)
    header = read_header([(None, years), line], [[1], [2], [3]], "")
    assert header.labels == ["2020", "2019", "2018"]
    assert header.unit_line.startswith("(in thousands")


def test_a_unit_over_the_last_columns_alone_stays_with_them() -> None:
    years, said = tokens("2022", "2021", "Volume", "Price"), "(Dollars in billions)"
    over = [Token(3, 4, said, RawCell(said))]
    header = read_header([(None, years), (None, over)], [[1], [2], [3], [4]], "")
    assert header.unit_line == ""
    assert header.labels == ["2022", "2021", f"Volume {said}", f"Price {said}"]


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        (("2013", "2014", "Thereafter"), ["Acme", "Index"]),
        (("Rent", "Lease"), ["December 31, Acme", "December 31, Index"]),
    ],
)
def test_a_day_before_rows_of_years_is_the_rows(
    labels: tuple[str, ...], columns: list[str]
) -> None:
    corner = Token(0, 0, "December 31,", RawCell("December 31,"))
    header = read_header([(corner, tokens("Acme", "Index"))], [[1], [2]], "", labels)
    assert header.labels == columns
    assert ("December 31," in header.caption) == (columns == ["Acme", "Index"])


def test_a_period_above_headings_of_words_begins_another_header() -> None:
    headings = tokens("Net Sales Growth", "Organic Sales Growth")
    assert is_period_header("Nine Months Ended March 31, 2025", headings)
    assert not is_period_header("Total Company", headings)
    assert not is_period_header("Balance at March 31, 2025", tokens("3%", "4%"))
