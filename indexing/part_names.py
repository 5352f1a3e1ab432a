"""What a filing calls its company's segments and businesses, and its products and brands."""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterator

from hirec.lexicon import find_metrics
from hirec.lexicon.geography import is_region
from hirec.types import Document, Table
from hirec.understanding.vocabulary import general_words

_SEGMENT = re.compile(
    r"(?P<name>[A-Z][\w&'’.-]*(?:(?:,? (?:and|&|of))? [A-Z][\w&'’.-]*){0,4}) [Ss]egments?\b"
)
"""``Heavy Widgets segment``."""
_SPELLED = re.compile(
    r"(?P<long>[A-Z][\w&'’.-]*(?: (?:and |& )?[A-Z][\w&'’.-]*)+) \((?P<short>[A-Z]{2,6})\)"
)
"""``Heavy Widgets North (HWN)``: the long name of what tables call by the short one."""
_ABOUT_PARTS = re.compile(r"\b(?:segments?|divisions?|businesses)\b", re.IGNORECASE)
_LEADING = re.compile(r"[A-Z][\w&'’.-]*(?: (?:& )?[A-Z][\w&'’.-]*){0,3}(?=\W*$| [a-z(])")
"""``YouTube ads``: what a row's name begins with."""
_NAME = re.compile(r"[A-Z][\w&'’.-]*(?: (?:and |& |of )?[A-Z][\w&'’.-]*){0,4}")
_NO_PART = re.compile(
    r"\b(?:totals?|consolidated|eliminat\w+|corporate|unallocated|intersegment|reconcil\w+|adjust\w+"
    r"|reportable|operating|business|our|the|each|these|all|both|geographic\w*|company"
    r"|segments?|ended|months|years?|net|note|item|three|two|four|one|quarter|fiscal|change)\b",
    re.IGNORECASE,
)
_OWNED = re.compile(r"['’]s?$")
_OTHER = re.compile(r"(?:all )?others?\b(?! [A-Z])", re.IGNORECASE)
"""``All other``, but not "Other Bets"."""
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"\b[a-z]{3,}\b")
_FOOTNOTE = re.compile(r"\s*\(\w{1,2}\)\s*$")
_LEAST = 3
_SHORTEST = 3
"""Letters of a brand."""
_OFTEN = 8
"""Times that a filing names a brand of its company, in rows and within sentences."""
_MOST = 14
_MOST_BRANDS = 10


def part_names(document: Document) -> tuple[str, ...]:
    """Names that a filing prints again and again for parts of its company, the commonest first."""
    said: Counter[str] = Counter()
    long: dict[str, str] = {}
    for page in document.pages:
        for block in page.blocks:
            if isinstance(block, Table):
                said.update(_in_table(block))
                continue
            said.update(_OWNED.sub("", m["name"]) for m in _SEGMENT.finditer(block.text))
            long |= {m["short"]: m["long"] for m in _SPELLED.finditer(block.text)}
    often = {name: count for name, count in said.most_common() if count >= _LEAST}
    named = [name for name in often if _is_part(name) and not _are_several(name, often)]
    spelled = (one for name in named[:_MOST] for one in (name, long.get(name, "")))
    return tuple(dict.fromkeys(filter(None, spelled)))


def brand_names(document: Document, known: Collection[str]) -> tuple[str, ...]:
    """Names of rows that a filing never prints in small letters, and says within sentences too.

    Args:
        document: The filing.
        known: Names of its parts and its company, which are no brands.

    """
    rows: Counter[str] = Counter()
    texts: list[str] = []
    for block in (block for page in document.pages for block in page.blocks):
        if isinstance(block, Table):
            rows.update({m[0] for row in block.rows if (m := _LEADING.match(row.label))})
        else:
            texts.append(block.text)
    prose = " ".join(texts)
    small = {*_WORD.findall(prose)}
    said: Counter[str] = Counter()
    for name, count in rows.items():
        words = [word.lower() for word in _LETTERS.findall(name)]
        named = any(name.lower() in one.lower() for one in known)
        if named or not small.isdisjoint(words) or len(name) < _SHORTEST:
            continue
        if _NO_PART.search(name) or is_region(name) or find_metrics(name):
            continue
        inside = len(re.findall(rf"(?<=[a-z,] ){re.escape(name)}\b", prose))
        if inside >= _LEAST and count + inside >= _OFTEN:
            said[name] = count + inside
    return tuple(name for name, _ in said.most_common(_MOST_BRANDS))


def _in_table(table: Table) -> Iterator[str]:
    """Names beside the rows of a table about parts."""
    if not _ABOUT_PARTS.search(table.caption):
        return
    for row in table.rows:
        label = _FOOTNOTE.sub("", row.label).strip(": ")
        if _NAME.fullmatch(label) and not find_metrics(label):
            yield label


def _is_part(name: str) -> bool:
    """Whether a name may be a part's own: "Services" are many companies'."""
    plain = name.lower() in general_words() and (not name.isupper() or len(name) == 1)
    return not (plain or _NO_PART.search(name) or _OTHER.match(name) or is_region(name))


def _are_several(name: str, names: Container[str]) -> bool:
    """Whether a name only joins others: "the Tools and Paint segments"."""
    joined = name.split(" and ")
    return len(joined) > 1 and all(one in names for one in joined)
