"""``hirec trace``: stored runs, what became of a passage and why, and audit bundles."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsJson, At

EXIT_DIFFERENT = 1
"""A run, asked again, came to something else."""

app = typer.Typer(name="trace", help="What stored runs did, and whether they can be repeated.")

Run = Annotated[str, typer.Argument(help="Id of a stored run, as `hirec ask` prints it.")]


@app.callback()
def about() -> None:
    """Tell what stored runs did, and whether they can be repeated."""


@app.command()
def show(run: Run, index: At, as_json: AsJson = False) -> None:
    """Show each step of a run: what it saw, kept and dropped."""
    from serving.cli.render import console, show_trace
    from serving.traces import load_trace

    content = load_trace(index, run)
    if as_json:
        print_json(content)
    else:
        show_trace(console(), content)


@app.command()
def why(
    run: Run,
    passage: Annotated[str, typer.Argument(help="passage_id: FILING#PAGE.NUMBER.")],
    index: At,
    as_json: AsJson = False,
) -> None:
    """Tell what became of a passage: each stage's score and rank, kept or dropped by which rule."""
    from serving.cli.render import console, show_history
    from serving.traces import load_trace, passage_history

    way = passage_history(load_trace(index, run), passage)
    if as_json:
        print_json({"passage": passage, "steps": way})
    else:
        show_history(console(), passage, way)


@app.command()
def bundle(
    run: Run,
    folder: Annotated[Path, typer.Argument(help="Folder for bundle.json and bundle.html.")],
    index: At,
    as_json: AsJson = False,
) -> None:
    """Write all of a run for an auditor: one JSON, one page that loads nothing."""
    from hirec.index import Index
    from serving.audit.bundle import make_bundle, write_bundle
    from serving.traces import load_trace

    made = make_bundle(load_trace(index, run), Index.open(index))
    written = [str(path) for path in write_bundle(made, folder)]
    if as_json:
        print_json({"files": written, "sha256": made["sha256"]})
    else:
        typer.echo("\n".join(written))


@app.command()
def clear(
    index: At,
    older_than: Annotated[float, typer.Option(min=0, help="Days since they were stored.")],
    as_json: AsJson = False,
) -> None:
    """Delete stored runs that are older; those that somebody gave feedback on are kept."""
    from serving.retention import clear_traces

    count = clear_traces(index, older_than)
    if as_json:
        print_json({"deleted": count})
    else:
        typer.echo(f"{count} {'run' if count == 1 else 'runs'} deleted")


@app.command()
def replay(
    folder: Annotated[Path, typer.Argument(help="Folder of a bundle, or its JSON file.")],
    index: At,
    as_json: AsJson = False,
) -> None:
    """Ask a bundle's question again with the replies in it; exit code 1 where it differs."""
    from serving.audit.bundle import read_bundle
    from serving.audit.replay import replay as repeat

    made = repeat(read_bundle(folder), index)
    found = made.difference
    if as_json:
        print_json(
            {"same": found is None, "difference": found and asdict(found), "changed": made.changed}
        )
    else:
        typer.echo("the same" if found is None else f"{found.where} differs")
        if found is not None:
            typer.echo(f"  was  {found.was}\n  now  {found.now}")
        for name in made.changed:
            typer.echo(f"  the {name} changed since the run")
    if found is not None:
        raise typer.Exit(EXIT_DIFFERENT)
