"""``hirec eval judge``: textual answers of a finished run, marked by a language model."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from serving.cli.progress import progress_bar


def judge(
    run: Annotated[Path, typer.Argument(help="Folder of a finished run.")],
    settings: Annotated[Path, typer.Option(help="YAML preset with a section llm.")],
    index: Annotated[
        Path | None, typer.Option(help="Folder of the index: shows the judge the gold pages.")
    ] = None,
    tatqa: Annotated[
        Path | None, typer.Option(help="TAT-QA file that RUN answered, to measure the judge.")
    ] = None,
    numeric: Annotated[
        bool, typer.Option("--numeric", help="Numeric answers too, to measure the judge.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print judge.json.")] = False,
) -> None:
    """Mark the answers; replies kept in llm.cache are not paid twice.

    A reply that cannot be read is an error of its case, never a mark; exit code 1 says that there
    was one.
    """
    from hirec.datasets.tatqa import load_tatqa
    from hirec.evaluation.compare import load_run
    from hirec.evaluation.judged_run import cases_of, write_judgements
    from hirec.evaluation.judging import LlmJudge, judge_all
    from hirec.evaluation.tatqa.spans import span_cases
    from hirec.index import Index
    from hirec.llm.local import open_client
    from hirec.prompts import load_prompt
    from hirec.settings import Settings

    chosen = Settings.load(settings)
    if tatqa is not None:
        records, cases = [], span_cases(load_tatqa(tatqa), run)
    else:
        records = list(load_run(run).records)
        cases = cases_of(records, Index.open(index) if index is not None else None, numeric)
    with open_client(chosen) as client, _progress() as progress:
        judgements = judge_all(LlmJudge(client), cases, progress)
    by = {"judge": client.name, "prompt_version": load_prompt("judge").version}
    metrics = write_judgements(run, judgements, records, by)
    if as_json:
        typer.echo(json.dumps(metrics, ensure_ascii=False))
    else:
        _show(metrics, run)
    raise typer.Exit(1 if metrics["errors"] else 0)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, one JSON line a batch elsewhere, both on standard error."""
    with progress_bar("judging") as move:
        if move is None:
            yield _progress_line
        else:
            yield lambda done, total: move(done, total, "judging")


def _progress_line(done: int, total: int) -> None:
    print(json.dumps({"done": done, "total": total}), file=sys.stderr, flush=True)


def _show(metrics: dict[str, Any], run: Path) -> None:
    from serving.cli.render import console

    screen = console()
    screen.print(
        f"{metrics['judge']} marked {metrics['cases']} answers, {metrics['errors']} failed."
    )
    for name, words in (
        ("correct", "textual answers correct"),
        ("agreement", "agreement with known results"),
    ):
        figure = metrics[name]
        if figure["n"]:
            interval = f"{figure['low']:.3f} to {figure['high']:.3f}"
            screen.print(f"{words}: {figure['value']:.3f} ({interval}, n {figure['n']})")
    if metrics["kappa"] is not None:
        screen.print(f"Cohen's kappa: {metrics['kappa']:.3f}")
    if metrics["textual_abstained"]:
        screen.print(f"Textual questions refused, not marked: {metrics['textual_abstained']}")
    screen.print(f"Each mark with its reason: {run / 'judgements.jsonl'}")
