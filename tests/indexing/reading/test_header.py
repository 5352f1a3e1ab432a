import pytest

from indexing.reading.header import in_sequence, is_body, is_unit_line, read_header
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
