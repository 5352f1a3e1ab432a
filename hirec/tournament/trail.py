"""The audit trail: what became of each passage that ever was a candidate, and by which rule."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One stage's word on a passage."""

    stage: str
    kept: bool
    rule: str
    """Why it was kept or dropped, or stands where it stands."""
    score: float | None = None
    rank: int | None = None
    """From 1."""
    round: int = 0
    """Of the bootstrap, or attempt of the screening; from 1, 0 where there are no rounds."""


@dataclass(slots=True)
class Trail:
    """The way of one passage."""

    passage_id: str
    matched: tuple[str, ...] = ()
    """Fields of the intent that its card meets."""
    unmatched: tuple[str, ...] = ()
    steps: list[TrailStep] = field(default_factory=list)


class Trails:
    """Trails of all candidates, and what the judge failed to do."""

    def __init__(self) -> None:
        self._trails: dict[str, Trail] = {}
        self.failures: list[str] = []
        """What a judge's reply lacked, in the order of its calls."""
        self.calls = 0
        """How often a judge was asked."""

    def enter(
        self, passage_id: str, matched: Sequence[str] = (), unmatched: Sequence[str] = ()
    ) -> None:
        """Begin the trail of a candidate; once begun it stays.

        Args:
            passage_id: Of the candidate.
            matched: Fields of the intent that its card meets.
            unmatched: Those that it does not.

        """
        self._trails.setdefault(passage_id, Trail(passage_id, tuple(matched), tuple(unmatched)))

    def note(self, passage_id: str, step: TrailStep) -> None:
        """Write down what a stage decided; raises KeyError for who never was a candidate."""
        self._trails[passage_id].steps.append(step)

    def drop(self, dropped: Iterable[str], stage: str, rule: str) -> None:
        """Write down that a stage dropped passages.

        Args:
            dropped: passage_ids.
            stage: Where it happened.
            rule: Why, in words.

        """
        for passage_id in dropped:
            self.note(passage_id, TrailStep(stage, False, rule))

    def rank(
        self, order: Sequence[str], stage: str, rule: str, scores: Mapping[str, float]
    ) -> None:
        """Write down an order, best first.

        Args:
            order: passage_ids.
            stage: Where it was made.
            rule: By what, in words.
            scores: passage_id → score; one without has only its rank.

        """
        for rank, passage_id in enumerate(order, start=1):
            score = scores.get(passage_id)
            self.note(passage_id, TrailStep(stage, True, rule, score, rank))

    @property
    def all(self) -> Mapping[str, Trail]:
        """Every trail by passage_id, in the order of entry."""
        return dict(self._trails)

    def detail(self) -> dict[str, Any]:
        """As the trace keeps it, ready for JSON."""
        return {
            "judged": self.calls,
            "failures": list(self.failures),
            "candidates": [_trail_json(trail) for trail in self._trails.values()],
        }


def _trail_json(trail: Trail) -> dict[str, Any]:
    steps = []
    for step in trail.steps:
        entry: dict[str, Any] = {"stage": step.stage, "kept": step.kept, "rule": step.rule}
        if step.score is not None:
            entry["score"] = round(step.score, 5)
        if step.rank is not None:
            entry["rank"] = step.rank
        if step.round:
            entry["round"] = step.round
        steps.append(entry)
    return {
        "passage": trail.passage_id,
        "matched": list(trail.matched),
        "unmatched": list(trail.unmatched),
        "steps": steps,
    }
