"""Which lines of a document are headings, and what its file is called in words."""

import re
from pathlib import PurePath
from urllib.parse import unquote_plus

from hirec.documents.naming import CAMEL
from hirec.types import Document, TextBlock

_LONGEST = 90
_NUMBER = re.compile(
    r"(?:(?:article|section|clause)\s+)?(?:\d{1,2}(?:\.\d{1,2})*|[ivx]+|[a-z])[.):]?\s+",
    re.IGNORECASE,
)
_SMALL = {"a", "an", "and", "as", "by", "for", "in", "of", "on", "or", "the", "to", "with"}
_PARTED = re.compile(r"[\s_+\-./,()\[\]]+")


def is_heading(line: str) -> bool:
    """A short line in capitals or title case that does not end as a sentence does."""
    if not 2 < len(line) <= _LONGEST or line[-1] in ".;,":
        return False
    words = re.findall(r"[^\W\d_]+", _NUMBER.sub("", line, count=1))
    telling = [word for word in words if word.lower() not in _SMALL]
    return bool(telling) and all(word[0].isupper() for word in telling)


def headings(document: Document) -> list[str]:
    """Headings in their order, each once."""
    found = (
        " ".join(block.text.split())
        for page in document.pages
        for block in page.blocks
        if isinstance(block, TextBlock) and (block.heading or is_heading(block.text))
    )
    return list(dict.fromkeys(heading for heading in found if len(heading) <= _LONGEST))


def file_words(name: str) -> str:
    """``TabunKitchen%20NDA_v2.txt`` as ``Tabun Kitchen NDA v2``."""
    stem = PurePath(unquote_plus(name)).name
    stem = stem.rpartition(".")[0] if "." in stem[1:] else stem
    parts = (CAMEL.sub(" ", part) for part in _PARTED.split(stem))
    return " ".join(filter(None, parts))
