"""``hirec ask``: one question, one answer, its trace stored beside the index."""

import json
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

EXIT_ABSTAINED = 3
"""The filings do not say; the answer tells what is missing."""


def ask(
    question: Annotated[str, typer.Argument(help="In plain words, companies and periods named.")],
    index: Annotated[Path, typer.Option(help="Folder of the index.")],
    as_of: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="Use no filing made after this day."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(help="YAML preset laid over the defaults.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Answer a question from an index; exit code 3 where the filings do not say."""
    from hirec.pipeline import HiREC
    from hirec.settings import Settings
    from serving.cli.render import console, show_answer
    from serving.traces import answer_json, store_trace

    chosen = Settings.load(settings) if settings is not None else None
    answer = HiREC.open(index, chosen).ask(question, as_of.date() if as_of else None)
    trace_id = store_trace(index, answer)
    if as_json:
        typer.echo(json.dumps({"trace_id": trace_id, **answer_json(answer)}, ensure_ascii=False))
    else:
        show_answer(console(), answer)
        typer.echo(f"  trace     {trace_id}")
    if answer.abstained:
        raise typer.Exit(EXIT_ABSTAINED)
