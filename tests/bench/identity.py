"""Identity of real filings held against a table of truth, whole and damaged.

``python tests/bench/identity.py DATA_DIR [TRUTH_CSV]``: DATA_DIR is searched for the files that
the table (``tests/golden/identity.csv`` unless given) lists. Every filing is read in these views:

- ``as given``: with tags and the file's name,
- ``words``: without tags and without the file's name,
- ``no first page``, ``no cover``, ``shuffled``: the words, damaged.

Prints right of total for company, form, year, quarter and period's end, how many of each level
of confidence are right, and every miss; last what was wrong and yet called certain or likely.
"""

import csv
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from hirec.types import Confidence, Document, Form, Identity, IdentityError, ReadError
from indexing.identity import identify
from indexing.identity.cover import find_cover
from indexing.identity.forms import form_of
from indexing.identity.spelling import same_company
from indexing.reading import read_document

TRUTH = Path(__file__).parents[1] / "golden" / "identity.csv"
FIELDS = ("company", "form", "fiscal_year", "fiscal_quarter", "period_end")
SURE = (Confidence.CERTAIN, Confidence.LIKELY)


@dataclass(frozen=True, slots=True)
class Held:
    """One field of one filing in one view."""

    file: str
    field: str
    wanted: str
    read: str
    right: bool
    level: Confidence | None


def views(document: Document) -> Iterator[tuple[str, Document]]:
    """The filing as it is, by its words alone, and damaged."""
    yield "as given", document
    words = replace(document, name="filing", dei={})
    yield "words", words
    if len(document.pages) < 2:
        return
    yield "no first page", replace(words, pages=words.pages[1:])
    cover = find_cover(words)
    if cover is not None:
        pages = tuple(page for page in words.pages if page.page_number > cover.page_number)
        if pages:
            yield "no cover", replace(words, pages=pages)
    mixed = list(words.pages)
    random.Random(len(mixed)).shuffle(mixed)
    yield "shuffled", replace(words, pages=tuple(mixed))


def held(path: Path, truth: Mapping[str, str]) -> list[tuple[str, list[Held]]]:
    """Every view of one file held against its line of the table."""
    try:
        document = read_document(path)
    except ReadError as error:
        return [("as given", [Held(path.name, "file", "readable", str(error), False, None)])]
    return [(name, list(_compared(path.name, seen, truth))) for name, seen in views(document)]


def _compared(file: str, document: Document, truth: Mapping[str, str]) -> Iterator[Held]:
    try:
        identity = identify(document)
    except IdentityError as error:
        yield Held(file, "file", "identified", str(error), False, None)
        return
    for name in FIELDS:
        wanted = truth[name]
        if not wanted and name != "fiscal_quarter":
            continue
        read = _text(identity, name)
        right = same_company(wanted, read) if name == "company" else _plain(name, wanted) == read
        if wanted or read:
            yield Held(file, name, wanted, read, right, identity.confidence.get(name))


def _plain(name: str, wanted: str) -> str:
    if name != "form" or wanted in Form.__members__.values():
        return wanted
    return form_of(wanted)[0].value


def _text(identity: Identity, name: str) -> str:
    value = getattr(identity, name)
    return "" if value is None else str(value)


def main() -> int:
    """Print shares, levels and misses."""
    if len(sys.argv) not in (2, 3):
        print(__doc__)
        return 2
    truth_path = Path(sys.argv[2]) if len(sys.argv) == 3 else TRUTH
    rows = list(csv.DictReader(truth_path.open(encoding="utf-8")))
    paths = {path.name: path for path in Path(sys.argv[1]).rglob("*.*") if path.is_file()}
    known = [(paths[row["file"]], row) for row in rows if row["file"] in paths]
    by_view: dict[str, list[Held]] = {}
    with ProcessPoolExecutor(2) as pool:
        for found in pool.map(held, *zip(*known, strict=True)):
            for view, fields in found:
                by_view.setdefault(view, []).extend(fields)
    print(f"{len(known)} of {len(rows)} files of the table found")
    for view, fields in by_view.items():
        show(view, fields)
    return 0


def show(view: str, fields: list[Held]) -> None:
    """One view: shares, levels, misses."""
    print(f"\n== {view}")
    total = Counter(held.field for held in fields)
    right = Counter(held.field for held in fields if held.right)
    for name, count in total.items():
        print(f"{name:15} {right[name] / count:.4f}  {right[name]} of {count}")
    for level in (*Confidence, None):
        of_level = [held for held in fields if held.level is level]
        good = sum(held.right for held in of_level)
        print(f"  {level.value if level else 'unknown':8} {good} right of {len(of_level)}")
    for miss in fields:
        if not miss.right:
            sure = "  SURE AND WRONG" if miss.level in SURE else ""
            said = f"{miss.file}: {miss.field} wanted {miss.wanted!r}, read {miss.read!r}"
            print(f"  {said} ({miss.level or 'unknown'}){sure}")


if __name__ == "__main__":
    sys.exit(main())
