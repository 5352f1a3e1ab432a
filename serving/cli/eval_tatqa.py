"""``hirec eval tatqa``: questions over their own table and paragraphs."""

from pathlib import Path
from typing import Annotated, Any

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsMetrics, Preset
from serving.cli.origin import STATE_HELP, DataState, origin_of


def tatqa(
    data: Annotated[Path, typer.Option(help="TAT-QA file with answers (dev or test, gold).")],
    out: Annotated[Path, typer.Option(help="Folder for metrics and records.")],
    settings: Preset = None,
    limit: Annotated[int, typer.Option(min=0, help="First contexts only; 0: all.")] = 0,
    state: Annotated[DataState, typer.Option(help=STATE_HELP)] = DataState.UNSTATED,
    as_json: AsMetrics = False,
) -> None:
    """Answer TAT-QA with the analyst of ``hirec ask``, each question over its own context."""
    from hirec.analysts.rule.analyst import RuleAnalyst
    from hirec.datasets.tatqa import Context, load_tatqa
    from hirec.evaluation.given_page import GivenPage
    from hirec.evaluation.tatqa.run import evaluate_tatqa
    from hirec.models.encoder import load_encoder
    from hirec.settings import Settings
    from hirec.types import Passage
    from indexing.contexts import read_page

    def passages(context: Context) -> list[Passage]:
        return read_page(context.context_id, context.table, context.paragraphs, context.identity)

    chosen = Settings.load(settings) if settings is not None else Settings()
    contexts = load_tatqa(data)[: limit or None]
    system = GivenPage(RuleAnalyst(load_encoder(chosen.models)), chosen)
    metrics = evaluate_tatqa(
        contexts, system, passages, out, chosen.sandbox, origin=origin_of(data, state=state)
    )
    if as_json:
        print_json(metrics)
        return
    _show("all", metrics)
    for name, figures in metrics["by_type"].items():
        _show(name, figures)
    typer.echo(f"Records: {out / 'records.jsonl'}")


def _show(name: str, figures: dict[str, Any]) -> None:
    words = " · ".join(
        f"{key.replace('_', ' ')} {figures[key]['value']:.3f}"
        for key in ("exact_match", "f1", "abstained")
        if figures[key]["value"] is not None
    )
    typer.echo(f"{name:<12} n {figures['questions']:>5} · {words}")
