"""The last resort: what a file's name says."""

import re
from pathlib import PurePath

from hirec.periods import find_dates
from hirec.types import Form
from indexing.identity.findings import Findings

_FORM = re.compile(
    r"(?:^|[_ -])(?P<form>10-?K(?:SB)?|10-?Q(?:SB)?|8-?K|DEF-?14A|EARNINGS)"
    r"(?P<amended>-?A)?(?![A-Za-z])",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"(?:^|[_ -])(?P<year>(?:19|20)\d\d)(?:[_ -]?Q(?P<quarter>[1-4]))?(?!\d)", re.I
)
_COMPANY = re.compile(r"[A-Za-z0-9.&]+(?:[_ -][A-Za-z0-9.&]+)*")


def read_name(name: str) -> Findings | None:
    """Findings of names such as ``RED_ROOK_2023Q1_10Q.pdf``; None where no form is named.

    What stands in front of form and period is the company, underscores and all.
    """
    stem = PurePath(name).stem
    form = _FORM.search(stem)
    if form is None:
        return None
    period = _PERIOD.search(stem)
    start = min(form.start(), period.start() if period else len(stem))
    company = _COMPANY.fullmatch(stem[:start].strip("_- "))
    days = find_dates(stem.replace("_", " "))
    kind = Form.from_code(form["form"].replace("-", "").upper().removesuffix("SB"))
    year = int(period["year"]) if period else (days[0].year if days else None)
    return Findings(
        source="name",
        company=company[0].replace("_", " ") if company and _is_name(company[0]) else None,
        form=kind,
        fiscal_year=year,
        fiscal_quarter=int(period["quarter"]) if period and period["quarter"] else None,
        period_end=days[0] if days and kind is Form.CURRENT else None,
        amendment=bool(form["amended"]),
    )


def _is_name(part: str) -> bool:
    return any(letter.isalpha() for letter in part) and len(part) > 1
