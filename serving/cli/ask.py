"""``hirec ask`` and ``hirec chat``: questions, answers, each trace stored beside the index."""

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hirec.json_files import parse_json, read_lines
from hirec.types import HirecError
from serving.cli.lines import print_json
from serving.cli.options import AsJson, Preset
from serving.cli.startup import uncollected

if TYPE_CHECKING:
    from hirec.pipeline import HiREC

EXIT_ABSTAINED = 3
"""The filings do not say; the answer tells what is missing."""

Index = Annotated[str, typer.Option(help="Folder of the index, or the URI it is published at.")]
AsOf = Annotated[
    datetime | None,
    typer.Option(formats=["%Y-%m-%d"], help="Use no filing made after this day."),
]


def ask(
    question: Annotated[str, typer.Argument(help="In plain words, companies and periods named.")],
    index: Index,
    as_of: AsOf = None,
    settings: Preset = None,
    history: Annotated[
        Path | None,
        typer.Option(help="JSON lines with the `question` and `answer` of each turn before."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question from an index; exit code 3 where the filings do not say."""
    turns = read_history(history) if history is not None else []
    with uncollected():
        from serving.cli.render import console, show_answer
        from serving.traces import run_json, store_trace

        hirec = _opened(index, settings)
    day = as_of.date() if as_of else None
    try:
        answer = hirec.ask(question, day, turns)
    finally:
        hirec.close()
    stored = store_trace(hirec.index.layout.root, answer, run_json(hirec, day, turns))
    if as_json:
        print_json(stored)
    else:
        show_answer(console(), answer)
        typer.echo(f"  trace     {stored['trace_id']}")
    if answer.abstained:
        raise typer.Exit(EXIT_ABSTAINED)


def chat(index: Index, as_of: AsOf = None, settings: Preset = None) -> None:
    """Answer one question after another, each with the ones before in mind, until an empty line."""
    with uncollected():
        from serving.cli.render import console, show_answer
        from serving.traces import run_json, store_trace

        hirec = _opened(index, settings)
    turns: list[tuple[str, str]] = []
    day = as_of.date() if as_of else None
    typer.echo("Ask; an empty line ends the conversation.", err=True)
    try:
        for line in sys.stdin:
            if not line.strip():
                break
            answer = hirec.ask(line, day, turns)
            store_trace(hirec.index.layout.root, answer, run_json(hirec, day, turns))
            show_answer(console(), answer)
            turns.append((answer.question, answer.text))
    finally:
        hirec.close()


def _opened(index: str, settings: Path | None) -> "HiREC":
    from hirec.pipeline import HiREC
    from hirec.settings import Settings

    return HiREC.open(index, Settings.load(settings) if settings is not None else None)


def read_history(path: Path) -> list[tuple[str, str]]:
    """Turns of a conversation, oldest first; raises :class:`HirecError` on a malformed line."""
    turns = []
    for number, line in read_lines(path, HirecError):
        place = f"{path}, line {number}"
        match parse_json(line, place, HirecError):
            case {"question": str(question), "answer": str(answer)}:
                turns.append((question, answer))
            case _:
                raise HirecError(f'{place}, needs two texts: {{"question": …, "answer": …}}.')
    return turns
