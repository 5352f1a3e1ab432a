"""How often a filing's text uses a name, and whether the name is only a part of another."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from hirec.companies import normalize_name
from hirec.companies.names import is_legal_word, words
from indexing.identity.findings import Findings
from indexing.identity.lines import lowered
from indexing.identity.spelling import has_legal_form, name_key, unspaced

_CHARS_A_USE = 40_000
"""A registrant names itself at least once in so many characters."""
_FEWEST, _MOST = 3, 12
_SILENT_CHARS = 25_000
"""Shorter texts need not name their registrant besides the cover."""
_PART = 0.6
"""Share of its uses with the same word beside it, from which a name is a part of a longer one."""
_PART_USES = 5
_READ_USES = 60
_GROWN_WORDS = 3
_FUNCTION = words("function")
_WORD_LEFT = re.compile(r"([A-Z0-9][\w.&'-]*) $")


def used_names(names: Iterable[str], text: str) -> Iterator[Findings]:
    """For each name whether the text confirms it, or never uses it.

    A name that stands beside the same capitalized word nearly always ("Price Group" behind
    "Rowe") is a fragment: the longer name is found in its place.
    """
    flat = text.replace("\n", " ").replace("'", "")
    plain = lowered(flat)
    for name in {name_key(name): name for name in names}.values():
        pattern = _spelt(name)
        if pattern is None:
            continue
        uses = _uses(pattern, flat, plain)
        whole = _grown(name, uses, flat)
        if whole != name:
            yield Findings(source="not in body", company=name)
            yield Findings(source="body", company=whole)
            continue
        if len(uses) >= min(_MOST, max(_FEWEST, len(flat) // _CHARS_A_USE)):
            yield Findings(source="body", company=name)
        elif len(uses) <= 1 and len(flat) > _SILENT_CHARS:
            yield Findings(source="not in body", company=name)
        if has_legal_form(name) and _is_whole(uses, flat):
            yield Findings(source="whole name", company=name)


def _spelt(name: str) -> re.Pattern[str] | None:
    # Texts are searched without apostrophes, which normalized names have lost as well.
    parts = re.findall(r"\w+", normalize_name(unspaced(name)))
    if not parts:
        return None
    spelt = r"\W{0,3}".join("(?:and|&)" if part == "and" else re.escape(part) for part in parts)
    return re.compile(rf"{spelt}(?:\b|(?=s\b))")


def _uses(pattern: re.Pattern[str], text: str, plain: str) -> list[tuple[int, int]]:
    """Where a name is used as a name, not in small letters; found in the lowered text."""
    found: list[tuple[int, int]] = []
    for match in pattern.finditer(plain):
        start, end = match.span()
        if not text[start:end].islower() and not (start and plain[start - 1].isalnum()):
            found.append((start, end))
            if len(found) == _READ_USES:
                break
    return found


def _grown(name: str, uses: list[tuple[int, int]], text: str) -> str:
    """The longer name that this one is a part of, or the name itself."""
    if len(uses) < _PART_USES:
        return name
    for _ in range(_GROWN_WORDS):
        left = Counter(
            match[1]
            for start, _ in uses
            if (match := _WORD_LEFT.search(text, max(0, start - 25), start))
        )
        word, count = left.most_common(1)[0] if left else ("", 0)
        if count < _PART * len(uses) or word.lower() in _FUNCTION or is_legal_word(word):
            return name
        name = f"{word} {name}"
        uses = [
            (start - len(word) - 1, end)
            for start, end in uses
            if text[max(0, start - len(word) - 1) : start] == f"{word} "
        ]
    return name


def _is_whole(uses: list[tuple[int, int]], text: str) -> bool:
    """Whether the text prints the legal form behind the name, more than once."""
    times = 0
    for _, end in uses:
        match = re.match(r"[\s,&]{0,3}([A-Za-z][\w.]*)", text[end : end + 24])
        times += bool(match and is_legal_word(match[1]))
    return times > 1
