"""The ledger's report on a screen: after a run of ``hirec index``, and for ``hirec inspect``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from indexing.ledger_report import Entry, Group

_NAME_WIDTH = 44


def show_groups(screen: Console, groups: Sequence[Group], shown: int) -> None:
    """Each group with its count, its first files and the remedy."""
    for group in groups:
        screen.print(Text(f"\n{len(group.entries)} {group.title}", style="bold"))
        rows = [_row(entry) for entry in group.entries[:shown]]
        if len(group.entries) > shown:
            rows.append((f"… and {len(group.entries) - shown} more", ""))
        if screen.is_terminal:
            screen.print(Padding(_grid(rows), (0, 0, 0, 2)))
        else:
            for name, what in rows:
                screen.print(Text(f"  {name}  {what}".rstrip()))
        remedy = Text(f"→ {group.remedy}")
        screen.print(Padding(remedy, (0, 0, 0, 2)) if screen.is_terminal else remedy)


def _row(entry: Entry) -> tuple[str, str]:
    name = Path(entry.path).name
    return name, entry.what.removeprefix(name).lstrip(": ")


def _grid(rows: Sequence[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, overflow="ellipsis", max_width=_NAME_WIDTH)
    table.add_column(overflow="fold")
    for name, what in rows:
        table.add_row(Text(name), Text(what))
    return table


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
