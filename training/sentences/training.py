"""``hirec train sentences``: from questions for words to a model file and its card."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hirec.analysts.rule.sentences.features import NAMES
from training.errors import TrainingError
from training.sentences.cases import read_cases
from training.sentences.fitting import ANSWER, FIGURES, Outcome, fit_model

MODEL = "sentences.json"
CARD = "sentences.md"
_STEPS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True, slots=True)
class SentencesReport:
    """What training came to; shares are of questions of companies left out."""

    questions: int
    look_ups: int
    known: float
    """Share of the questions of which the search brings a sentence that answers."""
    first: float
    """Share of which the likeliest sentence answers."""
    by_probability: tuple[tuple[float, float, float], ...]
    """Least probability, share of the questions that are answered so, and of these right."""
    of_figures: tuple[tuple[float, float, float], ...]
    """The same of look-ups of figures, most of which no sentence states."""
    size_bytes: int


def train_sentences(
    questions: Sequence[Path],
    look_ups: Sequence[Path],
    index: Path,
    out: Path,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
) -> SentencesReport:
    """Learn which sentence answers and whether any does; write model and card.

    Raises :class:`TrainingError` where there is nothing to learn from, or a file cannot be read.
    """
    cases = read_cases(questions, look_ups, index, progress)
    if not any(case.right.any() for case in cases):
        raise TrainingError("No sentence of the index answers one of the questions.")
    content, outcomes = fit_model(cases, seed)
    text = json.dumps(content, separators=(",", ":"))
    out.mkdir(parents=True, exist_ok=True)
    (out / MODEL).write_text(f"{text}\n", encoding="utf-8")
    report = report_of(outcomes, len(text.encode()))
    write_card(out / CARD, report)
    return report


def report_of(outcomes: Sequence[Outcome], size_bytes: int) -> SentencesReport:
    """Measure the outcomes of companies left out."""
    words = [one for one in outcomes if one.case.words]
    figures = [one for one in outcomes if not one.case.words]
    return SentencesReport(
        len({one.case.question for one in words}),
        len({one.case.question for one in figures}),
        _share([bool(one.case.right.any()) for one in words]),
        _share([one.right for one in words]),
        _curve(words),
        _curve(figures),
        size_bytes,
    )


def _curve(outcomes: Sequence[Outcome]) -> tuple[tuple[float, float, float], ...]:
    return tuple(
        (least, _share([one.likely >= least for one in outcomes]), _share(above))
        for least in _STEPS
        if (above := [one.right for one in outcomes if one.likely >= least])
    )


def _share(right: Sequence[bool]) -> float:
    return round(sum(right) / len(right), 4) if right else 0.0


def write_card(path: Path, report: SentencesReport) -> None:
    """Write the card as Markdown."""
    both = {least: own for least, *own in report.of_figures}
    lines = [
        "# A scorer of sentences",
        "",
        "Given a question for words and the passages found for it, it says which sentence answers "
        f"and how likely it does. `{MODEL}` holds gradient-boosted trees over {len(NAMES)} "
        "features of a sentence (words met in it, beside it and above it, names and years, what it "
        "tells by its form, how near it is by late interaction, and what other sentences have), "
        "and trees over what the choice came to. It is read with numpy alone. Made by "
        f"`hirec train sentences`. From a probability of {ANSWER} ({FIGURES} where a figure is "
        "looked up) the sentence is quoted, never verified.",
        "",
        "## Data",
        "",
        f"{report.questions:,} questions (`data/sentences`) that a large language model wrote over "
        "200 filings in the words of analysts, lawyers and journalists, each answered by one "
        f"sentence; and {report.look_ups:,} look-ups of figures (`data/lookups`), most of which no "
        "sentence states.",
        "",
        "## Companies left out",
        "",
        "Each question is searched for in the filings of its period, and in all of its company. "
        f"The search brings a sentence that answers for {report.known:.3f}; the likeliest one "
        f"answers {report.first:.3f}. A sentence counts as right where it has the words of the "
        "answer and half of its words (a quarter, where the answer is of several) are those of the "
        "sentence the question was written over, so some that answer as well count as wrong.",
        "",
        "| probability at least | questions answered | of these right | figures | right |",
        "|---|---|---|---|---|",
        *(
            f"| {least} | {answered:.3f} | {right:.3f} | {_cells(both.get(least))} |"
            for least, answered, right in report.by_probability
        ),
        "",
        "## Limits",
        "",
        "English prose: what stands in a list printed as a table, or takes two sentences, is not "
        "found. It reads no more than a sentence and the one before it.",
        "",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


def _cells(own: Sequence[float] | None) -> str:
    return f"{own[0]:.3f} | {own[1]:.3f}" if own else "0.000 | "
