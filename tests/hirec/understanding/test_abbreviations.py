import pytest

from hirec.understanding import as_defined_by
from hirec.understanding.abbreviations import abbreviations, without_initials


@pytest.mark.parametrize(
    ("text", "long", "short"),
    [
        ("Traffic acquisition costs (TAC) are paid", "Traffic acquisition costs", "TAC"),
        ("our medical benefit ratios (“MBRs”)", "medical benefit ratios", "MBR"),
        ("Cost of Revenue (the “COR”)", "Cost of Revenue", "COR"),
        ("costs of research and development (“R&D”)", "research and development", "RD"),
    ],
)
def test_letters_tell_what_is_defined(text: str, long: str, short: str) -> None:
    (found,) = abbreviations(text)
    assert (found.long, found.short.replace("&", "")) == (long, short)


@pytest.mark.parametrize(
    "text",
    [
        "sales in Europe (EMEA)",
        "acquired by the Company (“Acme”)",
        "net of tax (see Note 3)",
        "unaudited (A)",
    ],
)
def test_a_bracket_whose_letters_do_not_fit_defines_nothing(text: str) -> None:
    assert not list(abbreviations(text))


def test_the_form_that_a_question_says_is_replaced_by_the_other() -> None:
    texts = ["Our gross payment volume (“GPV”) grew."]
    long = as_defined_by("Block's gross payment volumes in 2020?", texts)
    short = as_defined_by("Block GPV 2020", texts)
    assert long is not None
    assert short is not None
    assert long[0] == "Block's GPV in 2020?"
    assert short[0] == "Block gross payment volume 2020"
    assert as_defined_by("Block gross profit 2020", texts) is None


def test_what_the_lexicon_knows_by_both_forms_is_left() -> None:
    assert as_defined_by("Acme earnings per share", ["earnings per share (“EPS”)"]) is None


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("the cost of kites (COK) in 2022", "the cost of kites in 2022"),
        ("revenue (US) in 2022", "revenue (US) in 2022"),
        ("income (loss) in 2022", "income (loss) in 2022"),
    ],
)
def test_initials_in_brackets_say_nothing_new(text: str, plain: str) -> None:
    assert without_initials(text) == plain
