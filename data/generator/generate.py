"""Write the filings of the sample collection, byte for byte the same every time."""

from datetime import date
from pathlib import Path

from generator.collection import Draft, sample_drafts
from generator.html import write_html
from generator.layout import Pages
from generator.pdf import write_pdf
from hirec.types import Identity, SourceKind


def generate(out: Path) -> None:
    """Write all of them into a folder, which is made if missing."""
    out.mkdir(parents=True, exist_ok=True)
    for draft in sample_drafts():
        write_filing(draft, draft.pages, out)


def write_filing(draft: Draft, pages: Pages, out: Path) -> Path:
    """Write one filing in its format; returns the file's path."""
    path = out / draft.file_name
    if draft.kind is SourceKind.PDF:
        write_pdf(pages, draft.company.name, path)
    elif draft.kind is SourceKind.HTML:
        company, identity = draft.company, draft.identity
        write_html(
            pages, company.ticker.lower(), company.name, _span(draft), hidden_dei(identity), path
        )
    else:
        # As EDGAR kept filings before HTML: a line of its own is a page break.
        path.write_text("<PAGE>\n".join(pages.texts()), encoding="utf-8", newline="\n")
    return path


def _span(draft: Draft) -> tuple[date, date]:
    """First and last day that the document reports on."""
    identity, calendar = draft.identity, draft.company.calendar
    end = identity.period_end
    if end is None or identity.fiscal_year is None:
        raise ValueError(f"{draft.filing_id} has no period")
    if identity.form.reports_period:
        return calendar.year_start(identity.fiscal_year), end
    return end, end


def hidden_dei(identity: Identity) -> dict[str, str]:
    """Document facts that cover pages do not print."""
    facts = {
        "EntityCentralIndexKey": identity.cik or "",
        "AmendmentFlag": str(identity.amendment).lower(),
    }
    if identity.form.is_periodic:
        facts["DocumentFiscalYearFocus"] = str(identity.fiscal_year)
        quarter = identity.fiscal_quarter
        facts["DocumentFiscalPeriodFocus"] = f"Q{quarter}" if quarter else "FY"
    return facts
