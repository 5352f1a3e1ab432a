"""Places of a filing that confirm its identity without having made it."""

import calendar
import itertools
import re
from collections.abc import Iterator
from datetime import date

from hirec.types import Document, Form, Identity
from indexing.identity.filed import signature_date
from indexing.identity.findings import Findings

_OFTEN = 3
"""Times a name or a day is printed from which on the cover is not its only place."""
_READ_CHARS = 150_000
"""Filings name their own form in the introduction and in the first Items."""
_REPORT = re.compile(
    r"\bthis\s+(?P<kind>annual|quarterly|transition|current)\s+report\b"
    r"|\bthis\s+(?:transition\s+report\s+on\s+)?form\s+(?P<form>10-?\s?[KQ]|8-?\s?K)",
    re.IGNORECASE,
)
_KINDS = {"annual": Form.ANNUAL, "quarterly": Form.QUARTERLY, "current": Form.CURRENT}
_CODES = {"10K": Form.ANNUAL, "10Q": Form.QUARTERLY, "8K": Form.CURRENT}
_CONTENT = {
    Form.CURRENT: re.compile(r"\bitem\s+[1-9]\.\d\d\b", re.IGNORECASE),
    Form.PROXY: re.compile(r"\bannual\s+(?:general\s+)?meeting\s+of\b", re.IGNORECASE),
    Form.EARNINGS: re.compile(
        r"\bconference\s+call\b|\bwebcast\b|\bnon-gaap\b|\bdiluted\b|\boutlook\b", re.IGNORECASE
    ),
}
"""What only such a filing is made of, where forms do not name themselves in their text."""


def confirmations(document: Document, identity: Identity, text: str) -> Iterator[Findings]:
    """What the body and the signatures say of the fields that the identity has.

    A place that does not confirm a field is no place against it, but for the form, which a
    filing often names: texts name many companies and days, and filings are signed days before
    they are filed.
    """
    named = _names_itself(identity.company, text)
    day, filed = identity.period_end, identity.filing_date
    often = 2 if identity.form in (Form.CURRENT, Form.OTHER) else _OFTEN
    yield Findings(
        source="body",
        company=identity.company if named else None,
        form=_form(identity.form, text),
        period_end=day if day and _printed(day, text, often) else None,
        filing_date=filed if filed and _printed(filed, text, 2) else None,
    )
    if filed is not None and identity.sources.get("filing_date") != "text":
        signed = signature_date(document, identity)
        yield Findings(source="signature", filing_date=signed if signed == filed else None)


def _names_itself(company: str, text: str) -> bool:
    name = r"\W+".join(map(re.escape, re.findall(r"\w+", company)))
    return bool(name) and _found(rf"(?i:\b{name}\b)", text, _OFTEN)


def _found(pattern: str, text: str, times: int) -> bool:
    """Whether a pattern is found so often; looks no further than it must."""
    return len(list(itertools.islice(re.finditer(pattern, text), times))) == times


def _form(form: Form, text: str) -> Form | None:
    """The form the text calls itself most often, else the form whose usual content it has."""
    content = _CONTENT.get(form)
    if content is not None:
        return form if content.search(text) else None
    votes: dict[Form, int] = {}
    for match in _REPORT.finditer(text, 0, _READ_CHARS):
        code = re.sub(r"\W", "", match["form"] or "").upper()
        named = _CODES.get(code) or _KINDS.get((match["kind"] or "").lower())
        if named is not None:
            votes[named] = votes.get(named, 0) + 1
    return max(votes, key=lambda named: votes[named], default=None)


def _printed(day: date, text: str, times: int) -> bool:
    month = calendar.month_name[day.month]
    names = f"{month}|{month.upper()}|{month[:3]}\\.?"
    return _found(rf"(?:{names})\s*0?{day.day}(?:st|nd|rd|th)?,?\s*{day.year}\b", text, times)
