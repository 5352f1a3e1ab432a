"""``hirec index --check`` and ``--repair``: what is damaged, and what was made again."""

from collections.abc import Sequence
from pathlib import Path

import typer

from hirec.index.layout import Layout
from hirec.index.manifest import read_manifest
from hirec.settings import Settings
from indexing.checking import Damage, check
from indexing.repairing import repair
from indexing.report import Progress
from serving.cli.lines import print_json


def check_index(index_dir: Path, progress: Progress, lines: bool) -> bool:
    """Print every damage; returns whether the index is whole."""
    layout = Layout(index_dir.resolve())
    read_manifest(layout)
    found = check(layout, progress)
    if lines:
        print_json({"event": "check", "damaged": _listed(found)})
        return not found
    for damage in found:
        typer.echo(f"damaged  {damage}")
    remedy = f"mend it with: hirec index --repair --index {index_dir}"
    typer.echo(f"{len(found)} damaged; {remedy}" if found else f"{index_dir} is whole.")
    return not found


def repair_index(index_dir: Path, settings: Settings, progress: Progress, lines: bool) -> bool:
    """Mend an index and print what was done; returns whether it is whole now."""
    report = repair(index_dir, settings, progress)
    if lines:
        mended, left = _listed(report.mended), _listed(report.left)
        read = list(report.read_again)
        print_json({"event": "repair", "mended": mended, "left": left, "read_again": read})
        return not report.left
    for damage in report.mended:
        typer.echo(f"mended   {damage}")
    for path in report.read_again:
        typer.echo(f"read     {path}")
    for damage in report.left:
        typer.echo(f"left     {damage}")
    if report.left:
        typer.echo(
            f"{len(report.left)} could not be mended: the files of these filings are gone or have "
            "changed; put them back where the ledger says they were, or index them again."
        )
    elif not report.mended:
        typer.echo(f"{index_dir} is whole.")
    return not report.left


def _listed(damages: Sequence[Damage]) -> list[dict[str, str]]:
    return [
        {"path": str(damage.path), "what": damage.what, "filing_id": damage.filing_id}
        for damage in damages
    ]
