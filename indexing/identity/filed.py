"""When a filing was made, and what headers in front of it say."""

import re
from datetime import date, timedelta

from hirec.periods import find_date_spans, find_dates
from hirec.types import Document, Form, Identity
from indexing.identity.dei import form_of
from indexing.identity.findings import Findings
from indexing.identity.lines import page_text

_SIGNED = re.compile(
    r"\bsignatures?\b|duly\s+caused\s+this\s+(?:report|registration)|\bdated?\b\s*:", re.IGNORECASE
)
_VENDOR = re.compile(r"\bfiled\s+(\d\d)/(\d\d)/(\d\d)\s+for\s+the\s+period\s+ending", re.IGNORECASE)
_VENDOR_SYMBOL = re.compile(r"\bsymbol\s+([A-Z]{1,5}(?:\.[A-Z])?)\b", re.IGNORECASE)
_VENDOR_CIK = re.compile(r"\bCIK\s+(\d{4,10})\b")
_HEADER = {
    "type": re.compile(r"CONFORMED SUBMISSION TYPE:\s*(\S[^\n]*)"),
    "company": re.compile(r"COMPANY CONFORMED NAME:\s*(\S[^\n]*)"),
    "cik": re.compile(r"CENTRAL INDEX KEY:\s*(\d+)"),
    "period": re.compile(r"CONFORMED PERIOD OF REPORT:\s*(\d{8})"),
    "filed": re.compile(r"FILED AS OF DATE:\s*(\d{8})"),
    "ein": re.compile(r"IRS NUMBER:\s*(\d{9})"),
    "file": re.compile(r"SEC FILE NUMBER:\s*(\d{1,3}-\d{3,6})"),
    "former": re.compile(r"FORMER CONFORMED NAME:\s*(\S[^\n]*)"),
}


def read_header(document: Document) -> Findings:
    """Findings of an EDGAR submission header or a vendor's title page, if there is one."""
    text = page_text(document, 0)[:6000] if document.pages else ""
    found = {name: match[1].strip() for name, p in _HEADER.items() if (match := p.search(text))}
    form, amended = form_of(found["type"]) if "type" in found else (None, None)
    ein = found.get("ein")
    cik = found.get("cik")
    vendor = _VENDOR.search(text)
    filed = _compact_day(found.get("filed"))
    if vendor:
        filed = date(2000 + int(vendor[3]), int(vendor[1]), int(vendor[2]))
        vendor_cik = _VENDOR_CIK.search(text)
        cik = cik or (vendor_cik[1] if vendor_cik else None)
    symbol = _VENDOR_SYMBOL.search(text) if vendor else None
    return Findings(
        source="header",
        company=found.get("company"),
        form=form,
        period_end=_compact_day(found.get("period")),
        filing_date=filed,
        amendment=amended,
        ticker=symbol[1] if symbol else None,
        cik=cik.zfill(10) if cik else None,
        ein=f"{ein[:2]}-{ein[2:]}" if ein else None,
        file_number=found.get("file"),
        former_name=found.get("former"),
    )


def signature_date(document: Document, identity: Identity) -> date | None:
    """Day of the signature: the commonest date of pages that sign, soon after the period's end.

    Event filings are signed within days, periodic ones within months of the period's end.
    """
    end = identity.period_end
    if end is None or identity.form is Form.PROXY:
        return None
    latest = end + timedelta(days=270)
    positions = range(len(document.pages))
    order = positions if identity.period.months is None else reversed(positions)
    for position in order:
        text = page_text(document, position)
        for signed in _SIGNED.finditer(text):
            for span in find_date_spans(text[signed.start() : signed.start() + 400]):
                if end <= span.day <= latest:
                    return span.day
    return None


def _compact_day(digits: str | None) -> date | None:
    if digits is None:
        return None
    days = find_dates(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}")
    return days[0] if days else None
