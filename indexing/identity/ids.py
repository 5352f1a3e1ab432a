"""Names of filings by LOFin's scheme."""

import re
from pathlib import PurePath

from hirec.companies import normalize_name
from hirec.types import Identity


def filing_id(identity: Identity, file_name: str = "") -> str:
    """``AAPL_2023_10K``, ``AAPL_2023Q1_10Q``, ``AAPL_2023-02-02_8K``, ``AAPL_2023_10KA``.

    A transition report is a ``10KT``. Without a ticker the company's name stands in, upper case
    without blanks and suffixes. The filing of an unknown company is called after its file:
    ``scan 0042.pdf`` → ``SCAN_0042``.
    """
    if not identity.company and not identity.ticker:
        stem = re.sub(r"[^A-Z0-9.-]+", "_", PurePath(file_name).stem.upper()).strip("_.-")
        if stem:
            return stem
    owner = identity.ticker or normalize_name(identity.company)
    owner = re.sub(r"[^A-Z0-9]", "", owner.upper()) or "UNKNOWN"
    transition = "T" if identity.transition_from else ""
    code = identity.form.code + transition + ("A" if identity.amendment else "")
    dated = identity.form.is_dated and identity.period_end is not None
    if dated and identity.period_end is not None:
        return f"{owner}_{identity.period_end.isoformat()}_{code}"
    quarter = f"Q{identity.fiscal_quarter}" if identity.fiscal_quarter else ""
    year = str(identity.fiscal_year) if identity.fiscal_year else "UNDATED"
    return f"{owner}_{year}{quarter}_{code}"
