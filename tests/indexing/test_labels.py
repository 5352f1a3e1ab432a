"""What users say of filings is checked before anything is kept, and errors name key and row."""

from pathlib import Path

import pytest

from indexing.labels import KEYS, LabelError, parse_pairs, read_labels

ACCEPTED = [
    ("company=  3M   Company ", "3M Company"),
    ("form=10-k", "10-K"),
    ("form=10Q", "10-Q"),
    ("form=def14a", "DEF 14A"),
    ("form=earnings", "EARNINGS"),
    ("fiscal_year=2023", "2023"),
    ("fiscal_quarter=Q3", "3"),
    ("period_end=2023-12-31", "2023-12-31"),
    ("filing_date=2024-02-29", "2024-02-29"),
    ("ticker=brk.b", "BRK.B"),
    ("cik=320193", "0000320193"),
    ("ein=123456789", "12-3456789"),
    ("file_number=001-36743", "001-36743"),
    ("amendment=True", "yes"),
    ("amendment=no", "no"),
    ("ticker=", ""),
]

REFUSED = [
    ("company=--", "company cannot be '--'; it must be the registrant's name"),
    ("form=10-K/A", "form cannot be '10-K/A'; it must be one of 10-K, 10-Q, 8-K"),
    ("form=unknown", "form cannot be 'unknown'"),
    ("fiscal_year=23", "fiscal_year cannot be '23'; it must be a year from 1990 to 2100"),
    ("fiscal_quarter=5", "fiscal_quarter cannot be '5'; it must be 1, 2, 3 or 4"),
    ("period_end=2023-02-30", "period_end cannot be '2023-02-30'; it must be a day such as"),
    ("ticker=A B", "ticker cannot be 'A B'; it must be a trading symbol"),
    ("cik=0", "cik cannot be '0'"),
    ("ein=12", "ein cannot be '12'; it must be an I.R.S. number such as 12-3456789"),
    ("file_number=abc", "file_number cannot be 'abc'; it must be a Commission file number"),
    ("amendment=perhaps", "amendment cannot be 'perhaps'; it must be yes or no"),
    ("year=2023", "'year' is no key; keys are company, form, fiscal_year"),
    ("2023", "'2023' is no key=value; keys are company"),
]


@pytest.mark.parametrize(("pair", "value"), ACCEPTED)
def test_values_come_into_their_normal_form(pair: str, value: str) -> None:
    assert parse_pairs([pair]) == {pair.partition("=")[0]: value}


@pytest.mark.parametrize(("pair", "said"), REFUSED)
def test_what_cannot_be_is_refused_with_what_can(pair: str, said: str) -> None:
    with pytest.raises(LabelError) as refused:
        parse_pairs([pair])
    assert str(refused.value).startswith(said)


def test_a_key_is_said_once() -> None:
    with pytest.raises(LabelError, match="cik is given twice"):
        parse_pairs(["cik=1", "cik=2"])


def test_every_key_is_a_field_of_an_identity_and_of_what_sources_find() -> None:
    from dataclasses import fields

    from hirec.types import Identity
    from indexing.identity.findings import Findings

    for kind in (Identity, Findings):
        assert KEYS.keys() <= {field.name for field in fields(kind)}


def labels(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "labels.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_row_a_file_and_empty_cells_say_nothing(tmp_path: Path) -> None:
    path = labels(
        tmp_path, '\ufeffFile,company,fiscal_year\na.pdf,"Acme, Inc.",\n\nsub/b.htm,,2021\n'
    )
    first, second = read_labels(path)
    assert (first.file, first.values) == ("a.pdf", {"company": "Acme, Inc."})
    assert (second.file, second.values) == ("sub/b.htm", {"fiscal_year": "2021"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "labels.csv has no column file"),
        ("path,company\na,b\n", "labels.csv has no column file"),
        ("file,year\na,2020\n", "labels.csv has a column 'year', which is no key"),
        ("file,cik,cik\na,1,1\n", "labels.csv has two columns cik"),
        ("file,cik\na.pdf,1\nb.pdf,x\n", "labels.csv, row 3: cik cannot be 'x'"),
        ("file,cik\n,1\n", "labels.csv, row 2: the column file is empty"),
        ("file,company\na.pdf,Acme, Inc.\n", "labels.csv, row 2: 3 cells under 2 headings"),
    ],
)
def test_errors_name_the_row(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(LabelError) as refused:
        read_labels(labels(tmp_path, text))
    assert str(refused.value).startswith(said)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"absent\.csv cannot be read"):
        read_labels(tmp_path / "absent.csv")
    (tmp_path / "odd.csv").write_bytes(b"file\n\xff\xfe\n")
    with pytest.raises(LabelError, match="it is no UTF-8 text"):
        read_labels(tmp_path / "odd.csv")
