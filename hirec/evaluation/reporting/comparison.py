"""Several finished runs in one folder: ``comparison.json`` and ``comparison.html``."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from hirec.evaluation.compare import Run, compare, ratios
from hirec.evaluation.reporting.charts import precision_recall_lines
from hirec.evaluation.reporting.figures import LABELS, amount, difference_text, times
from hirec.evaluation.reporting.templates import render
from hirec.intervals import Estimate
from hirec.json_files import write_json

_Row = tuple[str, list[tuple[str, str]]]
"""Label, and for each system a figure with what stands below it in small print."""

_CLASSES = ("none", "page", "document", "company", "empty", "index")


def content(runs: Sequence[Run]) -> dict[str, Any]:
    """What ``comparison.json`` holds.

    ``differences`` are each later run minus the first, ``ratios`` the first over each later one,
    both over the questions that the two runs share. Raises RecordsError where they share none.
    """
    return _content(runs, compare(runs), ratios(runs))


def write_comparison(folder: Path, runs: Sequence[Run]) -> None:
    """Write both files; raises as :func:`content` does."""
    names = [run.name for run in runs]
    differences, over = compare(runs), ratios(runs)
    write_json(folder / "comparison.json", _content(runs, differences, over))
    page = render(
        "comparison.html",
        title=f"comparison · {names[0]}",
        names=names,
        questions=runs[0].metrics["questions"],
        figures=_figures(runs, differences),
        ratios=[(LABELS[key], _plain(map(times, row))) for key, row in over.items()],
        stages=_stages(runs),
        curves=precision_recall_lines({run.name: run.metrics["curve"] for run in runs}),
        top_errors=_classes(runs, "top_errors"),
        misses=_classes(runs, "misses"),
    )
    (folder / "comparison.html").write_text(page, encoding="utf-8")


def _content(
    runs: Sequence[Run],
    differences: Mapping[str, Sequence[Estimate]],
    over: Mapping[str, Sequence[Estimate]],
) -> dict[str, Any]:
    names = [run.name for run in runs]
    return {
        "first": names[0],
        "systems": {run.name: _summary(run) for run in runs},
        "differences": _by_name(names[1:], differences),
        "ratios": _by_name(names[1:], over),
    }


def _summary(run: Run) -> dict[str, Any]:
    kept = ("questions", "seconds_by_stage", "top_errors", "misses", "lost_at", "curve")
    measured = {key: run.metrics[key] for key in LABELS if run.metrics[key]["n"]}
    return measured | {key: run.metrics[key] for key in kept}


def _by_name(
    names: Sequence[str], estimates: Mapping[str, Sequence[Estimate]]
) -> dict[str, dict[str, Any]]:
    return {
        metric: {name: e.to_json() for name, e in zip(names, row, strict=True)}
        for metric, row in estimates.items()
    }


def _figures(runs: Sequence[Run], differences: Mapping[str, Sequence[Estimate]]) -> list[_Row]:
    rows = []
    for key, label in LABELS.items():
        if not any(run.metrics[key]["n"] for run in runs):
            continue
        spreads = ["", *(difference_text(key, each) for each in differences.get(key, ()))]
        amounts = [amount(key, run.metrics[key]["value"]) for run in runs]
        rows.append((label, list(zip_longest(amounts, spreads, fillvalue=""))))
    return rows


def _stages(runs: Sequence[Run]) -> list[_Row]:
    spent = [run.metrics["seconds_by_stage"] for run in runs]
    stages = dict.fromkeys(stage for seconds in spent for stage in seconds)
    return [
        (stage, _plain(f"{s[stage]['value']:.3f} s" if stage in s else "–" for s in spent))
        for stage in stages
    ]


def _classes(runs: Sequence[Run], key: str) -> list[_Row]:
    counts = [run.metrics[key] for run in runs]
    return [
        ("right page" if name == "none" else name, _plain(str(c.get(name, 0)) for c in counts))
        for name in _CLASSES
        if any(c.get(name) for c in counts)
    ]


def _plain(figures: Iterable[str]) -> list[tuple[str, str]]:
    return [(figure, "") for figure in figures]
