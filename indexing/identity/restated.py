"""Earlier years whose figures a filing restates: it, not the original, is right about them."""

import re

from hirec.periods import resolve_column
from hirec.types import Document, Form, Identity, Table

_RESTATED = re.compile(r"\b(?:as )?restated\b", re.IGNORECASE)
_STATEMENT = re.compile(
    r"balance sheets?|statements? of (?:consolidated )?(?:income|operations|earnings|cash flows"
    r"|financial position)",
    re.IGNORECASE,
)


def restated_years(document: Document, identity: Identity) -> tuple[int, ...]:
    """Fiscal years before the filing's own whose statement columns are headed "As Restated"."""
    if identity.form is not Form.ANNUAL or identity.fiscal_year is None:
        return ()
    years = {
        period.fiscal_year
        for page in document.pages
        for table in page.blocks
        if isinstance(table, Table) and _STATEMENT.search(table.caption)
        for column in table.columns
        if _RESTATED.search(column.label)
        and (period := resolve_column(column.label, table.caption, identity)) is not None
    }
    return tuple(sorted(year for year in years if year and year < identity.fiscal_year))
