"""``hirec eval repeated``: how far the figures of repeated runs differ."""

from pathlib import Path
from typing import Annotated, Any

import typer

from serving.cli.lines import json_line
from serving.cli.options import AsJson


def repeated(
    runs: Annotated[list[Path], typer.Argument(help="Folders of the same run, made again.")],
    baseline: Annotated[
        list[Path] | None, typer.Option(help="Folder of a run to compare with; once for each.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Mean, coefficient of variation and interval over runs; against others by Welch's t-test."""
    from hirec.evaluation.repeated_runs import describe
    from hirec.evaluation.results import load_result
    from hirec.evaluation.store import RecordsError

    given = [run.resolve() for run in (*runs, *(baseline or ()))]
    if twice := [run for run in given if given.count(run) > 1]:
        raise RecordsError(f"{twice[0]} is given twice: a run is no repetition of itself.")
    described = describe(
        [load_result(run) for run in runs], [load_result(run) for run in baseline or ()]
    )
    typer.echo(json_line(described) if as_json else _lines(described))


def _lines(described: dict[str, dict[str, Any]]) -> str:
    lines = []
    for name, figure in described.items():
        line = f"{name:<26} {figure['mean']:.3f} ({figure['low']:.3f} to {figure['high']:.3f})"
        if figure["cv"] is not None:
            line += f"  CV {figure['cv']:.2f}%"
        if test := figure.get("welch"):
            line += f"  t {test['t']:.2f}, p {test['p']:.4f}"
        lines.append(line)
    return "\n".join(lines)
