"""Are cards what they should be: pass rates, kinds of issues, a list of the cards that have any.

Human-aligned reranking, section 3.1: the check before cards are handed to whoever decides.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hirec.types import (
    SUMMARY_WORDS,
    AnchorQuality,
    Card,
    CardOrigin,
    ClaimRole,
    HirecError,
    Passage,
)


class CardIssue(StrEnum):
    """What is wrong with a card, or missing from it."""

    NO_ENTITY = "no entity"
    """The filing's company is unknown and the passage names none."""
    NO_METRIC = "figures without a metric"
    """It prints amounts, and the lexicon knows none of their names."""
    NO_PERIOD = "no period"
    """Neither the passage nor its filing says of when it speaks."""
    NOT_VERBATIM = "a number that is not printed"
    UNPLACED = "a number without its place"
    """It is printed, but a span does not point at it."""
    SPAN_OUTSIDE = "a span outside the passage"
    BAD_TRIPLE = "a triple of an unknown metric"
    """Its metric is not among the card's."""
    LONG_SUMMARY = "a summary that is too long"
    NO_SUMMARY = "no summary"
    PLACEHOLDER = "a placeholder"
    """A model was to complete it and did not."""


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """A card with its passage's place and what is wrong with it."""

    card: Card
    page_number: int
    issues: tuple[CardIssue, ...]


@dataclass(frozen=True, slots=True)
class CardReport:
    """Over many cards."""

    cards: int
    passed: int
    issues: tuple[tuple[CardIssue, int], ...]
    """Each issue that occurs with the number of cards that have it, the most frequent first."""
    roles: tuple[tuple[ClaimRole, int], ...]
    made: tuple[tuple[CardOrigin, int], ...]
    """By whom, the most frequent first."""
    failed: tuple[CheckedCard, ...]

    @property
    def pass_rate(self) -> float:
        """Share of cards without an issue; 1 where there are no cards."""
        return self.passed / self.cards if self.cards else 1.0


def check_card(card: Card, passage: Passage) -> tuple[CardIssue, ...]:
    """Hold a card against its passage; an empty result passes."""
    text = passage.text
    placed = Counter(text[s.start : s.end] for s in card.spans if s.field == "numbers")
    words = card.sketch.summary.split()
    checks = (
        (CardIssue.NO_ENTITY, not card.entities),
        (CardIssue.NO_METRIC, bool(card.numbers) and not card.metrics),
        (CardIssue.NO_PERIOD, card.temporal_anchor.quality is AnchorQuality.NONE),
        (CardIssue.NOT_VERBATIM, any(number not in text for number in card.numbers)),
        (CardIssue.UNPLACED, bool(Counter(card.numbers) - placed)),
        (CardIssue.SPAN_OUTSIDE, any(not _inside(s.start, s.end, text) for s in card.spans)),
        (CardIssue.BAD_TRIPLE, any(key not in card.metrics for _, key, _ in card.triples)),
        (CardIssue.LONG_SUMMARY, len(words) > SUMMARY_WORDS),
        (CardIssue.NO_SUMMARY, not words),
        (CardIssue.PLACEHOLDER, card.made is CardOrigin.PLACEHOLDER),
    )
    return tuple(issue for issue, holds in checks if holds)


def _inside(start: int, end: int, text: str) -> bool:
    return 0 <= start < end <= len(text)


def report_cards(made: Iterable[tuple[Card, Passage]]) -> CardReport:
    """Check cards one by one, each beside the passage that it abstracts."""
    count, failed = 0, []
    issues: Counter[CardIssue] = Counter()
    roles: Counter[ClaimRole] = Counter()
    makers: Counter[CardOrigin] = Counter()
    for card, passage in made:
        count += 1
        roles[card.claim_role] += 1
        makers[card.made] += 1
        if found := check_card(card, passage):
            issues.update(found)
            failed.append(CheckedCard(card, passage.page_number, found))
    return CardReport(
        count,
        count - len(failed),
        tuple(issues.most_common()),
        tuple(roles.most_common()),
        tuple(makers.most_common()),
        tuple(failed),
    )


def write_issues(report: CardReport, path: Path) -> None:
    """Write the cards that have issues as CSV, a line a card; raises :class:`HirecError`."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(_lines(report.failed))
    except OSError as error:
        raise HirecError(f"Cannot write {path}: {error.strerror}.") from error


def _lines(failed: Sequence[CheckedCard]) -> Iterator[tuple[str, ...]]:
    yield ("passage_id", "page", "issues", "role", "type", "topic", "summary")
    for checked in failed:
        card = checked.card
        yield (
            card.passage_id,
            str(checked.page_number),
            "; ".join(checked.issues),
            card.claim_role,
            card.evidence_type,
            card.topic,
            card.sketch.summary,
        )
