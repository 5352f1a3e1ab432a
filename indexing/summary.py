"""Cover summaries: the few words of a filing that tell it from its look-alikes."""

import re
from collections.abc import Sequence

from hirec.companies import well_cased
from hirec.companies.parts import brands_line, parts_line
from hirec.periods.dates import ORDINALS
from hirec.types import UNKNOWN_COMPANY, Document, Form, Identity
from indexing.identity.cover import find_cover
from indexing.identity.lines import fold, page_text
from indexing.part_names import brand_names, part_names

_MAX_WORDS = 210
_HEAD_WORDS = 48
_STATE = re.compile(
    r"\n([A-Z][A-Za-z. ]{3,28}?)[\s\d-]*\(?(?:state|jurisdiction)\b",
    re.IGNORECASE,
)
_EXCHANGE = re.compile(
    r"new york stock exchange|nasdaq(?: global select market| stock market)?|nyse american",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?m)^\s*item\s*(\d\.\d\d)\.?\s*[-–—:]?\s*([^\n]{3,200})", re.IGNORECASE)


def summarize(document: Document, identity: Identity) -> str:
    """Summary of a filing's cover, under 220 words; its first line is the identity line.

    Form, period in several spellings; for event filings the items reported and the first words of
    each, for releases the headline and what follows. The first 48 of these words are a paragraph of
    their own, which :func:`embedded_part` takes; the registrant's numbers, its market and the rest
    are for the search by words.
    """
    lines = [identity.title(), _sentence(identity)]
    if identity.form is Form.CURRENT:
        lines += _items(document)
    elif identity.form is Form.EARNINGS:
        lines.append(_opening(document))
    elif identity.form.is_event:
        lines.append(_opening(document, 500))
    head, rest = _split(lines, _HEAD_WORDS)
    told = [*_registration(document, identity), *_businesses(document, identity)]
    tail, _ = _split([*told, *rest], _MAX_WORDS - _HEAD_WORDS)
    return "\n".join([*head, "", *tail]).rstrip()


def _sentence(identity: Identity) -> str:
    """Who, what and when in words, with the spellings that questions use."""
    name = well_cased(identity.company) or UNKNOWN_COMPANY
    also = [identity.former_name and f"formerly {identity.former_name}"]
    also.append(identity.ticker and f"ticker {identity.ticker}")
    names = ", ".join([name, *(part for part in also if part)])
    form = identity.form.value + ("/A (amendment)" if identity.amendment else "")
    text = f"{names}: {form}, {identity.form.words}"
    end = identity.period_end
    if end is not None and identity.form.is_event:
        kind = "meeting on" if identity.form is Form.PROXY else "dated"
        return f"{text} {kind} {end:%B} {end.day}, {end.year} ({end.isoformat()})."
    if identity.fiscal_year is not None:
        text += " for " + _period_words(identity.fiscal_year, identity.fiscal_quarter)
    if end is not None:
        text += f", period ended {end:%B} {end.day}, {end.year}"
    return text + "."


def _period_words(year: int, quarter: int | None) -> str:
    if quarter is None:
        return f"fiscal year {year} (FY{year}, FY{year % 100:02d})"
    words = f"the {ORDINALS[quarter - 1]} quarter of fiscal {year} (Q{quarter} FY{year}, "
    return words + f"{year}Q{quarter}, Q{quarter} {year})"


def _registration(document: Document, identity: Identity) -> list[str]:
    """State of incorporation, market and numbers, as far as the cover shows them."""
    cover = find_cover(document)
    text = cover.text if cover is not None else ""
    state = document.dei.get("EntityIncorporationStateCountryCode", "")
    if not state:
        found = _STATE.search(text)
        state = found[1].strip() if found else ""
    market = _EXCHANGE.search(text)
    parts = [f"incorporated in {state}" if state else ""]
    parts.append(f"listed on {well_cased(market[0])}" if market else "")
    parts.append(f"CIK {identity.cik}" if identity.cik else "")
    parts.append(f"Commission file number {identity.file_number}" if identity.file_number else "")
    parts.append(f"filed {identity.filing_date.isoformat()}" if identity.filing_date else "")
    line = "; ".join(part for part in parts if part)
    return [line[0].upper() + line[1:] + "."] if line else []


def _businesses(document: Document, identity: Identity) -> list[str]:
    """The line of a periodic report's segments, which questions may name in its place."""
    if identity.form not in (Form.ANNUAL, Form.QUARTERLY):
        return []
    names = part_names(document)
    brands = brand_names(document, (*names, identity.company))
    return [line for line in (parts_line(names), brands_line(brands)) if line]


def _items(document: Document) -> list[str]:
    """Items of an 8-K with the first words under each."""
    text = "\n".join(page_text(document, i) for i in range(min(len(document.pages), 5)))
    found = list(_ITEM.finditer(text))
    lines: list[str] = []
    for position, item in enumerate(found[:5]):
        end = found[position + 1].start() if position + 1 < len(found) else len(text)
        words = text[item.end() : end].split()
        limit = 60 if len(found) < 3 else 30
        lines.append(f"Item {item[1]} {item[2].strip()}: {' '.join(words[:limit])}")
    return lines


def _opening(document: Document, limit: int = 900) -> str:
    """First words of the document proper, without the cover's boilerplate."""
    for page in document.pages[:4]:
        text = fold(page.text)
        if len(text) > 200 and "commission" not in text[:300].lower():
            return text[:limit].replace("\n", " ")
    return ""


def _split(lines: Sequence[str], limit: int) -> tuple[list[str], list[str]]:
    """So many words of the lines, and what is left of them."""
    first: list[str] = []
    rest: list[str] = []
    left = limit
    for line in lines:
        words = line.split()
        for part, kept in ((words[:left], first), (words[left:], rest)):
            if part:
                kept.append(" ".join(part))
        left = max(0, left - len(words))
    return first, rest
