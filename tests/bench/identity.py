"""Identity of real filings read without their file's name, held against the collections' lists.

``python tests/bench/identity.py DATA_DIR``: DATA_DIR holds ``financebench/filings.jsonl`` with
``pdfs/`` and ``edgar-html/index.jsonl`` beside its files. Prints the shares of form, fiscal year,
quarter and company read right, every miss, and how many fields of each level of confidence are
right: of the filings as they are, and of their first pages alone without tags, where identity is
hard to read.

FinanceBench labels by the year in the file's name, which for some companies is not their own
fiscal year. :data:`OVERRULED` lists the labels that the documents' own words contradict; they are
held against what the document says, and counted apart.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from hirec.companies import CompanyDirectory, normalize_name
from hirec.types import Confidence, Document, Form, Identity, IdentityError
from indexing.identity import identify
from indexing.identity.dei import form_of
from indexing.reading import read_document

OVERRULED: dict[str, tuple[int | None, int | None, str]] = {
    "ULTABEAUTY_2023Q4_EARNINGS": (2022, 4, "Fourth Quarter Fiscal 2022 Results"),
    "ULTABEAUTY_2024Q1_EARNINGS": (2023, 1, "First Quarter Fiscal 2023 Results"),
    "ULTABEAUTY_2024Q2_EARNINGS": (2023, 2, "Second Quarter Fiscal 2023 Results"),
    "SALESFORCE_2021_8K_dated-2023-01-04": (2023, None, "Date of report: January 4, 2023"),
}
"""File stem → (fiscal year, quarter, the document's own words)."""

_FORMS = {"10k": "10-K", "10q": "10-Q", "8k": "8-K", "earnings": "EARNINGS"}


@dataclass(frozen=True, slots=True)
class Label:
    """What a list says of one file; None where it says nothing."""

    path: Path
    form: Form | None
    year: int | None
    quarter: int | None
    company: str
    symbol: str = ""


def labels(folder: Path) -> Iterator[Label]:
    """Labels of both collections."""
    for entry in _lines(folder / "financebench" / "filings.jsonl"):
        stem = str(entry["filing"])
        path = folder / "financebench" / "pdfs" / f"{stem}.pdf"
        named = _FORMS[str(entry["form"]).lower()]
        form: Form | None = Form.EARNINGS if named == "EARNINGS" else form_of(named)[0]
        quarter = re.search(r"\d{4}Q([1-4])", stem)
        year: int | None = int(str(entry["period"]))
        number = int(quarter[1]) if quarter else None
        if stem in OVERRULED:
            year, number, _ = OVERRULED[stem]
        yield Label(path, form, year, number, str(entry["company"]))
    listed = {str(entry["filing"]) for entry in _lines(folder / "financebench" / "filings.jsonl")}
    for path in sorted((folder / "financebench" / "pdfs").glob("*.pdf")):
        if path.stem not in listed:
            yield Label(path, None, None, None, "")
    for entry in _lines(folder / "edgar-html" / "index.jsonl"):
        path = folder / "edgar-html" / str(entry["file"])
        year_said, period = str(entry.get("fiscal_year") or ""), str(entry.get("fiscal_period"))
        form = form_of(str(entry["form"]))[0] if entry.get("form") else None
        periodic = form in (Form.ANNUAL, Form.QUARTERLY)
        yield Label(
            path,
            form,
            int(year_said) if periodic and year_said.isdigit() else None,
            int(period[1]) if periodic and re.fullmatch(r"Q[1-4]", period) else None,
            str(entry.get("entity") or ""),
            str(entry.get("ticker") or ""),
        )


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def read(path: Path) -> tuple[Identity | None, Identity | None]:
    """Identity without the file's name: of the filing, and of its first page without tags."""
    document = replace(read_document(path), name="filing")
    first = replace(document, pages=document.pages[:1], dei={})
    return _identified(document), _identified(first)


def _identified(document: Document) -> Identity | None:
    try:
        return identify(document)
    except IdentityError:
        return None


def same(label: Label, identity: Identity, relatives: Sequence[Identity]) -> bool:
    """Whether the list's name (or symbol) names the registrant, under this name or a later one."""
    return any(_names(label, relative) for relative in (identity, *relatives))


def _names(label: Label, identity: Identity) -> bool:
    wanted = normalize_name(label.company).replace(" ", "")
    names = [identity.company, identity.former_name or ""]
    said = [normalize_name(name).replace(" ", "") for name in names if name]
    if label.symbol and identity.ticker == label.symbol:
        return True
    return any(wanted in name or name in wanted for name in said if name)


def main() -> int:
    """Print shares and misses."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    known = list(labels(Path(sys.argv[1])))
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    misses: list[str] = []
    with ProcessPoolExecutor(2) as pool:
        both = list(pool.map(read, [label.path for label in known]))
    found = [whole for whole, _ in both]
    read_by = {k.path.stem: i for k, i in zip(known, found, strict=True) if i is not None}
    directory = CompanyDirectory.build(read_by)
    for label, identity in zip(known, found, strict=True):
        group = directory.filings(directory.key_of(label.path.stem)) if identity else ()
        relatives = [read_by[stem] for stem in group]
        for name, wanted, said, fits in _held(label, identity, relatives):
            total[name] += 1
            right[name] += fits
            if not fits:
                misses.append(f"{label.path.name}: {name} wanted {wanted}, read {said}")
    print(f"{len(known)} files, {len(OVERRULED)} labels overruled by the documents' own words")
    for name in ("form", "fiscal_year", "quarter", "company"):
        print(f"{name:12} {right[name] / total[name]:.4f}  {right[name]} of {total[name]}")
    print("\n".join(misses))
    for view, read_so in (("whole filings", found), ("first pages", [first for _, first in both])):
        print(f"{view}, right of read by confidence: {_by_level(known, read_so, read_by)}")
    return 0


def _by_level(
    known: Sequence[Label], found: Sequence[Identity | None], read_by: Mapping[str, Identity]
) -> str:
    """``certain 437 of 437, …``; relatives always come from the filings read whole."""
    directory = CompanyDirectory.build(read_by)
    right: Counter[Confidence] = Counter()
    total: Counter[Confidence] = Counter()
    for label, identity in zip(known, found, strict=True):
        if identity is None or label.path.stem not in read_by:
            continue
        group = directory.filings(directory.key_of(label.path.stem))
        for name, _, _, fits in _held(label, identity, [read_by[stem] for stem in group]):
            level = identity.confidence.get("fiscal_quarter" if name == "quarter" else name)
            if level is not None:
                total[level] += 1
                right[level] += fits
    return ", ".join(f"{level} {right[level]} of {total[level]}" for level in Confidence)


def _held(
    label: Label, identity: Identity | None, relatives: Sequence[Identity]
) -> Iterator[tuple[str, object, object, bool]]:
    """(field, label, read, equal) for what the list says."""
    form = identity.form if identity else None
    if label.form is not None:
        yield "form", label.form, form, form is label.form
    if label.year is not None:
        year = identity.fiscal_year if identity else None
        quarter = identity.fiscal_quarter if identity else None
        yield "fiscal_year", label.year, year, year == label.year
        if label.form in (Form.ANNUAL, Form.QUARTERLY, Form.EARNINGS):
            yield "quarter", label.quarter, quarter, quarter == label.quarter
    if label.company:
        fits = identity is not None and same(label, identity, relatives)
        yield "company", label.company, identity.company if identity else None, fits


if __name__ == "__main__":
    sys.exit(main())
