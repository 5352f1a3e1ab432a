"""The model card of a trained adapter of a language model."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from training.card import settings_rows, weights_of
from training.language_model import LanguageReport
from training.lessons.lesson import Lesson
from training.settings import LanguageLoss, LanguageSettings


def write_language_card(
    out: Path,
    lessons: Sequence[Lesson],
    sources: Sequence[str],
    settings: LanguageSettings,
    report: LanguageReport,
) -> None:
    """Write ``README.md``.

    Args:
        out: Folder of the adapter.
        lessons: All of them, those held out too.
        sources: Each file of lessons with its SHA-256.
        settings: Recipe of the run.
        report: How training went.

    """
    kinds = Counter(lesson.source for lesson in lessons)
    counted = ", ".join(f"{count} of `{kind}`" for kind, count in sorted(kinds.items()))
    how = (
        "that the reply wanted is likelier than the rejected one (DPO)"
        if settings.loss is LanguageLoss.DPO
        else "the reply wanted"
    )
    lines = [
        "# An adapter of a language model for hirec",
        "",
        f"LoRA matrices for `{settings.base}`, trained by `hirec train language-model` on {how}. "
        "Prompts are those that hirec sends; a new version of a prompt wants new training.",
        "",
        *weights_of(out),
        "",
        "## Data",
        "",
        f"{len(lessons)} lessons ({counted}), {report.too_long} of them left out:",
        "",
        *(f"- {source}" for source in sources),
        "",
        "## While training",
        "",
        f"{report.steps} steps over {report.lessons} lessons. The mean loss of "
        f"{report.held_out_lessons} lessons held out was {report.held_out_before:.3f} before "
        f"and {report.held_out_after:.3f} after.",
        "",
        *settings_rows(settings),
        "",
    ]
    (out / "README.md").write_text("\n".join(lines), encoding="utf-8")
