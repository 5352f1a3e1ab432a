"""``hirec eval make-questions``: questions with gold answers from tagged filings."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsJson, At


def make_questions(
    index: At,
    out: Annotated[Path, typer.Option(help="JSON Lines file to write.")],
    count: Annotated[int, typer.Option(min=1, help="How many, where there are so many.")] = 2000,
    seed: Annotated[int, typer.Option(help="Another seed, another choice and wording.")] = 0,
    phrasings: Annotated[
        str,
        typer.Option(
            help="plain or formal: names of the lexicon; people: free wording, others' row labels."
        ),
    ] = "plain",
    as_json: AsJson = False,
) -> None:
    """Write questions over the tagged figures of an index's primary statements."""
    from hirec.evaluation.generated.questions import make_questions as make
    from hirec.evaluation.generated.questions import write_questions
    from hirec.index import Index

    rows = make(Index.open(index), count, seed, phrasings)
    write_questions(rows, out)
    kinds = {
        key: dict(Counter(str(row[key]) for row in rows))
        for key in ("relation", "statement", "naming")
    }
    if as_json:
        print_json({"questions": len(rows), "out": str(out)} | kinds)
        return
    fewer = f", of {count:,}: the figures give no more" if len(rows) < count else ""
    typer.echo(f"{len(rows):,} questions in {out}{fewer}")
    for key, counts in kinds.items():
        shares = ", ".join(f"{name} {number}" for name, number in counts.items())
        typer.echo(f"  {key}: {shares}")
