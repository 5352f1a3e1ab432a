import pytest

from hirec.analysts.rule.requirements.verbatim import as_reported, is_row_called, reported_words
from hirec.types import Row


def test_a_requirement_carries_the_name() -> None:
    assert reported_words(as_reported("goodwill")) == "goodwill"
    assert reported_words("goodwill") == ""


@pytest.mark.parametrize(
    ("label", "section", "words", "called"),
    [
        ("Other investing activities", "", "other investing activities", True),
        ("Total Acme shareholders’ equity", "", "total | shareholders' equity", True),
        ("Common stock, $0.10 par value; 11 shares", "", "common stock", True),
        ("Less: Treasury stock, at cost (Note 4)", "", "treasury stock, at cost", True),
        ("Diluted", "Earnings per share:", "diluted earnings per share", True),
        ("Noncurrent lease liabilities", "", "current lease liabilities", False),
        ("Net income attributable to Acme", "", "net income", False),
        ("Net income attributable to Acme", "", "net income attributable", True),
    ],
)
def test_a_row_is_called_so_word_for_word(
    label: str, section: str, words: str, called: bool
) -> None:
    assert bool(is_row_called(Row(label, (), section), words, "Acme, Inc.")) is called


def test_a_name_without_the_company_is_a_little_less_sure() -> None:
    total, own = (Row(f"Total {who}shareholders’ equity", ()) for who in ("", "Acme "))
    words = "total shareholders' equity"
    assert is_row_called(total, words, "Acme, Inc.") > is_row_called(own, words, "Acme, Inc.")
