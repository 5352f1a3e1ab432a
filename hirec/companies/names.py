"""Spellings of company names: normalized keys, short forms, good casing."""

import functools
import re
import unicodedata

from hirec.caching import remembered
from hirec.companies.vocabulary import is_ordinary
from hirec.lexicon.files import word_list

words = functools.partial(word_list, package="hirec.companies")
"""The word lists that company names are told by."""

_LEGAL = words("legal")
_TRADE_WORDS = words("trade")
_GENERIC = words("generic")
_ROLES = words("role")

_NEXT_WORD = re.compile(r"[ ,]+([A-Za-z][\w&-]*)")
_SHORTENED = 3
"""Letters of a word of a name that stand for it: "Labs" of "Laboratories"."""
_ACRONYM_CASE = {"plc": "plc", "llc": "LLC", "lp": "L.P.", "usa": "USA", "us": "US", "and": "and"}
_ACRONYM_CASE |= {"of": "of", "the": "The", "nv": "N.V.", "sa": "S.A.", "reit": "REIT"}


@remembered
def normalize_name(name: str) -> str:
    """Lower case, no accents or punctuation, no legal suffix or article.

    ``THE J. M. SMUCKER COMPANY`` → ``j m smucker``; ``Wal-Mart Stores, Inc.`` → ``wal mart
    stores``; ``PROCTER & GAMBLE CO`` → ``procter and gamble``.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"/[a-z]{2,3}/?$", "", plain.strip()).replace("&", " and ")
    plain = re.sub(r"['\u2019`]", "", plain)
    plain = re.sub(r"\b([a-z])\.(?=[a-z]\.)", r"\1", plain)
    plain = re.sub(r"\.com\b", " com", plain)
    parts = re.sub(r"[^a-z0-9]+", " ", plain).split()
    if parts and parts[0] == "the" and len(parts) > 1:
        parts = parts[1:]
    while len(parts) > 1 and (parts[-1] in _LEGAL or parts[-1] == "and"):
        parts.pop()
    return " ".join(parts)


def compact(text: str) -> str:
    """Letters and digits of a normalized text without blanks: ``Wal-Mart`` → ``walmart``."""
    return normalize_name(text).replace(" ", "")


def leads(name: str) -> tuple[str, ...]:
    """Beginnings that stand for a name: ``Ulta Beauty`` → ``ulta``; nothing generic is left alone.

    Without words of trade at its end, or with a word of its own: ``Corvanta Medical Parts`` →
    ``corvanta medical``, ``corvanta``. A beginning of ordinary words alone (``general``) is
    nobody's.
    """
    parts = normalize_name(name).split()
    found: list[str] = []
    trade = True
    for count in range(len(parts) - 1, 0, -1):
        begun, dropped = parts[:count], parts[count]
        trade = trade and (dropped in _TRADE_WORDS or dropped in ("com", "and"))
        named = len("".join(begun)) > 2 and not all(part in _GENERIC for part in begun)
        own = any(len(part) > 3 and not is_ordinary(part) for part in begun)
        if begun[-1] != "and" and (own or (trade and named)):
            found.append(" ".join(begun))
    return tuple(found)


def end_of_name(text: str, end: int, said: str, name: str) -> int:
    """Where a name goes on to in a text: of Acme Audio Laboratories "Acme Audio Labs" is all.

    Args:
        text: A question.
        end: Behind the name as far as it was read.
        said: That name.
        name: All of the company's.

    """
    read, whole = normalize_name(said).split(), normalize_name(name).split()
    if whole[: len(read)] != read:
        return end
    for word in whole[len(read) :]:
        behind = _NEXT_WORD.match(text, end)
        root = behind[1].lower().removesuffix("s") if behind else ""
        if behind is None or len(root) < _SHORTENED or not word.startswith(root):
            break
        end = behind.end()
    return end


def is_legal_word(word: str) -> bool:
    """Whether a word is a legal form: ``Inc.``, ``PLC``."""
    plain = re.sub(r"[^a-z]", "", word.lower())
    return plain in _LEGAL and plain not in ("the", "a")


def is_generic_word(word: str) -> bool:
    """Whether a word never names a company on its own: ``American``."""
    return word.lower() in _GENERIC


def is_role(word: str) -> bool:
    """Whether a word says what a party is, not who: ``Company``, ``Registrant``."""
    return re.sub(r"[^a-z]", "", word.lower()) in _ROLES


def well_cased(name: str) -> str:
    """A name in capitals in title case; others as they are: ``AMCOR PLC`` → ``Amcor plc``."""
    letters = [letter for letter in name if letter.isalpha()]
    if sum(map(str.isupper, letters)) < 0.85 * max(1, len(letters)) or len(letters) < 2:
        return name
    return re.sub(r"[A-Za-z][A-Za-z'’]*", lambda match: _cased_word(match[0]), name)


def _cased_word(word: str) -> str:
    lower = word.lower()
    if word != word.upper():
        return word
    if lower in _ACRONYM_CASE:
        return _ACRONYM_CASE[lower]
    vowels = sum(letter in "aeiouy" for letter in lower)
    if (len(word) <= 3 and vowels == 0 and lower not in ("ltd",)) or len(word) == 1:
        return word
    return word.capitalize()
