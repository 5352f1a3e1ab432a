"""The model card of a trained reranker: what it saw, how it was made, how it did meanwhile."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel

from hirec.digests import sha256_of
from training.data.record import Record
from training.reranker import TrainingReport
from training.settings import TrainingSettings, TuningMethod


def write_card(
    out: Path,
    examples: Sequence[Record],
    sources: Sequence[str],
    settings: TrainingSettings,
    report: TrainingReport,
) -> None:
    """Write ``README.md``.

    Args:
        out: Folder of the model.
        examples: All records, those held out too.
        sources: Each file of records with its SHA-256.
        settings: Recipe of the run.
        report: How training went.

    """
    kinds = Counter(example.source for example in examples)
    counted = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    reasons = Counter(negative.why.value for e in examples for negative in e.negatives)
    whys = ", ".join(f"{count} {why}" for why, count in sorted(reasons.items()))
    made = (
        f"LoRA matrices for `{settings.base}` and the layers that it lacks"
        if settings.method is TuningMethod.LORA
        else f"All weights of `{settings.base}`"
    )
    shown = "with" if settings.figures else "without"
    lines = [
        "# A reranker of passages from SEC filings",
        "",
        f"{made}, trained by `hirec train reranker`. It reads a question and a passage; the "
        "sigmoid of its output is the passage's relevance. Table rows are shown "
        f"{shown} their figures.",
        "",
        *weights_of(out),
        "",
        "## Data",
        "",
        f"{len(examples)} questions ({counted}), each with one passage that answers it and at "
        f"most {max(len(e.negatives) for e in examples)} that do not ({whys}):",
        "",
        *(f"- {source}" for source in sources),
        "",
        "## While training",
        "",
        f"{report.steps} steps over {report.examples} questions. Of {report.held_out_questions} "
        f"questions held out, the passage came first for {report.held_out_before:.2f} before "
        f"and {report.held_out_after:.2f} after. The loss went from {report.loss_first:.3f} to "
        f"{report.loss_last:.3f}, each the mean of a tenth of the steps.",
        "",
        *settings_rows(settings),
        "",
    ]
    (out / "README.md").write_text("\n".join(lines), encoding="utf-8")


def weights_of(out: Path) -> list[str]:
    """A line for each file of weights: name, size, hash."""
    return [
        f"- `{file.name}`, {file.stat().st_size / 1e6:.2f} MB, SHA-256 {sha256_of(file)}"
        for file in sorted(out.glob("*.safetensors"))
    ]


def settings_rows(settings: BaseModel) -> list[str]:
    """A table of a recipe, without what changes no weight."""
    rows = (
        f"| {name} | {value} |"
        for name, value in settings.model_dump(mode="json").items()
        if name not in ("threads", "device")
    )
    return ["| setting | value |", "|---|---|", *rows]
