from decimal import Decimal

import pytest

from hirec.numbers import (
    NumberSpan,
    figures_agree,
    find_numbers,
    parse_number,
    scale_of,
    unit_of,
)


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("1,234", "1234"),
        ("(1,234)", "-1234"),
        ("(1,234", "-1234"),
        ("$ 5.6", "5.6"),
        ("$(73)", "-73"),
        ("$ (73)", "-73"),
        ("($ 3.2)", "-3.2"),
        ("12.5%", "12.5"),
        ("25 %", "25"),
        ("(5)%", "-5"),
        ("(10.5%)", "-10.5"),
        (".75", "0.75"),
        ("−5.2", "-5.2"),
        ("- 5", "-5"),
        ("+3%", "3"),
        ("2.5x", "2.5"),
        ("1,234 (a)", "1234"),
        ("5.1(2)", "5.1"),
        ("1,311{2}", "1311"),
        ("2022", "2022"),
        ("€ 12", "12"),
        ("1\xa0", "1"),
        ("—", "0"),
        ("–", "0"),
        ("-", "0"),
        ("--", "0"),
        ("$ —", "0"),
        ("—%", "0"),
        ("— (1)", "0"),
    ],
)
def test_printed_cells_become_exact_decimals(printed: str, value: str) -> None:
    assert parse_number(printed) == Decimal(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Note 3",
        "N/A",
        "1e999",
        "Infinity",
        "NaN",
        "9" * 10_000,
        "1" * 40,
        "1,234)",
        "12,34",
        "1.2.3",
        "٣",
        "²",
        "December 31",
        "2022 vs. 2021",
        "3 - 40 years",
        "— 5,000",
        "$",
        "(",
    ],
)
def test_what_is_not_one_number_has_no_value(text: str) -> None:
    assert parse_number(text) is None


def test_zero_is_never_negative() -> None:
    assert str(parse_number("(0.0)")) == "0.0"


@pytest.mark.parametrize(
    ("line", "scale", "unit"),
    [
        ("(In millions, except per share data)", 6, ""),
        ("$ and shares in millions, except per share amounts", 6, "USD"),
        ("(In millions, except number of shares which are reflected in thousands)", 6, ""),
        ("(MILLIONS)", 6, ""),
        ("(000s)", 3, ""),
        ("($000's omitted)", 3, "USD"),
        ("(Dollars in thousands)", 3, "USD"),
        ("In billions of euros", 9, "EUR"),
        ("(shares in millions)", 6, "shares"),
        ("Per share", 0, "USD/shares"),
        ("percent", 0, "%"),
        ("10,000 units", 0, ""),
        ("", 0, ""),
    ],
)
def test_unit_lines(line: str, scale: int, unit: str) -> None:
    assert (scale_of(line), unit_of(line)) == (scale, unit)


def facts(text: str) -> list[tuple[str, str, int, str]]:
    return [(s.text, str(s.value), s.scale, s.unit) for s in find_numbers(text)]


def test_prose_amounts_carry_scale_and_unit() -> None:
    text = (
        "Net sales rose 18.3% to $10.2 billion, or $5.41 per diluted share, on 1.2 million shares."
    )
    assert facts(text) == [
        ("18.3%", "18.3", 0, "%"),
        ("$10.2 billion", "10.2", 9, "USD"),
        ("$5.41", "5.41", 0, "USD/shares"),
        ("1.2 million", "1.2", 6, "shares"),
    ]


@pytest.mark.parametrize("printed", ["$2,018mn", "$2,018 mn", "$2,018 million"])
def test_a_scale_may_stand_at_the_digits(printed: str) -> None:
    assert facts(f"EBITDA was {printed} in FY 2023.") == [(printed, "2018", 6, "USD")]


def test_spans_point_into_the_text() -> None:
    text = "It opened 47 stores for $(3) million."
    spans = find_numbers(text)
    assert [text[s.start : s.end] for s in spans] == ["47", "$(3) million"]
    assert spans[1] == NumberSpan(24, 36, "$(3) million", Decimal(-3), 6, "USD")


@pytest.mark.parametrize(
    "text",
    [
        "In fiscal 2022, 2021 and 2020",
        "as of December 31, 2022 and 28 January 2023",
        "see Note 13, page 5 and Items 7 and 8 of Form 10-K",
        "under ASU 2016-02 and ASC 606, COVID-19, the 364-day facility",
        "fewer Model 3 and Xbox 5 sold",
        "on 5/26/2023 or 2023-05-26, the 3rd quarter, Q2 and FY23",
        "(1) first, (2) second",
    ],
)
def test_years_dates_and_references_are_no_numbers(text: str) -> None:
    assert find_numbers(text) == []


def test_a_range_shares_its_scale() -> None:
    assert facts("between $1.5 and $2 billion") == [
        ("$1.5", "1.5", 9, "USD"),
        ("$2 billion", "2", 9, "USD"),
    ]


def test_negative_in_brackets_but_not_remarks_in_brackets() -> None:
    assert facts("a loss of (1,234) against 45 (25% of sales)") == [
        ("(1,234)", "-1234", 0, ""),
        ("45", "45", 0, ""),
        ("25%", "25", 0, "%"),
    ]


def test_hostile_prose_is_harmless() -> None:
    assert find_numbers("9" * 10_000) == []
    assert all(span.value < 10**18 for span in find_numbers("1e999 " + "1," * 5_000))


def test_zeros_between_dashes_and_amounts_behind_a_currency_code_are_numbers() -> None:
    assert parse_number("$ -0-") == 0
    assert parse_number("EUR 3,778") == 3778


def test_figures_agree_within_half_a_percent_of_the_larger() -> None:
    assert figures_agree(Decimal("199"), Decimal("200"))
    assert not figures_agree(Decimal("198.9"), Decimal("200"))
    assert figures_agree(Decimal(0), Decimal(0))
    assert not figures_agree(Decimal("-1"), Decimal(1))
