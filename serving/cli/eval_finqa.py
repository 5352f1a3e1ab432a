"""``hirec eval finqa`` and ``hirec eval convfinqa``: questions over one page of a report."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsMetrics, Preset
from serving.cli.origin import STATE_HELP, DataState, origin_of

if TYPE_CHECKING:
    from hirec.datasets.finqa import PageQuestion

Data = Annotated[Path, typer.Option(help="The set's file, as its authors publish it.")]
Out = Annotated[Path, typer.Option(help="Folder for metrics and records.")]
Limit = Annotated[int, typer.Option(min=0, help="First questions only; 0: all.")]
State = Annotated[DataState, typer.Option(help=STATE_HELP)]


def finqa(
    data: Data,
    out: Out,
    settings: Preset = None,
    limit: Limit = 0,
    state: State = DataState.UNSTATED,
    as_json: AsMetrics = False,
) -> None:
    """Answer FinQA (official, or UDA-Benchmark's) by rules, each question over its own page."""
    from hirec.datasets.finqa import load_finqa

    _measure(load_finqa, data, out, settings, limit, state, as_json)


def convfinqa(
    data: Data,
    out: Out,
    settings: Preset = None,
    limit: Limit = 0,
    state: State = DataState.UNSTATED,
    as_json: AsMetrics = False,
) -> None:
    """Answer ConvFinQA's turns by rules, each with those before it and their gold answers."""
    from hirec.datasets.convfinqa import load_convfinqa

    _measure(load_convfinqa, data, out, settings, limit, state, as_json)


def _measure(
    load: "Callable[[Path], list[PageQuestion]]",
    data: Path,
    out: Path,
    settings: Path | None,
    limit: int,
    state: DataState,
    as_json: bool,
) -> None:
    from hirec.analysts.rule.analyst import RuleAnalyst
    from hirec.datasets.finqa import PageQuestion
    from hirec.evaluation.finqa.run import evaluate_finqa
    from hirec.evaluation.given_page import GivenPage
    from hirec.models.encoder import load_encoder
    from hirec.settings import Settings
    from hirec.types import Passage
    from indexing.contexts import read_page

    def passages(question: PageQuestion) -> list[Passage]:
        return read_page(
            question.question_id,
            question.table,
            question.paragraphs,
            question.identity,
            question.caption,
        )

    chosen = Settings.load(settings) if settings is not None else Settings()
    questions = load(data)[: limit or None]
    system = GivenPage(RuleAnalyst(load_encoder(chosen.models)), chosen)
    metrics = evaluate_finqa(questions, system, passages, out, origin=origin_of(data, state=state))
    if as_json:
        print_json(metrics)
        return
    shares = " · ".join(
        f"{name.replace('_', ' ')} {metrics[name]['value']:.3f}"
        for name in ("numeric_right", "numeric_wrong", "numeric_abstained")
        if metrics[name]["value"] is not None
    )
    typer.echo(f"n {metrics['numeric']} · {shares}")
    typer.echo(f"Records: {out / 'records.jsonl'}")
