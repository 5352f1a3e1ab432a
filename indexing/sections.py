"""Where in a filing a page stands: Item, Note or statement, and the heading below it."""

import re
from dataclasses import dataclass

from hirec.periods.dates import MONTH_NAMES
from hirec.types import Page, TextBlock

_ITEM = re.compile(
    r"(?:part\s+i{1,3}v?\b[\s,.–—-]*)?(item\s+\d{1,2}(?:[a-c]|\.\d{2})?)\b[\s.:|–—-]*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_NOTE = re.compile(r"(note\s+\d{1,2}[a-z]?)\b\.?\s*[:|–—-]*\s*(.*)", re.IGNORECASE | re.DOTALL)
_EXHIBIT = re.compile(
    r"(exhibit\s+\d{1,3}(?:\.\d{1,3}|\([a-z]+\))*)\b[\s.:|–—-]*(.*)", re.IGNORECASE
)
_NUMBERED = re.compile(r"(\d{1,2})\.\s+([A-Z][^.]{3,100}\.?)")
_STATEMENT = re.compile(
    r"(?:(?:condensed|consolidated|interim|unaudited|combined)\s+){0,3}"
    r"(?:(?:balance\s+sheets?|statements?\s+of\s+(?:\w+[\s,]+){0,4}?(?:income|operations|earnings|loss|"
    r"cash\s+flows?|(?:financial\s+)?(?:position|condition)|(?:share|stock)(?:hold|own)ers['’]?s?['’]?"
    r"\s+(?:equity|investment|deficit)|(?:changes\s+in\s+)?equity)(?:\s*\([^)]*\))?)"
    r"|(?:income|cash\s+flows?|earnings)\s+statements?)"
    r"(?:\s+and\s+comprehensive\s+(?:income|loss))?(?:\s*\((?:loss|deficit|unaudited|continued)\))*",
    re.IGNORECASE,
)
_CONTINUED = re.compile(r"[\s,–—-]*\(?\bcont(?:inued|['’]d|\.)\)?\.?\s*$", re.IGNORECASE)
_ENDS_IN_PAGE = re.compile(r"(?:[\s.|]|\b)[FSA]?-?\d{1,3}\s*$")
_PASSED_OVER = re.compile(
    r"table\s+of\s+contents|index|notes\s+to\b.*|\(?unaudited\)?|part\s+[iv]+\b.*|\W*continued\W*"
    rf"|form\s+10-?[kq].*|(?:{MONTH_NAMES})\b.*\d{{4}}"
    r"|signatures?|[\W\d]*|united\s+states.*|\(exact\s+name.*"
    r"|securities\s+(?:and\s+exchange\s+commission|registered).*|washington,.*"
    r"|documents\s+incorporated.*|(?:see|the)\s+accompanying.*",
    re.IGNORECASE | re.DOTALL,
)
_MAJOR_CHARS = 110
_MINOR_CHARS = 80
_HEADING_CHARS = 160
_ITEMS_OF_A_CONTENTS = 8


@dataclass(frozen=True, slots=True)
class Section:
    """Path of headings: item, note or statement, heading below; empty where there is none."""

    item: str = ""
    part: str = ""
    """Note or statement."""
    heading: str = ""

    @property
    def path(self) -> str:
        """``Item 8 > Note 5 Leases > Lease cost``; the item's title only where no note is open."""
        item = " ".join(self.item.split()[:2]) if self.part else self.item
        return " > ".join(step for step in (item, self.part, self.heading) if step)

    def same_part(self, other: "Section") -> bool:
        """True where only the lowest heading differs."""
        return (self.item, self.part) == (other.item, other.part)


class SectionTracker:
    """Follows the headings of a filing from its first page to its last."""

    def __init__(self, company: str) -> None:
        self._company = _letters(company)
        self._section = Section()
        self._bare = ""

    def follow(self, page: Page) -> list[Section]:
        """The section in which each block of the page stands; pages must come in order."""
        if is_contents(page):
            return [Section(heading="Table of contents")] * len(page.blocks)
        found: list[Section] = []
        for block in page.blocks:
            if isinstance(block, TextBlock):
                self._section = self._after(block)
            elif caption := _statement(block.caption):
                self._section = Section(self._section.item, caption)
            found.append(self._section)
        return found

    def _after(self, block: TextBlock) -> Section:
        text = ""
        if len(block.text) <= 2 * _HEADING_CHARS:
            text = _CONTINUED.sub("", " ".join(block.text.split()))
        if not text or len(text) > _HEADING_CHARS:
            self._bare = ""
            return self._section
        bare, self._bare = self._bare, ""
        if bare and block.heading and not _ITEM.fullmatch(text) and not _NOTE.fullmatch(text):
            return self._titled(bare, text)
        return self._marked(text, block) or self._lower(text, block)

    def _marked(self, text: str, block: TextBlock) -> Section | None:
        """The section that an Item, Note or statement heading opens."""
        now = self._section
        if item := _ITEM.fullmatch(text):
            if _is_title(item[2], block.heading):
                self._bare = "" if item[2] else item[1]
                return _keep(now, Section(_label(item[1], item[2])))
        elif note := _NOTE.fullmatch(text):
            if _is_title(note[2], block.heading):
                self._bare = "" if note[2] else note[1]
                return _keep(now, Section(now.item, _label(note[1], note[2])))
        elif block.heading and (numbered := _NUMBERED.fullmatch(text)) and _in_notes(now):
            return _keep(now, Section(now.item, _label(f"Note {numbered[1]}", numbered[2])))
        elif block.heading and (exhibit := _EXHIBIT.fullmatch(text)):
            return _keep(now, Section(_label(exhibit[1], exhibit[2])))
        elif statement := _statement(text):
            return _keep(now, Section(now.item, statement))
        return None

    def _titled(self, bare: str, title: str) -> Section:
        """The title that stands in a block of its own after ``Item 7.``."""
        if bare.lower().startswith("item"):
            return Section(_label(bare, title))
        return Section(self._section.item, _label(bare, title))

    def _lower(self, text: str, block: TextBlock) -> Section:
        if not block.heading or len(text) > _MINOR_CHARS or _PASSED_OVER.fullmatch(text):
            return self._section
        if _letters(text) in self._company or self._is_name(text):
            return self._section
        return Section(self._section.item, self._section.part, text.rstrip(":. "))

    def _is_name(self, text: str) -> bool:
        return len(self._company) > 3 and self._company[:12] in _letters(text)


def is_contents(page: Page) -> bool:
    """True for a table of contents: eight or more items listed with hardly any prose."""
    text = page.text
    if text.lower().count("item") < _ITEMS_OF_A_CONTENTS:
        return False
    lines = [line for line in text.splitlines() if line.strip()]
    items = sum(bool(re.match(r"[\s|]*item\s+\d", line, re.IGNORECASE)) for line in lines)
    prose = sum(len(line) > 300 for line in lines)
    return items >= _ITEMS_OF_A_CONTENTS and prose * 3 < items


def _keep(now: Section, new: Section) -> Section:
    """A heading repeated at the top of the next page does not end what stands below it."""
    return now if now.same_part(new) else new


def _is_title(text: str, heading: bool) -> bool:
    if _ENDS_IN_PAGE.search(text) and not heading:
        return False
    if heading:
        return True
    return len(text) <= 90 and not re.search(r"[,;]$|\b(?:of|in|to|and|see)\s*$|\.\s+\w", text)


def _statement(text: str) -> str:
    """A primary statement's title without brackets, or empty."""
    text = text if len(text) > _HEADING_CHARS else _CONTINUED.sub("", text.strip())
    if len(text) > _HEADING_CHARS or not _STATEMENT.fullmatch(text):
        return ""
    return re.sub(r"\s*\(unaudited\)", "", text, flags=re.IGNORECASE)[:_MAJOR_CHARS].strip()


def _label(mark: str, title: str) -> str:
    word, number = mark.split()
    mark = f"{word.capitalize()} {number.upper()}"
    title = title.strip(" .|–—-:")
    return f"{mark} {title}"[:_MAJOR_CHARS].strip()


def _in_notes(section: Section) -> bool:
    return (
        section.part.lower().startswith("note")
        or bool(_statement(section.part))
        or (re.match(r"item\s+[18]\b", section.item.lower()) is not None)
    )


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
