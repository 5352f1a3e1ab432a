"""Earnings releases: press releases that carry no SEC cover, or ride behind that of an 8-K."""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from hirec.periods import find_date_spans, find_dates
from hirec.periods.dates import MONTH, month_number, on_month_day
from hirec.types import Document, Form
from indexing.identity.findings import Findings
from indexing.identity.fiscal import annual_period
from indexing.identity.lines import page_text

_ORDINAL = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_WHEN = (
    r"(?:first|second|third|fourth|quarter|q[1-4]\b|full[\s-]+year|year[\s-]+end|fiscal|annual"
    r"|half[\s-]year)"
)
_HEADLINE = re.compile(
    r"(?P<who>[^\n]{0,90}?)\b(?P<verb>reports?|announces?|posts?|delivers?|releases?)\b"
    rf"(?P<rest>[^.]{{0,120}}?\b{_WHEN}[^.]{{0,110}}?\b(?:results|earnings)\b)",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"([A-Z0-9][\w.&'\-]*(?:,?\s+(?:[A-Z0-9][\w.&'\-]*|of|and|the|&)){0,6})\s*"
    r"\((?:NYSE|NASDAQ|Nasdaq|AMEX|OTC\w*|TSX|LSE|ASX)(?:\s?[\w ]{0,20})?\s*:\s*"
    r"([A-Z]{1,5}(?:\.[A-Z])?)\b"
)
_TODAY = re.compile(
    r"(?:^|--|–|—|\s-\s|\)\s)\s*([A-Z][\w.&'\-]*(?:,?\s+[A-Z][\w.&'\-]*){0,5})\s+today\s+(?:announced|reported)",
    re.MULTILINE,
)
_DATELINE = re.compile(rf".*{MONTH}\s*\d\d?,?\s*(?:19|20)\d\d\W+", re.IGNORECASE | re.DOTALL)
_QUARTER = re.compile(
    r"\b(first|second|third|fourth)[\s-]+(?:fiscal\s+)?quarter|\bQ([1-4])(?![\d])", re.IGNORECASE
)
_NAMED_YEAR = re.compile(
    r"(?:quarter|fiscal|year|FY|Q[1-4])[\s,-]*(?:and\s+full[\s-]year\s+)?(?:of\s+)?(?:fiscal\s+)?"
    r"(?:year\s+)?'?((?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"\bQ([1-4])\s*(?:of\s+)?(?:FY|fiscal\s+)'?((?:20)?\d\d)\b", re.IGNORECASE)
_ENDED = re.compile(
    r"\b(?:months|weeks?|quarter|year|period|half)\W{0,3}(?:\([^)\n]{0,30}\)\s*)?ended\s+(?:on\s+)?"
    rf"({MONTH}\s*[0-3]?\d,?\s*(?:19|20)\d\d)",
    re.IGNORECASE,
)
_OFTEN = 0.4
"""A day named this often, as a share of the one named most, may close the period."""
_MONTH_DAY = re.compile(rf"\b({MONTH})\s*([0-3]?\d)\b", re.IGNORECASE)
_RESULTS_ITEM = re.compile(r"item\s*2\.02\b|results\s+of\s+operations\s+and\s+financial", re.I)


@dataclass(frozen=True, slots=True)
class _Release:
    text: str
    """The first pages of the release, folded."""
    headline: re.Match[str]


def read_release(document: Document, *, behind_cover: bool) -> Findings | None:
    """Findings of an earnings release, None where the document is none.

    Args:
        document: The filing as read.
        behind_cover: True where the filing opens with an 8-K cover; then only a release under
            "Item 2.02" counts, and the cover's name, dates and numbers stand.

    """
    release = _find(document, behind_cover=behind_cover)
    if release is None:
        return None
    released = _release_date(release)
    end = _period_end(release.text, released)
    year, quarter = _fiscal(release, end)
    company, ticker = _company(release)
    return Findings(
        source="text",
        company=company,
        form=Form.EARNINGS,
        fiscal_year=year,
        fiscal_quarter=quarter,
        period_end=end,
        filing_date=released,
        amendment=False,
        ticker=ticker,
    )


def _find(document: Document, *, behind_cover: bool) -> _Release | None:
    first = 1 if behind_cover else 0
    pages = min(len(document.pages), 8 if behind_cover else 3)
    texts = [page_text(document, position) for position in range(pages)]
    if behind_cover and not _RESULTS_ITEM.search("\n".join(texts[:3])):
        return None
    for position in range(first, pages):
        headline = _HEADLINE.search(texts[position][:1500].replace("\n", " \n"))
        flat = texts[position][:1500].replace("\n", " ")
        headline = headline or _HEADLINE.search(flat)
        if headline:
            following = (
                page_text(document, later)
                for later in range(position, min(position + 40, len(document.pages)))
            )
            return _Release("\n".join(following), headline)
    return None


def _release_date(release: _Release) -> date | None:
    """The first date of the release that does not close a period."""
    for span in find_date_spans(release.text[:2500]):
        before = release.text[max(0, span.start - 30) : span.start].lower()
        if not re.search(r"(?:ended|ending|as of|at)\s*$", before):
            return span.day
    return None


def _period_end(text: str, released: date | None) -> date | None:
    """The day the results close: the last one named by "ended" before the release."""
    ended = Counter(day for m in _ENDED.finditer(text) for day in find_dates(m[1]))
    if released is None:
        # Columns name the year before as often; of the days named often the last closes it.
        often = max(ended.values(), default=0) * _OFTEN
        return max((day for day in ended if ended[day] >= often), default=None)
    recent = [day for day in ended if 3 <= (released - day).days <= 150]
    if recent:
        return max(recent)
    text = text[:30_000]
    votes = Counter(span.day for span in find_date_spans(text))
    for match in _MONTH_DAY.finditer(text):
        for year in (released.year, released.year - 1):
            votes[on_month_day(year, month_number(match[1]), max(1, int(match[2])))] += 1
    likely = {day: n for day, n in votes.items() if 10 <= (released - day).days <= 120}
    return max(likely, key=lambda day: (likely[day], day), default=None)


def _fiscal(release: _Release, end: date | None) -> tuple[int | None, int | None]:
    """Year and quarter as the headline or the first page names them."""
    headline = release.headline["rest"]
    quarter = _quarter(headline)
    if quarter is None and re.search(r"full[\s-]+year|year[\s-]+end|annual|fiscal", headline, re.I):
        quarter = 4
    year = _NAMED_YEAR.search(headline)
    if year:
        return int(year[1]), quarter
    for match in _CODE.finditer(release.text[:4000]):
        if quarter in (None, int(match[1])):
            return 2000 + int(match[2][-2:]), int(match[1])
    plain = re.search(r"\b(20\d\d|19\d\d)\b", headline)
    if plain:
        return int(plain[1]), quarter
    if end is None:
        return None, quarter
    left = timedelta(days=round((4 - (quarter or 4)) * 91.3))
    return annual_period(release.text, end + left).year, quarter


def _quarter(text: str) -> int | None:
    match = _QUARTER.search(text)
    if match is None:
        return None
    return _ORDINAL[match[1].lower()] if match[1] else int(match[2])


def _company(release: _Release) -> tuple[str | None, str | None]:
    """The issuer as the dateline names it, else as the headline does; and its symbol."""
    listed = _LISTED.search(release.text[:6000])
    ticker = listed[2] if listed else None
    for match in (listed, _TODAY.search(release.text[:4000])):
        if match:
            name = _DATELINE.sub("", match[1]).strip(" ,-")
            if name and not name.lower().startswith(("the company", "shares")):
                return name, ticker
    who = re.sub(r"[^\w.&' -]", " ", release.headline["who"]).strip()
    return who or None, ticker
