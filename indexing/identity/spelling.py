"""Spellings of one registrant's name: which are the same, and which is printed best."""

import re
from collections.abc import Iterable

from hirec.companies import compact, is_generic_word, is_role, normalize_name
from hirec.companies.names import is_legal_word, words

_WORD = r"(?:[a-z]{0,2}[A-Z0-9][\w.&'!/+\-]*)"
_LEGAL = (
    r"(?i:inc|corp|co|ltd|llc|l\.l\.c|l\.?p|n\.a|plc|s\.a|n\.v|limited|incorporated|corporation"
    r"|company)\b"
)
_GAP = rf"(?:\s*,\s?(?={_LEGAL})|[ \n]|[ \n](?:&|and|of|for|de|the|of the)[ \n])"
NAME = rf"{_WORD}(?:{_GAP}{_WORD}){{0,9}}(?:[ \n]&[ \n]Co\.)?"
"""A run of capitalized words; a comma only in front of a legal form."""
_LEADING = words("function") | frozenset(("since", "while", "both", "each", "all", "copyright"))
_ABBREVIATED = re.compile(r"\b(?:inc|corp|co|ltd)$", re.IGNORECASE)
_BETWEEN = ("of", "and", "the", "for", "de")
_PIECE = re.compile(r"[A-Z](?![\w&.'-])")
_YEAR_BEFORE = re.compile(r"^\W*(?:19|20)\d\d[.,]\s")
_LONGEST_WORDS = 12


def name_key(name: str) -> str:
    """Letters and digits that tell a name, without legal forms, however it is spaced.

    ``Best Buy Co., Inc.``, ``BEST BUY CO INC`` and ``B EST B UY C O., I NC.`` are one.
    """
    return compact(unspaced(name))


def same_company(left: str, right: str) -> bool:
    """Whether two spellings are one name: ``COCA COLA CO`` and ``The Coca-Cola Company``."""
    return name_key(left) == name_key(right)


def unspaced(name: str) -> str:
    """A name in small capitals whose large letters stand apart, put together again.

    ``B ANK OF A MERICA C ORPORATION`` → ``BANK OF AMERICA CORPORATION``. Every word must be
    broken behind its first letter and two of them truly, else initials would be swallowed.
    """
    parts = re.sub(r"\s+(?=[.,'])", "", name).split()
    joined: list[str] = []
    broken = position = 0
    while position < len(parts):
        part = parts[position]
        following = parts[position + 1] if position + 1 < len(parts) else ""
        if _PIECE.fullmatch(part) and following.isupper():
            joined.append(part + following)
            broken += len(following.strip(".,")) > 1
            position += 2
        elif len(part) == 1 or part[0].isdigit() or part.lower() in _BETWEEN:
            joined.append(part)
            position += 1
        else:
            return name
    return " ".join(joined) if broken > 1 else name


def tidy(raw: str) -> str | None:
    """A name found in running text without what stands around it; None where none is left."""
    parts = _YEAR_BEFORE.sub("", raw.replace("|", " ")).split()
    while parts and parts[0].lower().strip(",.") in _LEADING and parts[0].lower() != "the":
        parts.pop(0)
    while parts and parts[-1].lower().strip(",.") in _LEADING:
        parts.pop()
    half = len(parts) // 2
    if half and parts[:half] == parts[half:]:
        parts = parts[:half]
    name = re.sub(r"\s+([.,])", r"\1", " ".join(parts)).strip(" ,;:-–—\"“”'")
    name = name if re.search(r"\.\w\.$", name) else name.rstrip(".")
    name = re.sub(r"(?<=\w)'s?$", "", name) if name.endswith(("'s", "'")) else name
    name = _alone(name)
    if _ABBREVIATED.search(name):
        name += "."
    return name if is_telling(name) else None


def _alone(name: str) -> str:
    """One name, where another one, or what the next line holds, stands behind its legal form."""
    parts = name.split()
    for position in range(1, len(parts) - 1):
        following = parts[position + 1]
        if not is_legal_word(parts[position]) or is_legal_word(following.strip(",")):
            continue
        joined = following.lower() in ("and", "&")
        if joined != has_legal_form(name):
            continue
        if joined and is_legal_word(parts[position + 2].strip(",")):
            continue
        return " ".join(parts[: position + 1]).rstrip(",.")
    return name


def is_telling(name: str) -> bool:
    """Whether words may name one company: not only roles, not a sentence."""
    parts = re.findall(r"[\w&']+", name)
    telling = [part for part in parts if not part.isalpha() or not _is_kind(part)]
    return bool(telling) and len(parts) <= _LONGEST_WORDS and bool(re.search(r"[A-Za-z]", name))


def _is_kind(word: str) -> bool:
    return is_role(word) or is_legal_word(word)


def has_legal_form(name: str) -> bool:
    """Whether a name ends in a legal form: ``Inc.``, ``Company``, ``N.V.``."""
    plain = unspaced(name).replace(".", "")
    last = re.findall(r"[\w&]+", plain)[-1:]
    return bool(last) and is_legal_word(last[0]) and normalize_name(plain) != ""


def is_lead_of(short: str, long: str) -> bool:
    """Whether one name is the other without its last words: ``American Water (Works)``."""
    lead, whole = normalize_name(unspaced(short)).split(), normalize_name(unspaced(long)).split()
    if not lead or len(lead) >= len(whole) or whole[: len(lead)] != lead:
        return False
    return len(lead) > 1 or not is_generic_word(lead[0])


def best_spelling(spellings: Iterable[str], text: str) -> str:
    """The spelling to show: whole words, with its legal form, as the text prints it most.

    Of equals the longer, else the first given stands.
    """
    candidates = list(dict.fromkeys(map(unspaced, spellings)))
    if len(candidates) == 1:
        return candidates[0]
    shown = text.lower()
    ranked: dict[str, tuple[bool, int, int]] = {}
    for plain in candidates:
        times = min(shown.count(plain.lower().rstrip(".")), 3)
        ranked.setdefault(plain, (has_legal_form(plain), times, len(plain.rstrip("."))))
    return max(ranked, key=lambda plain: ranked[plain])
