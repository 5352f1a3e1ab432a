"""``hirec train grounding``: from questions with answers and tagged filings to a model file."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from hirec.grounding.features import FeatureReader
from hirec.index import Index
from hirec.json_files import write_json
from training.data.lines import read_lines
from training.errors import TrainingError
from training.grounding.card import GroundingReport, write_card
from training.grounding.examples import (
    FOLDS,
    Case,
    memory_without,
    page_cases,
    searched_cases,
    tag_cases,
)
from training.grounding.interaction import learn_interaction
from training.grounding.measuring import (
    RISK,
    Outcome,
    by_group_ablation,
    cross_validate,
    first_shares,
    judged,
    reliability,
    risk_coverage,
    shares,
)
from training.grounding.model import GIVEN, build_model, searched_for
from training.grounding.pages import Asked, read_convfinqa, read_finqa, read_tatqa
from training.grounding.plotting import write_plot
from training.grounding.searched import HARD, SEARCHED, read_searched
from training.grounding.tagged import TaggedFiling, read_tagged

MODEL = "grounding.json"
CARD = "grounding.md"
PLOT = "grounding-risk-coverage.png"
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Named:
    """A us-gaap concept, and what people call it."""

    concept: str
    names: tuple[str, ...]


_CALLED = TypeAdapter(_Named)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the questions and tags are."""

    indexes: tuple[Path, ...] = ()
    """Indexes of filings with inline XBRL."""
    finqa: Path | None = None
    convfinqa: Path | None = None
    tatqa: Path | None = None
    """TAT-QA's development set; its test set is for measuring alone."""
    questions: tuple[Path, ...] = ()
    """Look-ups written over the filings of the first index."""
    hard: tuple[Path, ...] = ()
    """The same in words that no label has: no threshold is set by them."""
    names: Path | None = None
    """What people call us-gaap concepts: ``concept`` and ``names``, one JSON object a line."""


def train_grounding(
    sources: Sources,
    out: Path,
    seed: int = 0,
    *,
    ablate: bool = False,
    progress: Progress | None = None,
) -> GroundingReport:
    """Make cases, measure on companies left out, fit on all, write model, curve and card.

    ``ablate`` measures again without each group of features, which takes as long for each.
    Raises :class:`TrainingError` where there is nothing to learn from.
    """
    say = progress or (lambda _: None)
    filings = _tagged(sources.indexes)
    pages = _pages(sources)
    called = read_names(sources.names) if sources.names else {}
    memories = [memory_without(filings, fold, called) for fold in range(FOLDS)]
    readers = [FeatureReader(memory) for memory in memories]
    cases = [*page_cases(pages, readers), *tag_cases(filings, readers, seed)]
    say(f"{len(cases)} cases of pages and tags")
    for files, source in ((sources.questions, SEARCHED), (sources.hard, HARD)):
        if files:
            cases += searched_cases(read_searched(files, sources.indexes[0]), readers, source)
    if not any(case.known for case in cases):
        raise TrainingError("No question could be aligned with a printed number.")
    say(f"{len(cases)} cases")
    interaction = learn_interaction(cases, seed, say)
    outcomes = cross_validate(cases, progress=say)
    asked = _counts(pages, cases)
    memory = memory_without(filings, None, called)
    content = build_model(cases, outcomes, memory, interaction, seed)
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
    out.mkdir(parents=True, exist_ok=True)
    (out / MODEL).write_text(f"{text}\n", encoding="utf-8")
    report = replace(
        report_of(filings, outcomes, asked, content, len(text.encode())),
        ablation=by_group_ablation(cases, say) if ablate else {},
    )
    write_report(out, report, [o for o in outcomes if o.case.source in GIVEN])
    return report


def report_of(
    filings: Sequence[TaggedFiling],
    outcomes: Sequence[Outcome],
    asked: dict[str, int],
    content: dict[str, Any],
    size_bytes: int,
) -> GroundingReport:
    """What training came to.

    Args:
        filings: Whose labels the memory is of.
        outcomes: Of companies left out.
        asked: Questions by source, understood or not.
        content: Of the model file.
        size_bytes: Of the same.

    """
    thresholds = {
        mode: {name: content[mode]["certainty"][name] for name in ("answer", "sure")}
        for mode in ("given", "searched")
    }
    companies = len({tagged.filing.company_key for tagged in filings})
    by_source = _by_source(outcomes, asked, thresholds)
    return GroundingReport(asked, companies, by_source, thresholds, {}, size_bytes)


def read_names(path: Path) -> dict[str, tuple[str, ...]]:
    """us-gaap concept → what people call it; raises :class:`TrainingError`."""
    return {one.concept: one.names for one in read_lines(path, _CALLED, "name of a concept")}


def write_report(out: Path, report: GroundingReport, given: Sequence[Outcome]) -> None:
    """Write card, plot and what was measured; ``given`` are the outcomes over given pages."""
    measured = judged(given)
    curve = {"risk_coverage": risk_coverage(measured), "reliability": reliability(measured)}
    write_json(out / "measured.json", {"by_source": report.by_source, **curve})
    write_card(out / CARD, report, reliability(measured))
    if find_spec("matplotlib"):
        write_plot(out / PLOT, risk_coverage(measured), reliability(measured), RISK)


def _pages(sources: Sources) -> list[Asked]:
    readers = (
        (sources.finqa, read_finqa),
        (sources.convfinqa, read_convfinqa),
        (sources.tatqa, read_tatqa),
    )
    return [asked for path, read in readers if path is not None for asked in read(path)]


def _tagged(indexes: Sequence[Path]) -> list[TaggedFiling]:
    found: dict[str, TaggedFiling] = {}
    for folder in indexes:
        for tagged in read_tagged(Index.open(folder)):
            found.setdefault(tagged.filing.filing_id, tagged)
    return list(found.values())


def _counts(pages: Sequence[Asked], cases: Sequence[Case]) -> dict[str, int]:
    """Questions by source; of pages also those that nobody could parse."""
    counts: dict[str, int] = {}
    for name in [asked.source for asked in pages]:
        counts[name] = counts.get(name, 0) + 1
    for name in [case.source for case in cases if case.source not in GIVEN]:
        counts[name] = counts.get(name, 0) + 1
    return counts


def _by_source(
    outcomes: Sequence[Outcome], asked: dict[str, int], thresholds: dict[str, Any]
) -> dict[str, dict[str, float]]:
    found = {}
    given = judged([o for o in outcomes if o.case.source in GIVEN])
    searched = judged([o for o in outcomes if o.case.source not in GIVEN], searched_for(outcomes))
    for measured, mode in ((given, "given"), (searched, "searched")):
        for name in sorted({one.outcome.case.source for one in measured}):
            own = [one for one in measured if one.outcome.case.source == name]
            answered = shares(own, thresholds[mode]["answer"], asked[name])
            found[name] = answered | dict(first_shares([one.outcome for one in own]))
    return found
