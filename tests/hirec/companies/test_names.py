import pytest

from hirec.companies import normalize_name, well_cased
from hirec.companies.names import short_forms


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


def test_short_forms_leave_nothing_generic() -> None:
    assert short_forms("Ulta Beauty, Inc.") == ("ulta",)
    assert short_forms("American International Group, Inc.") == ()
    assert short_forms("Best Buy Co., Inc.") == ()


def test_well_cased() -> None:
    assert well_cased("AMCOR PLC") == "Amcor plc"
    assert well_cased("CVS HEALTH CORPORATION") == "CVS Health Corporation"
    assert well_cased("NIKE, Inc.") == "NIKE, Inc."
