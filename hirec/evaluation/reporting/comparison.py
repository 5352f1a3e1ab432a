"""Several finished runs in one folder: ``comparison.json`` and ``comparison.html``."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from hirec.evaluation.compare import Run, compare, ratios
from hirec.evaluation.reporting.charts import precision_recall_lines
from hirec.evaluation.reporting.document import document, template
from hirec.evaluation.reporting.figures import LABELS, amount, difference_text, times
from hirec.intervals import Estimate
from hirec.json_files import write_json

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
    body = template("comparison.html").substitute(
        first=escape(names[0]),
        subtitle=f"{len(runs)} systems, {runs[0].metrics['questions']} questions",
        figures=_figures(runs, differences),
        ratios=_ratios(names, over),
        stages=_stages(runs),
        curves=precision_recall_lines({run.name: run.metrics["curve"] for run in runs}),
        top_errors=_classes(runs, "top_errors"),
        misses=_classes(runs, "misses"),
    )
    page = document(f"comparison · {names[0]}", body)
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


def _figures(runs: Sequence[Run], differences: Mapping[str, Sequence[Estimate]]) -> str:
    rows = []
    for key, label in LABELS.items():
        if not any(run.metrics[key]["n"] for run in runs):
            continue
        cells = [amount(key, run.metrics[key]["value"]) for run in runs]
        for column, difference in enumerate(differences.get(key, ()), start=1):
            text = escape(difference_text(key, difference))
            cells[column] += f'<span class="quiet spread">{text}</span>'
        rows.append((label, cells))
    return _table([run.name for run in runs], rows)


def _ratios(names: Sequence[str], parts: Mapping[str, Sequence[Estimate]]) -> str:
    rows = [(LABELS[key], [times(estimate) for estimate in row]) for key, row in parts.items()]
    return _table(names[1:], rows)


def _stages(runs: Sequence[Run]) -> str:
    spent = [run.metrics["seconds_by_stage"] for run in runs]
    stages = list(dict.fromkeys(stage for seconds in spent for stage in seconds))
    rows = [
        (stage, [f"{s[stage]['value']:.3f} s" if stage in s else "–" for s in spent])
        for stage in stages
    ]
    return _table([run.name for run in runs], rows)


def _classes(runs: Sequence[Run], key: str) -> str:
    counts = [run.metrics[key] for run in runs]
    rows = [
        ("right page" if name == "none" else name, [str(c.get(name, 0)) for c in counts])
        for name in _CLASSES
        if any(c.get(name) for c in counts)
    ]
    return _table([run.name for run in runs], rows)


def _table(heads: Iterable[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    """A table whose cells are HTML already; heads and labels are escaped here."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        f"<tr><th>{escape(label)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for label, cells in rows
    )
    return (
        f'<div class="scroll"><table class="types"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
