"""The reported period and the form as a filing's text shows them, cover or not."""

import calendar
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from hirec.periods import find_dates
from hirec.periods.dates import MONTH, YEAR
from hirec.types import Form
from indexing.identity.findings import Findings
from indexing.identity.lines import lowered

_READ_CHARS = 150_000
"""Filings name their own form in the introduction and in the first Items."""
_REPORT = re.compile(
    r"\bthis\s+(?P<kind>annual|quarterly|transition|current)\s+report\b"
    r"|\bthis\s+(?:transition\s+report\s+on\s+)?form\s+(?P<form>10-?\s?[KQ]|8-?\s?K)"
    r"|\breviewed\s+this\s+(?:annual\s+|quarterly\s+)?report\s+on\s+form\s+(?P<signed>10-?\s?[KQ])",
    re.IGNORECASE,
)
_KINDS = {"annual": Form.ANNUAL, "quarterly": Form.QUARTERLY, "current": Form.CURRENT}
_CONTENT = {
    Form.CURRENT: re.compile(r"\bitem\s+[1-9]\.\d\d\b", re.IGNORECASE),
    Form.PROXY: re.compile(r"\bannual\s+(?:general\s+)?meeting\s+of\b", re.IGNORECASE),
    Form.EARNINGS: re.compile(
        r"\bconference\s+call\b|\bwebcast\b|\bnon-gaap\b|\bdiluted\b|\boutlook\b", re.IGNORECASE
    ),
}
"""What only such a filing is made of, where forms do not name themselves in their text."""
_DATE = rf"{MONTH}\s*[0-3]?\d\s*,?\s*{YEAR}"
_ENDED = re.compile(rf"ended ?:? ?({_DATE})")
"""In lowered text; it begins with letters, so that other places are passed over at once."""
_SPANS = {
    Form.ANNUAL: ("year", "years"),
    Form.QUARTERLY: ("months", "weeks", "quarter", "quarters", "period"),
}
_SPAN_CHARS = 10
_OFTEN = 0.4
"""Of the days named this often, as a share of the one named most, the last closes the period."""
_LEAST = 3
_MAJORITY = 0.8
"""Share of its own references from which a text without a cover tells its form."""


def own_form(text: str, drafted: Form | None) -> Findings:
    """The form the text calls itself most often, else the drafted one where its content shows."""
    votes: Counter[Form] = Counter()
    content = _CONTENT.get(drafted) if drafted else None
    if content is not None and drafted is not None:
        return Findings(source="body", form=drafted if content.search(text) else None)
    for match in _REPORT.finditer(text, 0, _READ_CHARS):
        code = re.sub(r"\W", "", match["form"] or match["signed"] or "").upper()
        named = Form.from_code(code) or _KINDS.get((match["kind"] or "").lower())
        if named is not None:
            votes[named] += 1
    most = votes.most_common(1)
    if drafted is None and (not most or most[0][1] < max(_LEAST, _MAJORITY * votes.total())):
        return Findings(source="body")
    return Findings(source="body", form=most[0][0] if most else None)


def closing_day(text: str, form: Form) -> Findings:
    """The day on which the statements of a periodic report close, as their headings say."""
    spans = _SPANS.get(form, ())
    ended: Counter[date] = Counter()
    plain = lowered(text)
    for match in _ENDED.finditer(plain) if spans else ():
        if plain[max(0, match.start() - _SPAN_CHARS) : match.start()].rstrip().endswith(spans):
            ended.update(find_dates(match[1]))
    often = max(_LEAST, max(ended.values(), default=0) * _OFTEN)
    last = max((day for day, count in ended.items() if count >= often), default=None)
    return Findings(source="statements", period_end=last)


def days_printed(text: str, form: Form, end: date | None, filed: date | None) -> Iterator[Findings]:
    """Whether the days found elsewhere are printed in the text as often as such days are.

    Args:
        text: The filing's folded text.
        form: A current report has to print the period's end twice, a periodic one three times.
        end: Last day of the period, as found elsewhere.
        filed: Filing date, as found elsewhere.

    """
    often = 2 if form in (Form.CURRENT, Form.OTHER, Form.UNKNOWN) else _LEAST
    if end is not None and _printed(end, text, often):
        yield Findings(source="body", period_end=end)
    if filed is not None and _printed(filed, text, 2):
        yield Findings(source="body", filing_date=filed)


def _printed(day: date, text: str, times: int) -> bool:
    month = calendar.month_name[day.month]
    names = f"{month}|{month.upper()}|{month[:3]}\\.?"
    pattern = rf"(?:{names})\s*0?{day.day}(?:st|nd|rd|th)?,?\s*{day.year}\b"
    return len(list(itertools.islice(re.finditer(pattern, text), times))) == times
