"""``hirec eval slices``: the figures of a finished run by company, form, period and the like."""

from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsJson


def slices(
    run: Annotated[Path, typer.Argument(help="Folder of a finished run.")],
    by: Annotated[
        str, typer.Option(help="company, form, period, answer, evidence; several as a,b.")
    ] = "company,form,period,answer,evidence",
    as_json: AsJson = False,
) -> None:
    """Show what a run comes to in each part of its questions, with the number of questions."""
    from hirec.evaluation.compare import load_run
    from hirec.evaluation.metrics import summarize
    from hirec.evaluation.reporting.table import slice_table
    from hirec.evaluation.slices import SLICES
    from hirec.types import QuestionError
    from serving.cli.render import console

    names = [name.strip() for name in by.split(",") if name.strip()]
    if unknown := next((name for name in names if name not in SLICES), None):
        raise QuestionError(f"Unknown slice '{unknown}': choose of {', '.join(SLICES)}.")
    cut = summarize(load_run(run).records)["by_slice"]
    if not any(cut.values()):
        raise QuestionError(f"{run} was made before runs knew slices: run it again with --fresh.")
    if as_json:
        print_json({name: cut[name] for name in names})
        return
    screen = console()
    for name in names:
        screen.print(slice_table(name, cut[name]))
