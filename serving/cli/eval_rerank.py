"""``hirec eval rerank``: measure the rankings that finished runs left behind."""

from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsMetrics
from serving.cli.origin import origin_of


def rerank(
    runs: Annotated[
        list[Path],
        typer.Argument(help="Folders of `eval run` or `eval ranking`, TREC runs; the first first."),
    ],
    out: Annotated[Path, typer.Option(help="Folder for metrics.json and TREC files.")],
    qrels: Annotated[
        Path | None, typer.Option(help="TREC judgements; in a folder's place of its own.")
    ] = None,
    as_json: AsMetrics = False,
) -> None:
    """nDCG, MAP and MRR at 5 and 10, and recall, with intervals; several runs by difference.

    Nothing is asked or ranked again. Measures are trec_eval's; of `eval run` the pages are
    measured, and each gold page counts, also where one of them would be enough.
    """
    from hirec.evaluation.ranking.finished import load_finished, measure_runs, write_measured
    from hirec.evaluation.reporting.rerank_table import rerank_table
    from serving.cli.render import console

    loaded = [run for path in runs for run in load_finished(path, qrels)]
    metrics = measure_runs(loaded)
    data = (qrels,) if qrels is not None else ()
    write_measured(out, loaded, metrics, origin_of(*data))
    if as_json:
        print_json(metrics)
        return
    screen = console()
    screen.print(rerank_table(metrics))
    for reason, ids in metrics["left_out"].items():
        screen.print(f"Left out, {reason}: {len(ids)}, such as {ids[0]}")
    for name, count in metrics["unranked"].items():
        if count:
            screen.print(f"{name} ranked nothing for {count} questions; they count as 0.")
    screen.print(f"Figures: {out / 'metrics.json'}; TREC files: {out / 'trec'}")
