"""Names that a filing's own words give its registrant, apart from the cover."""

import re
from collections import Counter
from collections.abc import Iterator

from hirec.companies import is_role
from hirec.periods.dates import MONTH, YEAR
from indexing.identity.findings import Findings
from indexing.identity.spelling import NAME, name_key, tidy

_READ_CHARS = 250_000
_ROLE_QUOTED = re.compile(r"[\"“']+(?:the\s+)?([A-Z]\w+|we|us|our)[,.]?[\"”']+", re.IGNORECASE)
_ASIDE = re.compile(r"\(([^()]{2,220})\)")
_DEFINED = re.compile(
    rf"(?P<name>{NAME})(?:,?\s(?:an?|the|together|and|including|formerly)\s[^()]{{0,110}}?|,)?\s?$"
)
_REFERS = re.compile(
    rf"\b(?:refers?|referring|means?|mean)(?:\s(?:only|collectively|solely))?(?:\sto)?\s(?:the\s)?(?P<name>{NAME})"
)
_SIGNED = re.compile(r"\bduly\s+authorized\.?\W{0,4}", re.IGNORECASE)
_SIGNATURE_END = re.compile(
    r"\s*(?:\(?\bRegistrant\b|\b(?:By|Date|Dated|Name|Signature|Title|its)\b|/s/).*$",
    re.DOTALL | re.IGNORECASE,
)
_DAY = re.compile(rf"\b{MONTH}\s*\d\d?\s*,?\s*{YEAR}", re.IGNORECASE)
_ADDRESSED = re.compile(
    r"\bto\s+the\s+(?:board|audit|stockholders|shareholders|shareowners|share\s?owners|members|partners)"
    r"(?:[\w,'\s]{0,80}?)\bof\s+(?:the\s+)?(?!(?:the\s+)?(?:board|directors|trustees)\b)",
    re.IGNORECASE,
)
_CERTIFIED = re.compile(
    r"\breport\s+on\s+form\s+\S+\s+(?:for\s+the\s+[\w\s,]{4,50}\s)?of\s+(?:the\s+)?"
    r"|\b(?:annual|quarterly)\s+report\s+of\s+(?:the\s+)?",
    re.IGNORECASE,
)
_SUBSIDIARIES = re.compile(
    r",?\s(?:and|&)\s(?:its\s)?(?:consolidated\s|wholly[- ]owned\s)?subsidiar(?:y|ies)\b",
    re.IGNORECASE,
)
_CHARTER = re.compile(
    r"\b(?:certificate|articles)\s+of\s+incorporation\s+of\s+(?:the\s+)?|\bby-?laws\s+of\s+(?:the\s+)?",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"(?:©|\(c\)|\bcopyright\b)[\s©]*(?:19|20)\d\d[-–, \d]*(?:by\s)?", re.I)
_ABOUT = re.compile(r"(?m)^About\s+(?:the\s+)?(?=[A-Z0-9])")
_MEETING = re.compile(
    r"\bannual\s+(?:general\s+)?meeting\s+of\s+(?:stock|share)(?:holders|owners)\s+of\s+(?:the\s+)?",
    re.IGNORECASE,
)
_FOLLOWING = {
    "auditor's report": _ADDRESSED,
    "certification": _CERTIFIED,
    "exhibits": _CHARTER,
    "copyright": _COPYRIGHT,
    "about": _ABOUT,
    "meeting": _MEETING,
}
"""Patterns behind which a name stands; only names that the place says most often count."""
_NAME = re.compile(NAME)
_LEAST = {"subsidiaries": 2}


def body_names(text: str) -> Iterator[Findings]:
    """For each kind of place in a filing's folded text the name it gives most often."""
    votes: dict[str, Counter[str]] = {place: Counter() for place in _FOLLOWING}
    votes |= {"self-naming": Counter(), "signature": Counter(), "subsidiaries": Counter()}
    for place, pattern in _FOLLOWING.items():
        for match in pattern.finditer(text):
            _vote(votes[place], _name_at(text, match.end(), line=place == "about"))
    for match in _SIGNED.finditer(text):
        _vote(votes["signature"], _signer(text, match.end()))
    for match in _SUBSIDIARIES.finditer(text):
        _vote(votes["subsidiaries"], _name_before(text, match.start()))
    for name in _defined(text[:_READ_CHARS]):
        _vote(votes["self-naming"], name)
    for place, counted in votes.items():
        for name, _ in _leading(counted, _LEAST.get(place, 1)):
            yield Findings(source=place, company=name)


def _vote(votes: Counter[str], name: str | None) -> None:
    if name:
        votes[name] += 1


def _leading(votes: Counter[str], least: int) -> list[tuple[str, int]]:
    """The name said most often over all its spellings; none where two are said as often."""
    by_key: Counter[str] = Counter()
    for name, count in votes.items():
        by_key[name_key(name)] += count
    ranked = by_key.most_common(2)
    if not ranked or ranked[0][1] < least:
        return []
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return []
    return [(name, count) for name, count in votes.items() if name_key(name) == ranked[0][0]]


def _name_at(text: str, start: int, *, line: bool = False) -> str | None:
    match = _NAME.match(text, start)
    if match is None:
        return None
    return tidy(match[0].partition("\n")[0] if line else match[0].replace("\n", " "))


def _name_before(text: str, end: int) -> str | None:
    window = text[max(0, end - 90) : end]
    match = re.search(rf"({NAME})$", window.rpartition("\n")[2])
    return tidy(match[1]) if match else None


def _signer(text: str, start: int) -> str | None:
    """The name above the signatures: a line of its own, or what stands in front of "By:"."""
    for line in text[start : start + 200].split("\n")[:3]:
        plain = _SIGNATURE_END.sub("", _DAY.sub("", line)).strip(" ,")
        match = _NAME.match(plain)
        if match and len(match[0]) > 1:
            return tidy(match[0])
    return None


def _defined(text: str) -> Iterator[str]:
    """Names of which the text says that "the Company" or "we" means them."""
    for aside in _ASIDE.finditer(text):
        if not any(_is_own(role[1]) for role in _ROLE_QUOTED.finditer(aside[1])):
            continue
        before = text[max(0, aside.start() - 200) : aside.start()].replace("\n", " ")
        match = _DEFINED.search(before)
        name = tidy(match["name"]) if match else None
        if name:
            yield name
    for match in _REFERS.finditer(text):
        before = text[max(0, match.start() - 120) : match.start()]
        if any(_is_own(role[1]) for role in _ROLE_QUOTED.finditer(before)):
            name = tidy(match["name"].replace("\n", " "))
            if name:
                yield name


def _is_own(term: str) -> bool:
    """Whether a defined term is what a registrant calls itself."""
    plain = term.lower()
    return plain in ("we", "us", "our", "company", "registrant", "corporation", "firm") or (
        is_role(plain) and plain in ("trust", "partnership", "group", "bank")
    )
