"""The model card of a trained scorer: what it saw, how it did on companies left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hirec.grounding.feature_table import FEATURES

_SOURCES = {
    "questions": "look-ups written over filings, passages searched for",
    "hard questions": "the same, in words that no label has",
    "finqa": "FinQA, people's questions over a page given",
    "convfinqa": "ConvFinQA, questions that stand alone",
    "tatqa": "TAT-QA dev, questions answered by a number",
    "tags: absent": "tags: figures that the filing does not state",
    "tags: other": "tags: labels of other companies",
    "tags: own": "tags: the filing's own labels",
    "tags: part": "tags: a member's name before a label",
    "tags: tag": "tags: names of tags, in words",
    "tags: usual": "tags: usual names of the lexicon",
}


@dataclass(frozen=True, slots=True)
class GroundingReport:
    """What training came to; shares are of companies left out."""

    asked: dict[str, int]
    """Questions of each source, also those that were not understood."""
    companies: int
    """Tagged companies that the memory is of."""
    by_source: dict[str, dict[str, float]]
    thresholds: dict[str, Any]
    ablation: dict[str, float]
    size_bytes: int


def write_card(
    path: Path, report: GroundingReport, reliability: Sequence[tuple[float, float, int]]
) -> None:
    """Write the card as Markdown."""
    groups = ", ".join(dict.fromkeys(group for _, group, _ in FEATURES))
    given, searched = report.thresholds["given"], report.thresholds["searched"]
    lines = [
        "# A scorer of places that may state a figure",
        "",
        "Given the figures of a question and the cells and amounts of the evidence, it says how "
        "likely each place states each figure, and which places go together. `grounding.json` "
        f"holds gradient-boosted trees over {len(FEATURES)} features ({groups}), weights of what "
        "two places have in common, trees that say whether the choice is right with the thresholds "
        "of an answer, each for pages "
        "given with their question and for passages searched for; a memory of printed labels, the "
        "us-gaap concepts they were tagged as and what people call these; and the projection of "
        "late interaction. It is read with numpy alone. Made by `hirec train grounding`.",
        "",
        "## Data",
        "",
        "Questions whose gold program or derivation names printed numbers: the figures of our "
        "own parse are aligned with these numbers by what makes the computation come out. And "
        f"tags of {report.companies} companies, whose tables were read as if untagged: labels of "
        "other companies ask for a company's cells. And look-ups that were written over filings, "
        "over the passages that a search brings. The trees are learnt twice, the second time from "
        "what the first ones mistake.",
        "",
        "## Companies left out",
        "",
        "Five groups of companies, each measured with memory, trees, pair weights and certainty "
        "of the others, late interaction by halves. A question that is not understood is refused. "
        "*First*: right "
        "where the places are known; *among three*: each figure's value is among its first three.",
        "",
        f"Threshold on a page given: {given['answer']} for an answer, {given['sure']} for one "
        f"that may be verified; on passages searched for {searched['answer']} and "
        f"{searched['sure']}.",
        "",
        "| questions | n | right | wrong | refused | first | among three |",
        "|---|---|---|---|---|---|---|",
        *(_row(_SOURCES.get(name, name), own) for name, own in report.by_source.items()),
        "",
        "## Certainty on pages given",
        "",
        "| mean probability | share right | n |",
        "|---|---|---|",
        *(f"| {mean:.2f} | {right:.2f} | {count} |" for mean, right, count in reliability),
        "",
        *_ablation(report.ablation),
        "## Limits",
        "",
        "Annual and quarterly reports of American companies, in English. It chooses among what is "
        "given to it; a question parsed wrongly is grounded wrongly. Conventions (parent's share, "
        "scale, part and whole, balance and change) are checked apart, in "
        "`hirec/grounding/conventions.py`.",
        "",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


def _row(name: str, own: dict[str, float]) -> str:
    kinds = ("right", "wrong", "refused", "first", "among_three")
    return f"| {name} | {own['questions']:.0f} | {' | '.join(f'{own[k]:.3f}' for k in kinds)} |"


def _ablation(found: dict[str, float]) -> list[str]:
    if not found:
        return []
    return [
        "## Without a group of features",
        "",
        "| without | first value right, figures one by one, three folds left out |",
        "|---|---|",
        *(f"| {name or 'nothing'} | {share:.3f} |" for name, share in found.items()),
        "",
    ]
