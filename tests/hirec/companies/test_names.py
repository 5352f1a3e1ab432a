import pytest

from hirec.companies import normalize_name, well_cased
from hirec.companies.names import end_of_name, leads


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("THE J. M. SMUCKER COMPANY", "j m smucker"),
        ("PROCTER & GAMBLE CO", "procter and gamble"),
        ("Wal-Mart Stores, Inc.", "wal mart stores"),
        ("salesforce.com, inc.", "salesforce com"),
        ("Moody's Corp /DE/", "moodys"),
        ("Nestlé S.A.", "nestle"),
        ("Inc.", "inc"),
    ],
)
def test_normalize_name(name: str, plain: str) -> None:
    assert normalize_name(name) == plain


def test_beginnings_leave_nothing_generic() -> None:
    assert leads("Ulta Beauty, Inc.") == ("ulta",)
    assert leads("Target Stores Corporation") == ("target",)
    assert leads("Corvanta Medical Parts, Inc.") == ("corvanta medical", "corvanta")
    assert leads("American International Group, Inc.") == ()
    assert leads("Best Buy Co., Inc.") == ()


def test_well_cased() -> None:
    assert well_cased("AMCOR PLC") == "Amcor plc"
    assert well_cased("CVS HEALTH CORPORATION") == "CVS Health Corporation"
    assert well_cased("NIKE, Inc.") == "NIKE, Inc."


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Acme Audio Labs revenue", "Acme Audio Labs"),
        ("Acme audio revenue", "Acme audio"),
        ("Acme revenue", "Acme"),
        ("Acme's audio revenue", "Acme"),
        ("Acme labs revenue", "Acme"),
    ],
)
def test_a_name_goes_on_as_the_company_s_own_does(text: str, named: str) -> None:
    end = end_of_name(text, len("Acme"), "Acme", "Acme Audio Laboratories, Inc.")
    assert text[:end] == named
