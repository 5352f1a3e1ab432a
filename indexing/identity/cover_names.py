"""Names that a form's cover prints where the registrant's name is expected."""

import re
from collections.abc import Iterable, Iterator

from indexing.identity.findings import Findings
from indexing.identity.spelling import NAME, has_legal_form, is_telling, name_key, tidy, unspaced

_LABEL = re.compile(
    r"\(?\s*exact\s+names?\s+of\s+(?:each\s+|the\s+)?"
    r"(?:registrants?|issuers?|small\s+business|compan)"
    r"|\(?\s*names?\s+of\s+(?:each\s+|the\s+)?(?:registrants?|small\s+business\s+issuer)\s+"
    r"(?:as\s+specified|in\s+its)",
    re.IGNORECASE,
)
_LABEL_END = re.compile(
    r"[^\n)]{0,60}?(?:charters?|articles(?:\s+of\s+incorporation)?|constitution|documents?)"
    r"\s*\)?[ :.]*",
    re.IGNORECASE,
)
_NOT_NAME = re.compile(
    r"commission|file\s*(?:no|number)|\bperiod\b|reported|\breport\b|date of|\bform\b|^or$|act of"
    r"|mark one|^\W*$|^\(|(?:19|20)\d\d\.?$|^\d+-\d+\.?$|fiscal year|section 1[2345]|washington"
    r"|securities (?:and|exchange)|^\W?\s*yes\b|schedule 14|amendment|registration statement"
    r"|^\W*[☐☒☑þ¨]|^\[\s?x?\s?\]|^under$|^to$|^\d{4}\)|^\w*\s?\d{1,2}\)$|^\[[\s_x]*\]"
    r"|soliciting material|^by the registrant|^filed by|check the|table of contents",
    re.IGNORECASE,
)
"""Lines of the form itself: they end a name that is printed over several lines."""
_BEFORE_NAME = re.compile(
    r".*(?:\b240\.14a-\d+\)?|\b\d{1,3}-\d{4,6}(?:-\d\d)?\b[.:]?|\breported\)?:?|\bfrom\s+to\b"
    r"|(?:19|20)\d\d\)?)\s+(?=[A-Z\d])",
    re.IGNORECASE,
)
_FILER = re.compile(rf"(?<![\d-])(?:0{{0,2}}[0-2]|333|811)-\d{{4,6}}(?:-\d\d)?[ \n]{{1,3}}({NAME})")
"""A row of a table of filers: file number, then name."""
_ABOVE_CHARS = 260
_BELOW_CHARS = 200
_MOST_LINES = 3
_NEAR_CHARS = 500


def cover_names(cover: str) -> Iterator[Findings]:
    """The names that a cover's folded text may mean, each with its place."""
    label = _LABEL.search(cover)
    found: list[tuple[str, str]] = []
    if label is None:
        found += [("cover layout", name) for name in _behind_number(cover)]
    else:
        found += _above(cover, label)
        found += [("cover label below", name) for name in _below(cover, label)]
    filers = filer_names(cover)
    if len(filers) > 1 or (filers and not found):
        found.append(("cover table", filers[0]))
    for place, name in found:
        yield Findings(source=place, company=name)
        if place not in ("cover line", "cover lines") and has_legal_form(name):
            yield Findings(source="legal form", company=name)


def filer_names(cover: str) -> list[str]:
    """Names that stand behind file numbers, each once: more than one file a report jointly."""
    named: dict[str, str] = {}
    for match in _FILER.finditer(cover):
        name = tidy(match[1].partition("\n")[0])
        if name and has_legal_form(name) and not _NOT_NAME.search(name):
            named.setdefault(name_key(name), name)
    return list(named.values())


def printed_names(cover: str, known: Iterable[str]) -> Iterator[Findings]:
    """Of the names known from elsewhere those that stand near the label, or on the whole cover."""
    label = _LABEL.search(cover)
    near = cover
    if label is not None:
        near = cover[max(0, label.start() - _NEAR_CHARS) : label.end() + _NEAR_CHARS]
    letters = re.sub(r"[^a-z0-9]", "", near.lower().replace("&", "and"))
    for name in known:
        key = name_key(name)
        if len(key) > 1 and key in letters:
            yield Findings(source="cover print", company=name)


def _above(cover: str, label: re.Match[str]) -> list[tuple[str, str]]:
    """The lines in front of the label up to one of the form's own, joined and alone.

    Where the last line could be the whole name, only the text can tell what stands above it.
    """
    window = cover[max(0, label.start() - _ABOVE_CHARS) : label.start()].strip(" \n(")
    kept: list[str] = []
    for line in reversed(window.split("\n")):
        if kept and (_NOT_NAME.search(line) or len(kept) == _MOST_LINES):
            break
        name = _BEFORE_NAME.sub("", line).strip(" .:;-")
        if not name or _NOT_NAME.search(name):
            continue
        kept.insert(0, name)
    if len(kept) < 2:
        return [("cover label", name) for name in _distinct(kept)]
    last = _distinct(kept[-1:])
    whole = bool(last) and has_legal_form(last[0])
    place, alone = ("cover lines", last) if whole else ("cover label", [])
    joined = _distinct([" ".join(kept), *alone])
    parts = [name for name in _distinct(kept) if name not in joined]
    return [*((place, name) for name in joined), *(("cover line", name) for name in parts)]


def _below(cover: str, label: re.Match[str]) -> list[str]:
    """The run of capitals behind the label."""
    end = _LABEL_END.match(cover, label.end())
    start = end.end() if end else label.end()
    lines = cover[start : start + _BELOW_CHARS].strip(" \n)").split("\n")
    names = []
    for line in lines[:2]:
        match = re.match(NAME, line)
        if match and not _NOT_NAME.search(match[0]):
            names.append(match[0])
    return _distinct(names[:1])


def _behind_number(cover: str) -> list[str]:
    """Covers without the label print the name in the line behind the file number."""
    number = re.search(
        r"commission\s*file[^\n]*\d-\d+[^\n]*\n([^\n]{3,80})\n", cover, re.IGNORECASE
    )
    return _distinct([number[1]] if number and not _NOT_NAME.search(number[1]) else [])


def _distinct(names: Iterable[str]) -> list[str]:
    found: dict[str, str] = {}
    for raw in names:
        name = tidy(unspaced(raw))
        if name and is_telling(name):
            found.setdefault(name_key(name), name)
    return list(found.values())
