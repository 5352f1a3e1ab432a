"""The demo's three questions are in the sample, and its verdict on them is strict."""

from decimal import Decimal
from pathlib import Path

import pytest

from hirec.datasets.questions import load_questions
from hirec.types import Answer, HirecError, Verdict
from serving.cli.demo import as_expected, choose, sample_folder


def test_the_three_questions_are_a_lookup_a_comparison_and_a_refusal(sample_dir: Path) -> None:
    lookup, comparison, refusal = choose(load_questions(sample_dir / "questions.jsonl"))
    assert len({evidence.filing.split("_")[0] for evidence in lookup.evidence}) == 1
    assert len({evidence.filing.split("_")[0] for evidence in comparison.evidence}) == 2
    assert not refusal.answerable


def test_the_sample_comes_along(sample_dir: Path) -> None:
    folder = sample_folder()
    assert (folder / "questions.jsonl").read_bytes() == (
        sample_dir / "questions.jsonl"
    ).read_bytes()
    assert len(list(folder.iterdir())) == len(list(sample_dir.iterdir()))


def test_a_sample_without_them_is_a_named_error() -> None:
    with pytest.raises(HirecError, match="lack sample-001, sample-061, sample-071"):
        choose([])


def test_only_the_right_number_or_a_refusal_is_as_expected(sample_dir: Path) -> None:
    lookup, _, refusal = choose(load_questions(sample_dir / "questions.jsonl"))
    gold = Decimal(lookup.answer or "").scaleb(6)
    right = Answer("q", "", Verdict.VERIFIED, value=gold, unit="USD", scale=6)
    wrong = Answer("q", "", Verdict.VERIFIED, value=gold + 10**6, unit="USD", scale=6)
    refused = Answer("q", "", Verdict.ABSTAINED)
    assert as_expected(lookup, right)
    assert not as_expected(lookup, wrong)
    assert not as_expected(lookup, refused)
    assert as_expected(refusal, refused)
    assert not as_expected(refusal, right)
