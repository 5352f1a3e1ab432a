"""``hirec eval reading``: how well filings are read, by their own tags."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from serving.cli.progress import progress_bar


def reading(
    filings: Annotated[Path, typer.Option(help="Folder of filings, or one file.")],
    out: Annotated[Path, typer.Option(help="Folder for metrics.json and records.jsonl.")],
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0: one a core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print metrics.json.")] = False,
) -> None:
    """Hold what is read from tables and covers against the filings' own XBRL tags."""
    from indexing.discover import discover
    from indexing.evaluation.reading import evaluate_reading

    paths = discover([filings], out).files
    with _progress() as progress:
        metrics = evaluate_reading(paths, out, workers=workers, progress=progress)
    if as_json:
        typer.echo(json.dumps(metrics, ensure_ascii=False))
    else:
        _show(metrics, out)


def _show(metrics: dict[str, Any], out: Path) -> None:
    from rich.table import Table

    from serving.cli.render import console

    table = Table("figure", "value", "95% interval", "n")
    for name, figure in metrics.items():
        if isinstance(figure, dict) and figure["n"]:
            interval = f"{figure['low']:.4f} to {figure['high']:.4f}"
            table.add_row(name, f"{figure['value']:.4f}", interval, f"{figure['n']:,}")
    screen = console()
    screen.print(table)
    counts = f"{metrics['files']} files, {metrics['pages']} pages, {metrics['failed']} not read."
    screen.print(f"{counts} What differs is listed in {out / 'records.jsonl'}.")


@contextmanager
def _progress() -> Iterator[Callable[[int, int, str], None]]:
    """A bar on a terminal, one JSON line a file elsewhere, both on standard error."""
    with progress_bar("reading") as move:
        if move is None:
            yield _progress_line
        else:
            yield lambda done, total, _: move(done, total, "reading")


def _progress_line(done: int, total: int, name: str) -> None:
    line = json.dumps({"done": done, "total": total, "file": name}, ensure_ascii=False)
    print(line, file=sys.stderr, flush=True)
