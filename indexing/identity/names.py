"""The last resort: what a file's name says."""

import re
from pathlib import PurePath

from hirec.periods import find_dates
from hirec.types import Form
from indexing.identity.findings import Findings

_NAME = re.compile(
    r"^(?P<company>[A-Za-z][A-Za-z0-9.&-]*?)[_ ](?:(?P<year>(?:19|20)\d\d)(?:Q(?P<quarter>[1-4]))?"
    r"(?:-\d\d-\d\d)?[_ ])?(?P<form>10-?K|10-?Q|8-?K|DEF-?14A|EARNINGS)(?P<amended>A)?(?![a-z])",
    re.IGNORECASE,
)
_FORMS = {"10K": Form.ANNUAL, "10Q": Form.QUARTERLY, "8K": Form.CURRENT}
_FORMS |= {"DEF14A": Form.PROXY, "EARNINGS": Form.EARNINGS}


def read_name(name: str) -> Findings | None:
    """Findings of names such as ``AAPL_2023Q1_10Q.pdf``; None for any other name."""
    stem = PurePath(name).stem
    match = _NAME.match(stem)
    if match is None:
        return None
    days = find_dates(stem.replace("_", " "))
    form = _FORMS[match["form"].replace("-", "").upper()]
    year = int(match["year"]) if match["year"] else (days[0].year if days else None)
    return Findings(
        source="name",
        company=match["company"],
        form=form,
        fiscal_year=year,
        fiscal_quarter=int(match["quarter"]) if match["quarter"] else None,
        period_end=days[0] if days and form is Form.CURRENT else None,
        amendment=bool(match["amended"]),
        notes=("identity read from the file's name only",),
    )
