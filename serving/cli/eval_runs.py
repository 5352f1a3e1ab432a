"""Runs of ``hirec eval``: one or several systems over the same questions, and their tables."""

import dataclasses
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from serving.cli.lines import print_json
from serving.cli.progress import steps

if TYPE_CHECKING:
    from hirec.datasets.questions import Question
    from hirec.evaluation.origin import Origin
    from hirec.evaluation.records import Record
    from hirec.settings import Settings


class Stages(StrEnum):
    """How far every question is taken; the library's own, without loading it for ``--help``."""

    ALL = "all"
    RETRIEVAL = "retrieval"


class EvidenceFrom(StrEnum):
    """Where the passages come from."""

    RETRIEVAL = "retrieval"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Draw:
    """Which of the questions are asked; a size of 0 takes all of them."""

    size: int
    seed: int
    strata: tuple[str, ...]

    def of(self, questions: "list[Question]", index: Path) -> "list[Question]":
        """Draw the questions; the index knows their companies, forms and periods."""
        from hirec.evaluation.slices import sample
        from hirec.index import Index

        if not self.size:
            return questions
        return sample(questions, Index.open(index), self.size, self.seed, self.strata)


@dataclass(frozen=True, slots=True)
class Task:
    """Questions to ask of an index, and where the results go."""

    questions: "Sequence[Question]"
    index: Path
    out: Path
    stages: Stages
    evidence: EvidenceFrom
    limit: int
    draw: Draw
    fresh: bool
    origin: "Origin"

    def run(self, variants: "Mapping[str, tuple[str, Settings]]") -> dict[Path, dict[str, Any]]:
        """Measure each variant (name → system, settings); folder → its ``metrics.json``.

        One variant goes into the output folder itself, several into a folder each.
        """
        from hirec.evaluation.run import RunPlan, evaluate
        from hirec.evaluation.run import Stages as Depth
        from hirec.evaluation.strategies.by_name import GOLD_PAGES, opened

        if self.evidence is EvidenceFrom.GOLD:
            variants = {name: (GOLD_PAGES, settings) for name, (_, settings) in variants.items()}
        done: dict[Path, dict[str, Any]] = {}
        with ExitStack() as stack:
            with steps("embedding", partial(_progress_line, "embedding")) as embedding:
                opening = opened(self.index, variants, self.questions, embedding)
                systems = stack.enter_context(opening)
            for name, system in systems.items():
                folder = self.out / name.replace(" ", "-") if len(systems) > 1 else self.out
                with steps(name, partial(_progress_line, name)) as progress:
                    plan = RunPlan(
                        self.questions,
                        folder,
                        self._made_with(name, variants[name][1]),
                        Depth(self.stages.value),
                        self.origin,
                        self.fresh,
                    )
                    done[folder] = evaluate(system, plan, progress)
        write_png(self.out, {str(m["system"]): m for m in done.values()})
        return done

    def _made_with(self, name: str, settings: "Settings") -> dict[str, Any]:
        """What a run depends on beside filings and code."""
        made_with = {
            "system": name,
            "index": str(self.index),
            "settings": settings.model_dump(mode="json"),
            "limit": self.limit,
        }
        if self.draw.size:
            made_with["sample"] = dataclasses.asdict(self.draw)
        if self.evidence is EvidenceFrom.GOLD:
            made_with["evidence"] = self.evidence.value
        return made_with


def write_png(folder: Path, metrics: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the plots; where matplotlib is missing, say so on standard error and go on."""
    from hirec.evaluation.reporting.plots import write_plots
    from hirec.plots import PlotsMissingError

    try:
        write_plots(folder, metrics)
    except PlotsMissingError as error:
        typer.echo(str(error), err=True)


def show_comparison(folders: Sequence[Path], out: Path | None, as_json: bool) -> None:
    """Print finished runs side by side; with ``out``, write the comparison there too."""
    from hirec.evaluation.compare import compare, load_run, ratios
    from hirec.evaluation.reporting.comparison import content, write_comparison
    from hirec.evaluation.reporting.table import comparison_table, ratio_table, stages_table
    from serving.cli.render import console

    runs = [load_run(folder) for folder in folders]
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        write_comparison(out, runs)
        write_png(out, {run.name: run.metrics for run in runs})
    if as_json:
        print_json(content(runs))
        return
    names, metrics = [run.name for run in runs], [run.metrics for run in runs]
    screen = console()
    screen.print(comparison_table(names, metrics, compare(runs)))
    screen.print(ratio_table(names, ratios(runs)))
    screen.print(stages_table(names, metrics))
    if out is not None:
        screen.print(f"Comparison: {out / 'comparison.html'}")


def show_run(metrics: dict[str, Any], out: Path) -> None:
    """Print the figures of one finished run."""
    from hirec.evaluation.compare import load_run
    from hirec.evaluation.reporting.table import metrics_table, stage_line, types_table
    from serving.cli.render import console

    screen = console()
    screen.print(metrics_table(metrics))
    if len(metrics["by_type"]) > 1:
        screen.print(types_table(metrics))
    if metrics["seconds_by_stage"]:
        screen.print(f"Median seconds by stage: {stage_line(metrics)}")
    for tier, spent in metrics.get("tiers", {}).items():
        outcomes = ", ".join(f"{count} {outcome}" for outcome, count in spent["outcomes"].items())
        screen.print(
            f"Answered by {tier}: {spent['questions']} questions ({outcomes}), "
            f"{spent['calls']} calls, {spent['tokens']} tokens, {spent['seconds']:.0f} s"
        )
    if failed := [record.error for record in load_run(out).records if record.error]:
        screen.print(f"{len(failed)} failed, the first so: {failed[0]}", markup=False)
    if metrics["missing_filings"]:
        names = ", ".join(metrics["missing_filings"])
        screen.print(f"Gold filings not in the index (counted as missed): {names}")
    screen.print(f"Report: {out / 'report.html'}")


def _progress_line(
    name: str, done: int, total: int, record: "Record | None" = None
) -> dict[str, object]:
    content: dict[str, object] = {"system": name, "done": done, "total": total}
    if record is not None:
        content |= {"id": record.id, "outcome": record.outcome, "lost_at": record.lost_at}
        content["seconds"] = round(record.seconds, 3)
    return content
