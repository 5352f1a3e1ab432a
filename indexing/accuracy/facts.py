"""How many numbers a file tags with inline XBRL, in tables and outside, read or not."""

from dataclasses import dataclass
from pathlib import Path

from lxml import etree, html

from indexing.reading.html import decodable


@dataclass(frozen=True, slots=True)
class FactCount:
    """Visible tagged numbers of one file; those of its hidden header are left out."""

    in_tables: int = 0
    in_text: int = 0


def count_facts(path: Path) -> FactCount:
    """Tagged numbers of an HTML file; none where the file is of another kind or untagged."""
    data = path.read_bytes()
    if b"<ix:" not in data:
        return FactCount()
    content, encoding = decodable(data)
    root = etree.fromstring(content, html.HTMLParser(encoding=encoding, huge_tree=True))
    in_tables = in_text = 0
    for element in root.iter("ix:nonfraction"):
        if next(element.iterancestors("ix:hidden"), None) is not None:
            continue
        if next(element.iterancestors("table"), None) is not None:
            in_tables += 1
        else:
            in_text += 1
    return FactCount(in_tables, in_text)
