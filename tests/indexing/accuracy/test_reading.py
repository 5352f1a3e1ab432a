"""Printed numbers and covers held against tags, over files made on the spot."""

import json
from pathlib import Path

import pytest

from indexing.accuracy.reading import evaluate_reading, share

HEADER = (
    '<div style="display:none"><ix:header><ix:resources>'
    '<xbrli:context id="c"><xbrli:period><xbrli:startDate>2023-01-01</xbrli:startDate>'
    "<xbrli:endDate>2023-12-31</xbrli:endDate></xbrli:period></xbrli:context>"
    '<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>'
    "</ix:resources></ix:header></div>"
)
COVER = (
    "<p>SECURITIES AND EXCHANGE COMMISSION</p><p>FORM "
    '<ix:nonNumeric contextRef="c" name="dei:DocumentType">10-K</ix:nonNumeric></p>'
    "<p>For the fiscal year ended <ix:nonNumeric contextRef='c' name='dei:DocumentPeriodEndDate' "
    "format='ixt:date-monthname-day-year-en'>December 31, 2023</ix:nonNumeric></p>"
    "<p>Commission File Number 001-36743</p><p><ix:nonNumeric contextRef='c' "
    "name='dei:EntityRegistrantName'>Acme Corp</ix:nonNumeric></p>"
    "<p>(Exact name of registrant as specified in its charter)</p>"
)


def tagged(printed: str, *, scale: int = 6, sign: str = "") -> str:
    mark = f' sign="{sign}"' if sign else ""
    return (
        f'<ix:nonFraction name="us-gaap:X" contextRef="c" unitRef="usd" scale="{scale}"{mark}>'
        f"{printed}</ix:nonFraction>"
    )


def filing(*cells: str) -> str:
    rows = "".join(f"<tr><td>Row {at}</td><td>{cell}</td></tr>" for at, cell in enumerate(cells))
    table = f"<table><tr><td></td><td>2023</td></tr>{rows}</table>"
    body = f"{COVER}<p><b>Net sales (in millions)</b></p>{table}"
    return f"<html><body>{HEADER}{body}</body></html>"


def test_scales_come_from_words_and_never_from_tags(tmp_path: Path) -> None:
    source = filing(tagged("100"), tagged("200", scale=3), f"({tagged('7')})")
    (tmp_path / "a.html").write_text(source)
    metrics = evaluate_reading([tmp_path / "a.html"], tmp_path / "out", workers=1)
    # 100 and (7) are in millions as printed; 200 is tagged in thousands: 2 of 3.
    assert metrics["cells_equal_tag"]["value"] == pytest.approx(2 / 3)
    assert metrics["cells_equal_tag"]["n"] == 3
    # (7) is tagged +7: its amount is right, its sign is the printed one and not the tag's.
    assert metrics["signs_as_printed"]["value"] == 1.0
    assert metrics["signs_equal_tag"]["value"] == pytest.approx(2 / 3)
    assert metrics["rows_labelled"]["value"] == 1.0
    assert metrics["periods_equal_tag"]["value"] == 1.0
    (causes,) = metrics["by_cause"]
    assert (causes["wrong"], causes["thousand"], causes["million"]) == (1, 1, 0)
    lines = (tmp_path / "out" / "records.jsonl").read_text().splitlines()
    missed = [json.loads(line) for line in lines]
    assert [(m["kind"], m["printed"], m["scale"]) for m in missed] == [("cell", "200", 6)]


def test_tagged_numbers_that_no_cell_holds_are_counted(tmp_path: Path) -> None:
    prose = f"<p>Sales rose by {tagged('12')} million.</p>"
    twice = filing(tagged("100"), f"{tagged('3')} to {tagged('5')}")
    (tmp_path / "a.html").write_text(twice.replace("</body>", f"{prose}</body>"))
    metrics = evaluate_reading([tmp_path / "a.html"], tmp_path / "out", workers=1)
    assert metrics["facts_outside_tables"] == 1
    assert metrics["by_cause"][0]["facts not read"] == 2  # a range is no number


def test_a_price_that_is_scaled_is_an_error_of_kind(tmp_path: Path) -> None:
    source = filing(tagged("100"), tagged("173", scale=0)).replace("Row 1", "Award value")
    shares = "iso4217:USD</xbrli:measure></xbrli:unit>"
    price = (
        '<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD'
        "</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>shares"
        "</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>"
    )
    source = source.replace(shares, shares + price, 1)
    head, tail = source.rsplit('unitRef="usd"', 1)
    (tmp_path / "a.html").write_text(f'{head}unitRef="eps"{tail}')
    metrics = evaluate_reading([tmp_path / "a.html"], tmp_path / "out", workers=1)
    assert metrics["by_cause"][0]["kind"] == 1


def test_identity_is_read_without_tags_and_name(tmp_path: Path) -> None:
    (tmp_path / "WRONG_1999_10Q.html").write_text(filing(tagged("1")))
    metrics = evaluate_reading([tmp_path / "WRONG_1999_10Q.html"], tmp_path / "out", workers=1)
    for name in ("company", "form", "period_end"):
        assert metrics[f"identity_{name}"]["value"] == 1.0


def test_unreadable_files_are_counted_and_told(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 nothing")
    done: list[tuple[int, int, str]] = []
    metrics = evaluate_reading(
        [tmp_path / "a.pdf"],
        tmp_path / "out",
        workers=1,
        progress=lambda *step: done.append(step),
    )
    assert metrics["failed"] == 1
    assert metrics["cells_equal_tag"] == {"value": None, "low": None, "high": None, "n": 0}
    assert done == [(1, 1, "a.pdf")]


def test_share_pools_cells_over_files() -> None:
    estimate = share([(9, 10), (1, 1)])
    assert estimate.value == pytest.approx(10 / 11)
    assert estimate.n == 11
