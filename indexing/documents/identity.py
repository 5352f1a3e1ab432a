"""Whose document a file is: title, parties and date, as its first page prints them."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import PurePath

from hirec.periods.dates import find_dates
from hirec.types import Document, Form, Identity, TextBlock
from indexing.documents.headings import file_words, is_heading

_OPENING_CHARS = 3000
_TITLE_LINES = 12
_LONGEST_TITLE = 140
_MOST_PARTIES = 6
_KINDS = re.compile(
    r"\b(?:agreements?|contract|polic(?:y|ies)|terms|deed|undertaking|licen[cs]e|addendum|notice"
    r"|statement|memorandum|guidelines|code|conduct|lease|charter|bylaws|covenant|plan|declaration"
    r"|certificate|amendment)\b",
    re.IGNORECASE,
)
_NAME = (
    r"(?:[A-Z]|\d+[A-Za-z])[\w&'’.\-]*"
    r"(?:,? (?:(?:of|the|for|and|&|de|von) ){0,2}[A-Z0-9][\w&'’.\-]*){0,7}"
)
_BETWEEN = re.compile(
    rf"\b(?:between|BETWEEN|Between)\b[\s:]*(?:\(?\d\)?\s*)?(?:the\s+)?(?P<one>{_NAME})"
)
_AND = re.compile(rf"(?:\band|\bAND|&)[\s:,-]+(?:\(?\d\)?\s*)?(?:the\s+)?(?P<name>{_NAME})")
_INCORPORATED = re.compile(
    rf"(?P<name>{_NAME},? (?:Inc|INC|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|GmbH|Corp|Corporation|Co"
    r"|Company|LLP|LP|PLC|plc|B\.V|S\.A|AG|AB|Oy|University|Association|Foundation|Institute)\b\.?)"
)
_DEFINED = re.compile(
    r"\(\s*(?:the|hereinafter|hereafter|referred to as|collectively|together|,|\s)*[\"“”‘']"
    r"\s*(?P<name>[A-Z][\w&'’.\- ]{1,40}?)[\"“”’']"
)
_ROLES = re.compile(
    r"\b(?:part(?:y|ies)|agreements?|company|companies|recipient|disclos\w+|receiv\w+|discloser"
    r"|information|effective|date|purpose|services?|site|app|customer|client|supplier|vendor"
    r"|employee|employer|buyer|seller|broker|owner|contractor|consultant|policy|terms|business"
    r"|transaction|project|representatives?|affiliates?|user|you|we|us|our|this|confidential\w*"
    r"|name|address|licen[cs]\w+|undersigned|whereas|non|disclosure|state|law)\b",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\b(?:effective|dated|entered into|as of|last (?:updated|modified|revised)|made (?:and|on)"
    r"|updated|revised|version)\b[^\n]{0,80}",
    re.IGNORECASE,
)


def identify(document: Document) -> Identity:
    """Title, parties and date of a document; its file's name where it prints no title."""
    opening = _opening(document)
    printed = _title(document)
    day = _date(opening)
    sources = {"document_title": "text" if printed else "name"}
    if day:
        sources["period_end"] = "text"
    return Identity(
        company="",
        form=Form.UNKNOWN,
        period_end=day,
        document_title=printed or file_words(document.name) or document.name,
        parties=tuple(_parties(opening)),
        sources=sources,
    )


def document_id(identity: Identity, name: str) -> str:
    """The file's name without folder and ending, other characters than ``A-Za-z0-9.-`` as ``_``."""
    del identity
    stem = re.sub(r"[^A-Za-z0-9.-]+", "_", PurePath(name).stem).strip("_.-")
    return stem[:120].rstrip("_.-") or "document"


def _opening(document: Document) -> str:
    text = ""
    for page in document.pages[:3]:
        text += page.text + "\n"
        if len(text) >= _OPENING_CHARS:
            break
    return text[:_OPENING_CHARS]


def _title(document: Document) -> str:
    """The first heading that names a kind of document; empty where none of the first lines does."""
    blocks = (block for page in document.pages[:2] for block in page.blocks)
    lines = [
        line.strip()
        for block in blocks
        if isinstance(block, TextBlock)
        for line in block.text.splitlines()[:_TITLE_LINES]
        if line.strip()
    ][:_TITLE_LINES]
    for line in lines:
        stated = " ".join(re.sub(r"\(?[\"“][^\"”]*[\"”]\)?", "", line).split())
        if len(stated) <= _LONGEST_TITLE and _KINDS.search(stated) and is_heading(stated[:90]):
            return stated
    return ""


def _parties(opening: str) -> Iterator[str]:
    """Names after "between", with a legal form, or defined in brackets; roles are no names."""
    found: list[str] = []
    if between := _BETWEEN.search(opening):
        found.append(between["one"])
        if other := _AND.search(opening, between.end(), between.end() + 500):
            found.append(other["name"])
    found += [match["name"] for match in _INCORPORATED.finditer(opening)]
    found += [match["name"] for match in _DEFINED.finditer(opening)]
    names = dict.fromkeys(filter(None, map(_as_name, found)))
    yield from list(names)[:_MOST_PARTIES]


def _as_name(text: str) -> str:
    """A name on one line; empty where nothing but roles and the like is left."""
    stated = " ".join(text.split()).strip(" .,;:-’'")
    rest = re.sub(r"[\W\d_]+", "", _ROLES.sub("", stated))
    return stated if len(rest) > 1 and len(stated) <= 80 else ""


def _date(opening: str) -> date | None:
    """The day it was made or took effect."""
    for stated in _DATED.finditer(opening):
        if days := find_dates(stated[0]):
            return days[0]
    return None
