import pytest

from hirec.understanding.normalize import normalize, tokenize


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Acme’s  sales\nin 2022 ?", "Acme's sales in 2022?"),
        ("sales , ( in millions )", "sales, (in millions)"),
        ("What is it for Acme?Answer in USD.", "What is it for Acme? Answer in USD."),
        ("net_income", "net income"),
        ("the grocer 2019s owners", "the grocer's owners"),
        ("sold by o 2019brien", "sold by o'brien"),
        ("the 201cblue plan201d", 'the "blue plan"'),
        ("at may 312017", "at may 31, 2017"),
        ("margin in 2024 %", "margin in 2024 %"),
        ("from May 2 to June 30, 2023", "from May 2, 2023 to June 30, 2023"),
        ("both current and long-term debt", "total debt"),
        ("last five fiscal years", "last five years"),
        ("staff in the us; tell us", "staff in the US; tell us"),
        ("acme us sales 2022, show us", "acme US sales 2022, show us"),
        ("aluminium capitalisation", "aluminum capitalization"),
    ],
)
def test_one_spelling(said: str, plain: str) -> None:
    assert normalize(said) == plain


def test_tokens_are_words_numbers_and_signs() -> None:
    assert [t.text for t in tokenize("year-over-year R&D, $1,234.5 (12%)")] == (
        ["year", "over", "year", "R&D", ",", "$1,234.5", "(", "12%", ")"]
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Acme Inc. net inc 2022", "Acme Inc. net income 2022"),
        ("inc from ops", "income from operations"),
        ("op cash flow", "operating cash flow"),
        ("incr (decr) in cash", "increase in cash"),
        ("R&D exp, tot. debt", "R&D expense, total debt"),
        ("Acme Inc revenue", "Acme Inc revenue"),
        ("SG&A % rev", "SG&A % of rev"),
        ("what % revenue growth", "what % revenue growth"),
    ],
)
def test_what_people_shorten_is_written_out(typed: str, meant: str) -> None:
    assert normalize(typed) == meant
