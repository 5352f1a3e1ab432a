"""Names that a filing's own words give its registrant, apart from the cover."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hirec.companies import is_role
from hirec.periods.dates import MONTH, YEAR
from indexing.identity.findings import Findings
from indexing.identity.lines import lowered
from indexing.identity.spelling import NAME, name_key, tidy

_READ_CHARS = 250_000
_ROLE_QUOTED = re.compile(r"[\"“']+(?:the\s+)?([A-Z]\w+|we|us|our)[,.]?[\"”']+", re.IGNORECASE)
_ASIDE = re.compile(r"\(([^()]{2,220})\)")
_DEFINED = re.compile(
    rf"(?P<name>{NAME})(?:,?\s(?:an?|the|together|and|including|formerly)\s[^()]{{0,110}}?|,)?\s?$"
)
_REFERS = re.compile(
    r"(?:refers?|referring|means?)(?:\s(?:only|collectively|solely))?(?:\sto)?\s(?:the\s)?"
    rf"(?P<name>{NAME})"
)
_SIGNATURE_END = re.compile(
    r"\s*(?:\(?\bRegistrant\b|\b(?:By|Date|Dated|Name|Signature|Title|its)\b|/s/).*$",
    re.DOTALL | re.IGNORECASE,
)
_DAY = re.compile(rf"\b{MONTH}\s*\d\d?\s*,?\s*{YEAR}", re.IGNORECASE)
_SUBSIDIARIES = re.compile(r",? (?:and|&) (?:its )?(?:consolidated |wholly[- ]owned )?$")
_HOLDERS = ("board", "audit", "stockholders", "shareholders", "shareowners", "share owners",
            "members", "partners")  # fmt: skip
_CHARTERS = ("certificate of incorporation", "articles of incorporation", "by-laws", "bylaws")
_THE = r"(?:the )?"


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Words behind which a name stands; sought as they are, which is far quicker than patterns."""

    place: str
    words: str
    tail: re.Pattern[str]
    """What may stand between the words and the name."""


def _phrases(place: str, words: Iterable[str], tail: str = _THE) -> list[_Phrase]:
    return [_Phrase(place, each, re.compile(tail)) for each in words]


_FOLLOWING = (
    *_phrases(
        "auditor's report",
        (f"to the {holder}" for holder in _HOLDERS),
        rf"[\w,' ]{{0,80}}?\bof {_THE}(?!{_THE}(?:board|directors|trustees)\b)",
    ),
    *_phrases("certification", ["report on form "], rf"\S+ (?:for the [\w ,]{{4,50}} )?of {_THE}"),
    *_phrases("certification", ["annual report of ", "quarterly report of "]),
    *_phrases(
        "exhibits",
        (f"{document} of " for document in _CHARTERS),
    ),
    *_phrases("copyright", ["©", "(c)", "copyright"], r"[ ©]*(?:19|20)\d\d[-–, \d]*(?:by )?"),
    *_phrases(
        "meeting",
        ["annual meeting of ", "annual general meeting of "],
        rf"(?:stock|share)(?:holders|owners) of {_THE}",
    ),
)
"""Of these places only the names count that the place says most often."""
_NAME = re.compile(NAME)
_LEAST = {"subsidiaries": 2}


def body_names(text: str) -> Iterator[Findings]:
    """For each kind of place in a filing's folded text the name it gives most often."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    plain = lowered(text)
    for phrase in _FOLLOWING:
        for _, end in _places(plain, phrase.words):
            tail = phrase.tail.match(plain, end)
            _vote(votes[phrase.place], _name_at(text, tail.end()) if tail else None)
    for start, end in _places(text, "About "):
        if text[max(0, start - 1) : start] in ("", "\n"):
            begin = end + 4 * text.startswith("the ", end)
            _vote(votes["about"], _name_at(text, begin, line=True))
    for _, end in _places(plain, "duly authorized"):
        _vote(votes["signature"], _signer(text, end))
    for start, _ in _places(plain, "subsidiar"):
        joined = _SUBSIDIARIES.search(plain, max(0, start - 32), start)
        _vote(votes["subsidiaries"], _name_before(text, joined.start()) if joined else None)
    for name in _defined(text[:_READ_CHARS], plain):
        _vote(votes["self-naming"], name)
    for place, counted in votes.items():
        for name, _ in _leading(counted, _LEAST.get(place, 1)):
            yield Findings(source=place, company=name)


def _places(plain: str, words: str) -> Iterator[tuple[int, int]]:
    """Where words stand that begin a word."""
    start = plain.find(words)
    while start >= 0:
        if not (words[0].isalpha() and plain[max(0, start - 1)].isalnum()) or start == 0:
            yield start, start + len(words)
        start = plain.find(words, start + len(words))


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
    for line in text[start : start + 200].lstrip(" .,:\n").split("\n")[:3]:
        plain = _SIGNATURE_END.sub("", _DAY.sub("", line)).strip(" ,")
        match = _NAME.match(plain)
        if match and len(match[0]) > 1:
            return tidy(match[0])
    return None


def _defined(text: str, plain: str) -> Iterator[str]:
    """Names of which the text says that "the Company" or "we" means them."""
    for aside in _ASIDE.finditer(text):
        if not _says_own(aside[1]):
            continue
        before = text[max(0, aside.start() - 200) : aside.start()].replace("\n", " ")
        match = _DEFINED.search(before)
        name = tidy(match["name"]) if match else None
        if name:
            yield name
    for words in ("refer", "mean"):
        for start, _ in _places(plain[: len(text)], words):
            match = _REFERS.match(text, start)
            if match and _says_own(text[max(0, start - 120) : start]):
                name = tidy(match["name"].replace("\n", " "))
                if name:
                    yield name


def _says_own(text: str) -> bool:
    """Whether a text quotes a term that a registrant calls itself by."""
    quotes = any(quote in text for quote in "\"“'")
    return quotes and any(_is_own(role[1]) for role in _ROLE_QUOTED.finditer(text))


def _is_own(term: str) -> bool:
    """Whether a defined term is what a registrant calls itself."""
    plain = term.lower()
    return plain in ("we", "us", "our", "company", "registrant", "corporation", "firm") or (
        is_role(plain) and plain in ("trust", "partnership", "group", "bank")
    )
