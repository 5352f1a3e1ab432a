"""Identity from the document-and-entity (dei) tags of inline XBRL."""

import re
from collections.abc import Mapping
from datetime import date

from hirec.periods import find_dates
from hirec.types import Alias, AliasSource, Form
from indexing.identity.findings import Findings
from indexing.identity.forms import form_of


def read_dei(dei: Mapping[str, str]) -> Findings:
    """Findings of the tags; an 8-K's fiscal year is the year of its date."""
    tag = {name: re.sub(r"\s+", " ", value).strip() for name, value in dei.items()}
    form: Form | None = None
    amended: bool | None = None
    if tag.get("DocumentType"):
        form, amended = form_of(tag["DocumentType"])
    if tag.get("AmendmentFlag"):
        amended = amended or tag["AmendmentFlag"].lower() in ("true", "1", "yes")
    end = _day(tag.get("DocumentPeriodEndDate", ""))
    return Findings(
        source="dei",
        company=tag.get("EntityRegistrantName") or None,
        form=form,
        fiscal_year=_fiscal_year(tag, form, end),
        fiscal_quarter=_quarter(tag.get("DocumentFiscalPeriodFocus", "")),
        period_end=end,
        filing_date=_day(tag.get("FilingDate", "")),
        amendment=amended,
        ticker=_ticker(tag.get("TradingSymbol", "")),
        cik=_cik(tag.get("EntityCentralIndexKey", "")),
        ein=tag.get("EntityTaxIdentificationNumber") or None,
        file_number=tag.get("EntityFileNumber") or None,
        former_name=tag.get("FormerName") or None,
        aliases=_co_registrants(dei.get("CoRegistrants", "")),
    )


def year_end(dei: Mapping[str, str]) -> tuple[int, int] | None:
    """Month and day on which the registrant's fiscal years close, as tags or a header state it."""
    match = re.fullmatch(r"-*(\d\d)-?(\d\d)", dei.get("CurrentFiscalYearEndDate", "").strip())
    if match is None or not (1 <= int(match[1]) <= 12 and 1 <= int(match[2]) <= 31):
        return None
    return int(match[1]), int(match[2])


def _co_registrants(names: str) -> tuple[Alias, ...] | None:
    found = tuple(Alias(name, AliasSource.CO_REGISTRANT) for name in names.split("\n") if name)
    return found or None


def _fiscal_year(tag: Mapping[str, str], form: Form | None, end: date | None) -> int | None:
    if form is not None and form.is_dated:
        return end.year if end else None
    focus = re.search(r"\b(?:19|20)\d\d\b", tag.get("DocumentFiscalYearFocus", ""))
    return int(focus[0]) if focus else None


def _quarter(focus: str) -> int | None:
    match = re.fullmatch(r"Q([1-4])", focus.upper())
    return int(match[1]) if match else None


def _day(text: str) -> date | None:
    days = find_dates(text)
    return days[0] if days else None


def _ticker(text: str) -> str | None:
    match = re.match(r"[A-Z]{1,5}(?:[.-][A-Z])?\b", text.upper())
    return match[0] if match and match[0] not in ("NONE", "N") else None


def _cik(text: str) -> str | None:
    digits = re.sub(r"\D", "", text)
    return digits.zfill(10) if digits else None
