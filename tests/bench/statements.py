"""Tables read from real filings, held against the golden files of what is printed.

``python tests/bench/statements.py DATA_DIR [--list]``: searches DATA_DIR for the files named in
``tests/golden/statements*.json`` and prints the shares of cells, blanks, labels, periods and scales
read right, of each golden file. Where a column has no period of its own, or a table of percents
no scale, the golden file leaves it out and it is not held.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hirec.types import Period, Row, Table
from indexing.columns import printed_days, resolve_table
from indexing.identity import identify
from indexing.reading import read_document

GOLDEN = Path(__file__).parents[1] / "golden"
KINDS = ("cells", "blanks", "labels", "periods", "scales")
"""What is held; a blank is a cell without print in a row that has others."""


@dataclass(slots=True)
class Count:
    """How many of a kind were right, and what was not."""

    right: int = 0
    total: int = 0
    missed: list[str] = field(default_factory=list)

    def hold(self, said: object, wanted: object, where: str) -> None:
        """Count one comparison."""
        self.total += 1
        if said == wanted:
            self.right += 1
        else:
            self.missed.append(f"{where}: wanted {wanted!r}, read {said!r}")


def compare(golden: dict[str, Any], tables: list[Table], counts: dict[str, Count]) -> None:
    """Hold the best fitting table of the page against one golden statement."""
    labels = [row[0] for row in golden["rows"]]
    table = max(tables, key=lambda t: len({r.label for r in t.rows} & set(labels)), default=None)
    where = f"{golden['file']} p.{golden['page']}"
    rows = dict(_keyed(table.rows)) if table else {}
    columns = table.columns if table else ()
    for at, wanted in enumerate(golden["columns"]):
        if "end" not in wanted:
            continue
        period = (columns[at].period if at < len(columns) else None) or Period()
        end = period.end.isoformat() if period.end else None
        months = period.months if "months" in wanted else None
        counts["periods"].hold(
            (end, months), (wanted["end"], wanted.get("months")), f"{where} column {at + 1}"
        )
    if "scale" in golden:
        counts["scales"].hold(table.scale if table else None, golden["scale"], where)
    seen: dict[str, int] = {}
    for label, *values in golden["rows"]:
        seen[label] = seen.get(label, 0) + 1
        row = rows.get((label, seen[label]))
        counts["labels"].hold(row.label if row else None, label, where)
        cells = [cell.text if cell else "" for cell in row.cells] if row else []
        for at, value in enumerate(values):
            said = cells[at] if at < len(cells) else None
            if value:
                counts["cells"].hold(said, value, f"{where} {label}")
            elif said is not None and any(values):
                counts["blanks"].hold(said, "", f"{where} {label} column {at + 1}")


def _keyed(rows: tuple[Row, ...]) -> Iterator[tuple[tuple[str, int], Row]]:
    """Rows by label and how often the label was printed before, from 1."""
    seen: dict[str, int] = {}
    for row in rows:
        seen[row.label] = seen.get(row.label, 0) + 1
        yield (row.label, seen[row.label]), row


def read_tables(path: Path, page_number: int) -> list[Table]:
    """Tables of one page with their columns' periods."""
    document = read_document(path)
    identity = identify(document)
    printed = printed_days(document)
    blocks = document.pages[page_number - 1].blocks if page_number <= len(document.pages) else ()
    return [resolve_table(block, identity, printed) for block in blocks if isinstance(block, Table)]


def hold(golden_file: Path, found: dict[str, Path]) -> bool:
    """Print the shares of one golden file; whether each reaches 0.97 and no filing is missing."""
    counts = {kind: Count() for kind in KINDS}
    statements = json.loads(golden_file.read_text(encoding="utf-8"))["statements"]
    missing = [golden["file"] for golden in statements if golden["file"] not in found]
    for golden in statements:
        if golden["file"] in found:
            compare(golden, read_tables(found[golden["file"]], golden["page"]), counts)
    print(f"{golden_file.name}: {len(statements) - len(missing)} of {len(statements)} tables")
    for kind, count in counts.items():
        if count.total:
            share = count.right / count.total
            print(f"{kind:8} {share:.4f}  {count.right} of {count.total}")
    if "--list" in sys.argv:
        print("\n".join(line for count in counts.values() for line in count.missed))
    for name in missing:
        print(f"missing: {name}")
    low = any(count.right < 0.97 * count.total for count in counts.values())
    return not (low or missing)


def main() -> int:
    """Print the shares; exit code 1 where one is under 0.97 or a file is missing."""
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    found = {path.name: path for path in Path(sys.argv[1]).rglob("*") if path.is_file()}
    poor = [golden for golden in sorted(GOLDEN.glob("statements*.json")) if not hold(golden, found)]
    return int(bool(poor))


if __name__ == "__main__":
    sys.exit(main())
