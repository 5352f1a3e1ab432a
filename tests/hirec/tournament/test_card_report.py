import csv
from dataclasses import replace

import pytest

from hirec.analysts.rule.retrieval.cards import make_card
from hirec.tournament.card_report import CardIssue, check_card, report_cards, write_issues
from hirec.types import (
    Card,
    EvidenceSpan,
    Filing,
    Form,
    HirecError,
    Identity,
    Passage,
    PassageKind,
    SemanticSketch,
)

FILING = Filing("F", Identity("Amber", Form.ANNUAL, 2023), "amber", ("F",), 1, 1, "")
PASSAGE = Passage("F#1.1", "F", 1, PassageKind.TEXT, "t", "Net sales were $5 million.")
GOOD = make_card(PASSAGE, FILING)
BEYOND = EvidenceSpan("periods", 9, 900)


@pytest.mark.parametrize(
    ("card", "issues"),
    [
        (GOOD, ()),
        (replace(GOOD, entities=()), (CardIssue.NO_ENTITY,)),
        (replace(GOOD, metrics=(), triples=()), (CardIssue.NO_METRIC,)),
        (replace(GOOD, metrics=("goodwill",)), (CardIssue.BAD_TRIPLE,)),
        (replace(GOOD, numbers=("$6 million",)), (CardIssue.NOT_VERBATIM, CardIssue.UNPLACED)),
        (replace(GOOD, numbers=("$5 million",) * 2), (CardIssue.UNPLACED,)),
        (
            replace(GOOD, spans=(*GOOD.spans, EvidenceSpan("periods", 9, 900))),
            (CardIssue.SPAN_OUTSIDE,),
        ),
        (replace(GOOD, sketch=SemanticSketch("x " * 41)), (CardIssue.LONG_SUMMARY,)),
        (replace(GOOD, sketch=SemanticSketch("")), (CardIssue.NO_SUMMARY,)),
        (
            Card("F#1.1", ""),
            (CardIssue.NO_ENTITY, CardIssue.NO_PERIOD, CardIssue.NO_SUMMARY),
        ),
    ],
)
def test_each_issue_is_found(card: Card, issues: tuple[CardIssue, ...]) -> None:
    assert check_card(card, PASSAGE) == issues


def test_a_report_counts_and_lists_what_failed(tmp_path) -> None:
    report = report_cards([(GOOD, PASSAGE), (replace(GOOD, entities=()), PASSAGE)])
    assert (report.cards, report.passed, report.pass_rate) == (2, 1, 0.5)
    assert report.issues == ((CardIssue.NO_ENTITY, 1),)
    assert sum(count for _, count in report.roles) == 2
    path = tmp_path / "problems.csv"
    write_issues(report, path)
    (row,) = csv.DictReader(path.open(encoding="utf-8"))
    assert (row["passage_id"], row["page"], row["issues"]) == ("F#1.1", "1", "no entity")
    with pytest.raises(HirecError, match="Cannot write"):
        write_issues(report, tmp_path / "nowhere" / "x.csv")


def test_no_cards_pass_as_a_whole() -> None:
    assert report_cards([]).pass_rate == 1.0
