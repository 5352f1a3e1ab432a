"""Numbers as inline XBRL transforms them."""

from decimal import Decimal

import pytest
from lxml import html

from indexing.reading.ixbrl import read_fact, read_tags

CONTEXT = (
    '<xbrli:context id="c"><xbrli:period><xbrli:startDate>2023-01-01</xbrli:startDate>'
    "<xbrli:endDate>{}</xbrli:endDate></xbrli:period></xbrli:context>"
)


def fact_value(attributes: str, text: str) -> Decimal | None:
    markup = f'<ix:nonFraction contextRef="c" name="a:B" {attributes}>{text}</ix:nonFraction>'
    root = html.fromstring(f"<html><body>{CONTEXT.format('2023-12-31')}{markup}</body></html>")
    (element,) = root.iter("ix:nonfraction")
    fact = read_fact(element, read_tags(root))
    return None if fact is None else fact.value


@pytest.mark.parametrize(
    ("attributes", "text", "value"),
    [
        ('scale="6"', "1,234.5", "1234500000"),
        ('scale="-2"', "12.5", "0.125"),
        ('scale="3" sign="-"', "(7)", "-7000"),
        ('format="ixt:fixed-zero"', "—", "0"),
        ('format="ixt-sec:numwordsen"', "no", "0"),
        ('format="ixt:num-comma-decimal"', "1.234,5", "1234.5"),
        ('format="ixt:numcommadecimal"', "1.234,5", "1234.5"),
        ('format="ixt:numdotdecimal"', "1,234.5", "1234.5"),
        ("", "<span>4</span>5", "45"),
    ],
)
def test_values(attributes: str, text: str, value: str) -> None:
    assert fact_value(attributes, text) == Decimal(value)


@pytest.mark.parametrize(
    ("attributes", "text"),
    [('xsi:nil="true"', ""), ("", "three"), ('scale="x"', "1"), ("", "1e999"), ("", "1.2.3")],
)
def test_unreadable_numbers_are_no_facts(attributes: str, text: str) -> None:
    assert fact_value(attributes, text) is None


@pytest.mark.parametrize(
    ("end", "months"),
    [("2023-04-01", 3), ("2023-07-01", 6), ("2023-12-30", 12), ("2023-01-01", None)],
)
def test_length_of_spans(end: str, months: int | None) -> None:
    root = html.fromstring(f"<html><body>{CONTEXT.format(end)}</body></html>")
    assert read_tags(root).contexts["c"].period.months == months
