"""Small filings with cover pages of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest

COVER = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549

FORM 10-K

ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended December 31, {year}

Commission file number 001-{number:05d}

{name} INDUSTRIES, INC.
(Exact name of registrant as specified in its charter)

Delaware                      12-34{number:05d}
(State of incorporation)      (I.R.S. Employer Identification No.)

Title of each class    Trading Symbol    Name of each exchange
Common Stock           {name}              New York Stock Exchange

Item 1. Business
{business}
"""

WriteFiling = Callable[..., Path]


@pytest.fixture
def write_filing() -> WriteFiling:
    """A function that writes a one-page annual report, as text or as PDF by the suffix."""

    def write(path: Path, name: str, year: int, business: str = "We make things.") -> Path:
        number = sum(map(ord, name))
        text = COVER.format(name=name, year=year, number=number, business=business)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".pdf":
            path.write_bytes(_pdf(text))
        else:
            path.write_text(text, encoding="utf-8")
        return path

    return write


def _pdf(text: str) -> bytes:
    import pymupdf

    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 60), text, fontsize=9)
        return bytes(document.tobytes(no_new_id=True))
