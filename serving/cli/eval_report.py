"""``hirec eval report``: a page of results, generated from finished runs."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of finished runs, or kept records.")],
    out: Annotated[Path, typer.Option(help="Page to write: .md, .html, or both without either.")],
    keep: Annotated[
        Path | None, typer.Option(help="Folder for a record of each run: figures, no data.")
    ] = None,
) -> None:
    """Write figures with date, commit, command, data hash and interval; nothing is typed in.

    What was developed on, untouched or generated stands apart, as `--state` of the runs said.
    """
    from hirec.evaluation.reporting.results_page import results_html, results_markdown
    from hirec.evaluation.results import keep_result, load_result
    from hirec.types import QuestionError

    records = {run: load_result(run) for run in runs}
    names = [run.stem if run.is_file() else run.resolve().name for run in records]
    if keep is not None and len(set(names)) < len(names):
        raise QuestionError("Two runs have one name: keep them one after the other, renamed.")
    writers = {".md": results_markdown, ".html": results_html}
    if out.suffix and out.suffix not in writers:
        raise QuestionError(f"{out}: a page is .md or .html; without a suffix both are written.")
    suffixes = [out.suffix] if out.suffix else list(writers)
    out.parent.mkdir(parents=True, exist_ok=True)
    for suffix in suffixes:
        page = out.with_suffix(suffix)
        page.write_text(writers[suffix](list(records.values())), encoding="utf-8")
        typer.echo(f"Page: {page}")
    if keep is not None:
        for name, record in zip(names, records.values(), strict=True):
            kept = keep_result(keep, name, record)
            typer.echo(f"Record: {kept}")
