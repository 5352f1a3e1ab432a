"""``hirec eval build-set``: from an index to a reviewed question set with its card."""

from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsJson, At


def build_set(
    index: At,
    out: Annotated[Path, typer.Option(help="Folder for questions, review file and card.")],
    review: Annotated[
        Path | None, typer.Option(help="Edited review file to take back; builds nothing.")
    ] = None,
    count: Annotated[int, typer.Option(min=0, help="Questions from tagged figures.")] = 200,
    several: Annotated[
        float, typer.Option(min=0, max=1, help="Share of them over several years or companies.")
    ] = 0.4,
    closed: Annotated[
        Path | None, typer.Option(help="JSON Lines of closed questions to be made open.")
    ] = None,
    written: Annotated[
        int, typer.Option(min=0, help="Textual questions, by the model of --settings.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Another seed, another choice and wording.")] = 0,
    phrasings: Annotated[
        str, typer.Option(help="Wording of questions on single figures: formal, plain or people.")
    ] = "formal",
    settings: Annotated[
        Path | None, typer.Option(help="YAML preset with a section llm: a model checks and writes.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Overwrite a review file that holds decisions.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Build a LOFin-like question set, or take back a person's review of one."""
    from hirec.evaluation.construction import folder
    from hirec.index import Index

    opened = Index.open(index)
    if review is not None:
        reviewed = folder.review_set(opened, out, review)
        summary = {"questions": len(reviewed.rows), "decisions": dict(reviewed.decisions)}
        _show(summary, out, as_json)
        return
    plan = folder.Plan(count, seed, phrasings, several, closed, written, *_made_by())
    if settings is None:
        made = folder.build_set(opened, out, plan, overwrite=fresh)
    else:
        from hirec.llm.local import open_client
        from hirec.settings import Settings

        with open_client(Settings.load(settings)) as client:
            made = folder.build_set(opened, out, plan, client, client.name, overwrite=fresh)
    summary = {
        "candidates": made.candidates,
        "dropped": dict(made.dropped),
        "made_precise": made.made_precise,
        "skipped": made.skipped,
    }
    _show(summary, out, as_json)


def _made_by() -> tuple[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return "hirec eval build-set", version("hirec")
    except PackageNotFoundError:
        return "hirec eval build-set", ""


def _show(summary: dict[str, object], out: Path, as_json: bool) -> None:
    if as_json:
        print_json(summary | {"out": str(out)})
        return
    for name, value in summary.items():
        if isinstance(value, dict):
            value = ", ".join(f"{key}: {count}" for key, count in value.items()) or "none"
        if value != "":
            typer.echo(f"{name.replace('_', ' '):12} {value}")
    typer.echo(f"Questions, card and review file (edit, then --review) are in {out}.")
