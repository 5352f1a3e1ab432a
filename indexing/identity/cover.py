"""Identity from the cover page that every SEC form prints."""

import re
from dataclasses import dataclass
from datetime import date

from hirec.periods import find_date_spans, find_dates
from hirec.periods.dates import MONTH, YEAR
from hirec.types import Alias, AliasSource, Document, Form
from indexing.identity.findings import Findings
from indexing.identity.forms import form_of
from indexing.identity.lines import page_text
from indexing.identity.registrant import read_registrant

_SEARCHED_PAGES = 60
"""Glossy annual reports put pictures and letters in front of the form's cover."""
_COVER_CHARS = 9_000

_COMMISSION = re.compile(r"securities\s*and\s*exchange\s*commission", re.IGNORECASE)
_FORM = re.compile(
    r"\bform\s*(?P<form>10\s?-\s?K(?:T|SB|405)?|10\s?-\s?Q(?:T|SB)?|8\s?-\s?K(?:12[BG]\d?)?|20-F|40-F"
    r"|6-K|11-K|10-D|10|SD|[SF]-\d{1,2}(?:ASR)?)\s?(?P<amended>/\s?A|,?\s*amendment\s+no)?"
    r"(?![\w-])",
    re.IGNORECASE,
)
_PROXY = re.compile(
    r"schedule\s*14a\b.*?(?:proxy\s+statement\s+pursuant|information\s+required\s+in\s+proxy)"
    r"|proxy\s+statement\s+pursuant\s+to\s+section\s+14",
    re.IGNORECASE | re.DOTALL,
)
_LABEL = re.compile(
    r"names?\s+of\s+(?:each\s+|the\s+)?(?:registrant|issuer|small\s+business)", re.IGNORECASE
)
_MARKS = [
    re.compile(mark, re.IGNORECASE)
    for mark in (
        r"commission\s+file",
        r"indicate\s+by\s+check|check\s+the\s+appropriate|check\s+whether",
        r"employer\s+identification|i\.?r\.?s\.?\s+(?:no|employer)",
        r"principal\s+executive\s+offices",
        r"jurisdiction\s+of\s+(?:in)?(?:corporation|organization)",
        r"date\s+of\s+(?:earliest\s+event|report)|registration\s+statement\s+under",
    )
]
"""Covers print two of these or the label; pages that cite a form print none or one."""
_FEWEST_MARKS = 2
_PERIOD = re.compile(
    r"for\s+the\s+(?:annual\s+|fiscal\s+|transition\s+|quarterly\s+|quarter\s+|interim\s+)?"
    r"(?:years?|quarters?|period)?\s*(?:ended|ending|end|from)\b:?",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"date\s+of\s+(?:earliest\s+event\s+|the\s+)?(?:report|earliest\s+event)\w*[^\n]*?"
    r"(?:\(\s*date\s+of\s+earliest\s+event\s+reported\s*\))?",
    re.IGNORECASE,
)
_DATE = rf"{MONTH}\s*\d\d?\s*,?\s*{YEAR}"
_AMENDMENT = re.compile(r"\bamendment\s+no\.?\s*\d", re.IGNORECASE)
_TRANSITION = re.compile(r"10\s?-\s?[KQ]\s?/?\s?T\b", re.IGNORECASE)
_TRANSITION_PERIOD = re.compile(
    rf"\btransition\s+period\s*(?:from|:|beginning)?\s*(?P<first>{_DATE})\s*(?:to|through|-|–|—|and\s+"
    rf"ending)\s*(?P<last>{_DATE})",
    re.IGNORECASE,
)
"""The line that all covers print, where it is filled in."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The cover's folded text, cut behind the fields, and the page it stands on."""

    page_number: int
    text: str
    form: Form
    amended: bool


def find_cover(document: Document) -> Cover | None:
    """The first page that carries an SEC form's heading, None where there is none."""
    for position in range(min(len(document.pages), _SEARCHED_PAGES)):
        text = page_text(document, position)[: 3 * _COVER_CHARS]
        commission = _COMMISSION.search(text)
        if commission is None:
            continue
        begin = max(0, commission.start() - 600)
        heading = text[begin : begin + _COVER_CHARS]
        if position + 1 < len(document.pages) and len(heading) < 1500:
            heading += "\n" + page_text(document, position + 1)[:_COVER_CHARS]
        named = _form_named(heading)
        if named is None:
            continue
        marks = sum(mark.search(heading) is not None for mark in _MARKS)
        if marks >= _FEWEST_MARKS or _LABEL.search(heading) or named[0] is Form.PROXY:
            return Cover(document.pages[position].page_number, heading, *named)
    return None


def _form_named(text: str) -> tuple[Form, bool] | None:
    form = _FORM.search(text[:4000])
    proxy = _PROXY.search(text[:3000])
    if proxy and (form is None or proxy.start() < form.start()):
        return Form.PROXY, bool(_AMENDMENT.search(text[:1500]))
    if form is None:
        return None
    kind, _ = form_of(re.sub(r"\s", "", form["form"]))
    near = text[max(0, form.start() - 150) : form.end() + 150]
    return kind, bool(form["amended"] or _AMENDMENT.search(near))


def read_cover(cover: Cover) -> Findings:
    """Fields printed on a cover page."""
    fields = read_registrant(cover.text)
    transition = _transition(cover)
    end = transition[1] if transition else _period_end(cover)
    transitional = transition or _TRANSITION.search(cover.text[:2500])
    event = cover.form.is_event
    return Findings(
        source="cover",
        form=cover.form,
        fiscal_year=end.year if event and end else None,
        period_end=end,
        amendment=cover.amended,
        ticker=fields.symbols[0] if fields.symbols else None,
        cik=fields.cik,
        ein=fields.ein,
        file_number=fields.file_number,
        former_name=fields.former_name,
        aliases=tuple(Alias(symbol, AliasSource.SYMBOL) for symbol in fields.symbols) or None,
        transition_from=transition[0] if transition else None,
        notes=("transition report",) if transitional else (),
    )


def _period_end(cover: Cover) -> date | None:
    if cover.form is Form.CURRENT:
        return _report_date(cover.text)
    if cover.form is Form.PROXY:
        return None
    if cover.form is Form.OTHER:
        days = find_dates(cover.text[:1500])
        return days[0] if days else None
    for match in _PERIOD.finditer(cover.text):
        following = cover.text[match.end() : match.end() + 70]
        days = find_dates(following)
        if days:
            return days[-1] if match[0].lower().rstrip(":").endswith("from") else days[0]
    return None


def _transition(cover: Cover) -> tuple[date, date] | None:
    """First and last day of a periodic report's transition period."""
    match = _TRANSITION_PERIOD.search(cover.text)
    if match is None or not cover.form.is_periodic:
        return None
    days = find_dates(f"{match['first']}; {match['last']}")
    return (days[0], days[1]) if len(days) == 2 and days[0] < days[1] else None


def _report_date(text: str) -> date | None:
    """Date of report: behind its label, in front of it, or the first date of the cover."""
    label = _REPORTED.search(text)
    if label is None:
        days = find_dates(text[:2500])
        return days[0] if days else None
    behind = find_date_spans(text[label.end() : label.end() + 110])
    before = find_date_spans(text[max(0, label.start() - 60) : label.start()])
    if before and (not behind or behind[0].start > 60):
        return before[-1].day
    return behind[0].day if behind else None
