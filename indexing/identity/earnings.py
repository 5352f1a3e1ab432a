"""Earnings releases: press releases that carry no SEC cover, or ride behind that of an 8-K."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from hirec.periods import find_date_spans, find_dates
from hirec.periods.dates import MONTH, ORDINALS, month_number, on_month_day
from hirec.types import Document, Form
from indexing.identity.evidence import weigh_field
from indexing.identity.findings import Findings
from indexing.identity.fiscal import annual_findings
from indexing.identity.lines import page_text
from indexing.identity.spelling import NAME, tidy

_WHEN = (
    r"(?:first|second|third|fourth|quarter|q[1-4]\b|full[\s-]+year|year[\s-]+end|fiscal|annual"
    r"|half[\s-]year)"
)
_HEADLINE = re.compile(
    r"(?P<who>[^\n]{0,90}?)\b(?P<verb>reports?|announces?|posts?|delivers?"
    r"|(?<!news )(?<!press )(?<!earnings )(?<!immediate )releases?)\b"
    rf"(?P<rest>[^.]{{0,120}}?\b{_WHEN}[^.]{{0,110}}?\b(?:results|earnings|net\s+(?:income|loss))\b)",
    re.IGNORECASE,
)
_MARKET = r"(?:NYSE|NASDAQ|AMEX|OTC\w*|TSX|LSE|ASX|CBOE|BATS|New York Stock Exchange)"
_LISTED = re.compile(
    rf"(?P<name>{NAME})\s*[(\[]\s*(?i:{_MARKET})(?:[\s/]?[\w ]{{0,20}}?)?\s*:\s*"
    r"(?P<symbol>[A-Z]{1,5}(?:[.-][A-Z])?)\b"
)
_TODAY = re.compile(
    rf"(?:^|--|–|—|\s-\s|\)\s)\s*(?P<name>{NAME})(?:,?\s*\([^()]{{2,60}}\))?,?\s+"
    r"(?:today\s+(?:announced|reported|announces|reports)|(?:announced|reported)\s+today)",
    re.MULTILINE,
)
_TOLD = re.compile(
    r"\b(?:today\s+(?:announced|reported|announces|reports)"
    r"|(?:announced|reported|announces|reports)(?:\s+today)?)\b"
    rf"[^.]{{0,160}}?\b(?:results|earnings|net\s+(?:income|loss|sales))\b[^.]{{0,60}}?\b{_WHEN}"
    rf"|\b(?:announced|reported|announces|reports)\b[^.]{{0,160}}?\b{_WHEN}[^.]{{0,120}}?"
    r"\b(?:results|earnings)\b",
    re.IGNORECASE,
)
"""Results that the first sentence tells of, where no headline does."""
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
_OPENING_CHARS = 1500
_SENTENCE_CHARS = 60
_PRESS = re.compile(
    r"\b(?:news|press|media|immediate|earnings)\s+release\b|business\s*wire|newswire"
    r"|\bconference\s+call\b|\bwebcast\b",
    re.IGNORECASE,
)
"""What releases say at their beginning; other reports have headings like their headlines."""
_PRESS_CHARS = 4000
_OFTEN = 0.4
"""A day named this often, as a share of the one named most, may close the period."""
_MONTH_DAY = re.compile(rf"\b({MONTH})\s*([0-3]?\d)\b", re.IGNORECASE)
_RESULTS_ITEM = re.compile(r"item\s*2\.02\b|results\s+of\s+operations\s+and\s+financial", re.I)


@dataclass(frozen=True, slots=True)
class _Release:
    text: str
    """The first pages of the release, folded."""
    who: str
    """What stands in front of the headline's verb."""
    rest: str
    """What stands behind it: the period and the word "results"."""


def read_release(document: Document, *, behind_cover: bool) -> list[Findings]:
    """Findings of an earnings release, empty where the document is none.

    Args:
        document: The filing as read.
        behind_cover: True where the filing opens with an 8-K cover; then only a release under
            "Item 2.02" counts.

    """
    release = _find(document, behind_cover=behind_cover)
    if release is None:
        return []
    released = _release_date(release)
    end = _period_end(release.text, released)
    year, quarter = _fiscal(release, end)
    listed = _LISTED.search(release.text[:6000])
    opening = release.text[:_PRESS_CHARS]
    press = behind_cover or listed or _TODAY.search(opening) or _PRESS.search(opening)
    stated = Findings(
        source="release" if press else "headline",
        form=Form.EARNINGS,
        fiscal_year=year,
        fiscal_quarter=quarter,
        period_end=end,
        filing_date=None if behind_cover else released,
        amendment=False,
        ticker=listed["symbol"] if listed else None,
    )
    return [stated, *_issuers(release, listed)]


def _find(document: Document, *, behind_cover: bool) -> _Release | None:
    first = 1 if behind_cover else 0
    pages = min(len(document.pages), 8 if behind_cover else 3)
    texts = [page_text(document, position) for position in range(pages)]
    if behind_cover and not _RESULTS_ITEM.search("\n".join(texts[:3])):
        return None
    for find in (_headline, _first_sentence):
        for position in range(first, pages):
            statement = find(texts[position])
            if statement is not None:
                last = min(position + 40, len(document.pages))
                following = (page_text(document, later) for later in range(position, last))
                return _Release("\n".join(following), *statement)
    return None


def _headline(page: str) -> tuple[str, str] | None:
    opening = page[:_OPENING_CHARS]
    match = _HEADLINE.search(opening.replace("\n", " \n"))
    match = match or _HEADLINE.search(opening.replace("\n", " "))
    return (match["who"], match["rest"]) if match else None


def _first_sentence(page: str) -> tuple[str, str] | None:
    opening = page[:_OPENING_CHARS].replace("\n", " ")
    match = _TOLD.search(opening)
    return ("", opening[match.start() : match.end() + _SENTENCE_CHARS]) if match else None


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
    headline = release.rest
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
    named = weigh_field("fiscal_year", annual_findings(release.text, end + left))
    return (int(named.candidates[0].value) if named else None), quarter


def _quarter(text: str) -> int | None:
    match = _QUARTER.search(text)
    if match is None:
        return None
    return ORDINALS.index(match[1].lower()) + 1 if match[1] else int(match[2])


def _issuers(release: _Release, listed: re.Match[str] | None) -> Iterator[Findings]:
    """The issuer as ticker line, dateline and headline name it."""
    today = _TODAY.search(release.text[:4000])
    who = re.sub(r"[^\w.&' !-]", " ", release.who)
    statement = {
        "ticker line": listed["name"] if listed else "",
        "dateline": today["name"] if today else "",
        "headline": who.rpartition("  ")[2] or who,
    }
    for place, raw in statement.items():
        name = tidy(_DATELINE.sub("", raw.replace("\n", " ")))
        if name:
            yield Findings(source=place, company=name)
