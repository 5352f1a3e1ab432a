"""When a filing was made, and what headers in front of it say."""

import re
from dataclasses import replace
from datetime import date, timedelta

from hirec.periods import find_date_spans, find_dates
from hirec.types import Document, Form, Identity
from indexing.identity.dei import read_dei
from indexing.identity.findings import Findings
from indexing.identity.lines import page_text
from indexing.reading.submission import header_fields

_SIGNED = re.compile(
    r"\bsignatures?\b|duly\s+caused\s+this\s+(?:report|registration)|\bdated?\b\s*:", re.IGNORECASE
)
_VENDOR = re.compile(r"\bfiled\s+(\d\d)/(\d\d)/(\d\d)\s+for\s+the\s+period\s+ending", re.IGNORECASE)
_VENDOR_SYMBOL = re.compile(r"\bsymbol\s+([A-Z]{1,5}(?:\.[A-Z])?)\b", re.IGNORECASE)
_VENDOR_CIK = re.compile(r"\bCIK\s+(\d{4,10})\b")


def read_header(document: Document) -> list[Findings]:
    """Findings of an EDGAR submission header or a vendor's title page, if there is one."""
    text = page_text(document, 0)[:6000] if document.pages else ""
    fields = header_fields(text)
    found = [replace(read_dei(fields), source="header")] if fields else []
    vendor = _VENDOR.search(text)
    if vendor:
        filed = f"20{vendor[3]}-{vendor[1]}-{vendor[2]}"
        cik = _VENDOR_CIK.search(text)
        symbol = _VENDOR_SYMBOL.search(text)
        found.append(
            Findings(
                source="header",
                filing_date=next(iter(find_dates(filed)), None),
                ticker=symbol[1] if symbol else None,
                cik=cik[1].zfill(10) if cik else None,
            )
        )
    return found


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
