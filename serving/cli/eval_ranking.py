"""``hirec eval ranking``: how well methods order passages, over questions with judged passages."""

from collections.abc import Mapping
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsMetrics, Preset
from serving.cli.origin import STATE_HELP, DataState, origin_of
from serving.cli.progress import steps

if TYPE_CHECKING:
    from hirec.datasets.tatqa import Context
    from hirec.evaluation.ranking.records import RankingRecord
    from hirec.types import Passage


class PoolScope(StrEnum):
    """Among what is ranked; the library's own, without loading it for ``--help``."""

    FILING = "filing"
    COLLECTION = "collection"


def ranking(
    questions: Annotated[
        Path,
        typer.Option(help="JSON Lines with gold pages, FinAgentBench's, TAT-QA's, a BEIR folder."),
    ],
    out: Annotated[Path, typer.Option(help="Folder for metrics, records and TREC files.")],
    index: Annotated[
        Path | None, typer.Option(help="Folder of the index, where pages are gold.")
    ] = None,
    method: Annotated[
        str, typer.Option(help="Methods, the first being what others are held against.")
    ] = "bm25,retriever,evidence",
    within: Annotated[
        PoolScope, typer.Option(help="Rank within the gold filing, or search all filings.")
    ] = PoolScope.FILING,
    seeds: Annotated[
        str, typer.Option(help="Whole numbers; every method is run once with each.")
    ] = "0",
    settings: Preset = None,
    limit: Annotated[int, typer.Option(min=0, help="First questions only; 0: all.")] = 0,
    fresh: Annotated[bool, typer.Option("--fresh", help="Rank again what OUT holds.")] = False,
    state: Annotated[DataState, typer.Option(help=STATE_HELP)] = DataState.UNSTATED,
    as_json: AsMetrics = False,
) -> None:
    """Rank by every method and measure; the same command again continues where it stopped."""
    from hirec.evaluation.ranking.judged import PoolScope as Among
    from hirec.evaluation.ranking.methods import METHODS, known_methods
    from hirec.evaluation.ranking.question_file import load_judged
    from hirec.evaluation.ranking.run import RankingPlan, evaluate_rankings
    from hirec.evaluation.ranking.workbench import Workbench
    from hirec.evaluation.store import stamp
    from hirec.index import Index
    from hirec.models.encoder import fingerprint
    from hirec.settings import Settings

    chosen, drawn = known_methods(method.split(",")), _whole_numbers(seeds)
    tree = Settings.load(settings) if settings is not None else Settings()
    opened = None
    if index is not None:
        opened = Index.open(index, encoder_fingerprint=fingerprint(tree.models))
    judged = load_judged(questions, opened, Among(within.value), limit, _table)
    made_with = stamp(
        opened.fingerprint if opened else "",
        {"index": str(index), "within": within.value, "settings": tree.model_dump(mode="json")},
    )
    with closing(Workbench(tree, opened)) as bench, steps("ranking", _progress_line) as progress:
        contest = RankingPlan(judged, {name: METHODS[name](bench) for name in chosen}, drawn)
        metrics = evaluate_rankings(
            contest, out, made_with, fresh, progress, origin_of(questions, state=state)
        )
    if as_json:
        print_json(metrics)
    else:
        _show(metrics, out)


def _table(context: "Context") -> "Passage | None":
    """A TAT-QA context's table as ``hirec eval tatqa`` reads it."""
    from hirec.types import PassageKind
    from indexing.contexts import read_page

    passages = read_page(context.context_id, context.table, context.paragraphs, context.identity)
    return next((p for p in passages if p.kind is PassageKind.TABLE), None)


def _whole_numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(dict.fromkeys(int(part) for part in text.split(",")))
    except ValueError:
        problem = f"whole numbers with commas between them, such as 0,1,2; got {text!r}"
        raise typer.BadParameter(problem, param_hint="--seeds") from None


def _progress_line(done: int, total: int, record: "RankingRecord | None") -> dict[str, object]:
    content: dict[str, object] = {"done": done, "total": total}
    if record is not None:
        content |= {"method": record.method, "seed": record.seed, "id": record.id}
        content["seconds"] = round(record.seconds, 3)
    return content


def _show(metrics: Mapping[str, Any], out: Path) -> None:
    from hirec.evaluation.reporting.ranking_table import ranking_table, runs_table
    from serving.cli.render import console

    screen = console()
    screen.print(ranking_table(metrics))
    if len(metrics["seeds"]) > 1:
        screen.print(runs_table(metrics))
    for reason, ids in metrics["left_out"].items():
        screen.print(f"Left out, {reason}: {len(ids)}, such as {ids[0]}")
    for name, figures in metrics["methods"].items():
        if figures["refused"] or figures["errors"]:
            screen.print(
                f"{name} ranked nothing for {figures['refused']} questions that it refused "
                f"and {figures['errors']} on which it failed; they count as 0."
            )
    screen.print(f"Figures: {out / 'metrics.json'}; each ranking: {out / 'records.jsonl'}")
