"""``hirec eval data``: public question sets, and their files as ours."""

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import json_line, print_json
from serving.cli.options import AsJson


def data(
    name: Annotated[str, typer.Argument(help="A set; without one all are listed.")] = "",
    source: Annotated[
        Path | None, typer.Option("--from", help="Its file or folder, as published.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Our question file to write.")] = None,
    as_json: AsJson = False,
) -> None:
    """List public question sets, tell what the published files of one hold, or convert them."""
    from hirec.datasets.public import PUBLIC, convert, known
    from hirec.types import QuestionError

    if source is None:
        if out is not None:
            raise QuestionError("Say --from which published file the question file is made.")
        listed = {name: known(name)} if name else PUBLIC
        sets = {
            key: {"what": s.what, "where": s.where, "licence": s.licence, "then": s.then}
            for key, s in listed.items()
        }
        typer.echo(json_line(sets) if as_json else _listing(sets))
        return
    converted = convert(name, source, out)
    if as_json:
        print_json(dataclasses.asdict(converted))
        return
    chosen = known(name)
    types = ", ".join(f"{count} {kind}" for kind, count in sorted(converted.types.items()))
    noun = "question" if converted.questions == 1 else "questions"
    plural = "" if converted.filings == 1 else "s"
    over = f" over {converted.filings} filing{plural}" if converted.filings else ""
    typer.echo(
        f"{chosen.what}\n"
        f"{converted.questions} {noun} ({types}){over}{f' → {out}' if out else ''}\n"
        f"SHA-256 of the source: {converted.sha256}\n"
        f"Licence: {chosen.licence}\n"
        f"Next: {_next(name, source, out)}"
    )


def _listing(sets: dict[str, dict[str, str]]) -> str:
    return "\n\n".join(
        f"{name}: {entry['what']}\n"
        f"  from     {entry['where']}\n"
        f"  licence  {entry['licence']}\n"
        f"  run      {entry['then'].format(file='FILE')}"
        for name, entry in sets.items()
    )


def _next(name: str, source: Path, out: Path | None) -> str:
    """The command that goes on from here."""
    from hirec.datasets.public import known

    chosen = known(name)
    if chosen.read is not None and out is None:
        return f"hirec eval data {name} --from {source} --out QUESTIONS.jsonl"
    return chosen.then.format(file=out or source)
