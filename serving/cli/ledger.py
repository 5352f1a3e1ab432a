"""The ledger's report on a screen: after a run of ``hirec index``, and for ``hirec inspect``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from indexing.ledger_report import Group


def show_groups(screen: Console, groups: Sequence[Group], shown: int) -> None:
    """Each group with its count, its first files and the remedy."""
    for group in groups:
        screen.print(Text(f"\n{len(group.entries)} {group.title}", style="bold"))
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, overflow="ellipsis", max_width=44)
        table.add_column(overflow="fold")
        for entry in group.entries[:shown]:
            name = Path(entry.path).name
            what = entry.what.removeprefix(name).lstrip(": ")
            table.add_row(Text(name), Text(what))
        screen.print(Padding(table, (0, 0, 0, 2)))
        if len(group.entries) > shown:
            screen.print(Text(f"  … and {len(group.entries) - shown} more"))
        screen.print(Text(f"  → {group.remedy}"))


def groups_json(groups: Sequence[Group]) -> list[dict[str, Any]]:
    """Groups with all their files."""
    return [
        {
            "name": group.name,
            "title": group.title,
            "count": len(group.entries),
            "remedy": group.remedy,
            "files": [
                {"path": entry.path, "filing_id": entry.filing_id, "what": entry.what}
                for entry in group.entries
            ],
        }
        for group in groups
    ]
