"""What EDGAR's headers in front of a filing give its identity."""

from datetime import date

from hirec.types import Form
from indexing.identity import identify
from indexing.reading import read_bytes

LABELLED = """<SEC-HEADER>1.hdr.sgml : 20240208
CONFORMED SUBMISSION TYPE: 10-K
CONFORMED PERIOD OF REPORT: 20231230
FILED AS OF DATE: 20240208
FILER:
 COMPANY CONFORMED NAME: AMBER ROCKETS INC
 CENTRAL INDEX KEY: 0000000001
 FORMER CONFORMED NAME: AMBER ROCKET CO
FILER:
 COMPANY CONFORMED NAME: AMBER SUB LLC
</SEC-HEADER>
"""
TAGGED = """<SEC-HEADER>
<TYPE>10-Q
<PERIOD>20231230
<FILER>
<CONFORMED-NAME>AMBER ROCKETS INC
<CIK>0000000001
<IRS-NUMBER>123456789
</FILER>
</SEC-HEADER>
"""


def test_a_submission_is_identified_by_its_header() -> None:
    body = "<DOCUMENT>\n<TYPE>10-K\n<TEXT>\nWe sold more things this year.\n</TEXT>\n</DOCUMENT>"
    data = f"<SEC-DOCUMENT>1.txt : 2024\n{LABELLED}{body}"
    identity = identify(read_bytes(data.encode(), "1.txt"))
    assert (identity.company, identity.form) == ("AMBER ROCKETS INC", Form.ANNUAL)
    assert (identity.period_end, identity.filing_date) == (date(2023, 12, 30), date(2024, 2, 8))
    assert identity.former_name == "AMBER ROCKET CO"
    assert [alias.name for alias in identity.aliases] == ["AMBER SUB LLC", "AMBER ROCKET CO"]


def test_a_page_of_headers_is_identified_by_them() -> None:
    page = TAGGED.replace("<", "&lt;").replace(">", "&gt;")
    data = f"<html><body><pre>{page}</pre></body></html>"
    identity = identify(read_bytes(data.encode(), "1-index-headers.html"))
    assert identity.company == "AMBER ROCKETS INC"
    assert identity.form is Form.QUARTERLY
    assert (identity.cik, identity.ein) == ("0000000001", "12-3456789")
