from collections.abc import Callable
from typing import Any

import pytest

from hirec.datasets.gold import Gold, resolve
from hirec.datasets.questions import GoldEvidence, Question
from hirec.evaluation.losses import company_names, lost_at, miss, top_error
from hirec.types import Answer

Make = Callable[..., Answer]
NAMES = {"Alpha": "alpha", "Beta": "beta"}


def gold(index: Any, *evidence: tuple[str, int | None], any_one: bool = False) -> Gold:
    pages = tuple(GoldEvidence(name, page) for name, page in evidence)
    return resolve(Question("q", "q", "5", "numeric", pages, any_one), index)


def test_company_names(index: Any) -> None:
    assert company_names(index) == NAMES


@pytest.mark.parametrize(
    ("ranked", "error"),
    [
        ("B1#3.1", "company"),
        ("A2#3.1 A1#3.1", "document"),
        ("A1#4.1", "page"),
        ("A1#3.2", "none"),
        ("", "empty"),
    ],
)
def test_error_class_of_the_first_passage(
    index: Any, answer: Make, ranked: str, error: str
) -> None:
    assert top_error(gold(index, ("A1", 3)), answer(ranked=ranked).ranked, index.filings) == error


@pytest.mark.parametrize(
    ("ranked", "error"),
    [
        ("B1#3.1 A2#3.1 A1#4.1 A1#3.1", "none"),
        ("B1#3.1 A2#3.1 A1#4.1", "page"),
        ("B1#3.1 A2#3.1", "document"),
        ("B1#3.1", "company"),
        ("", "empty"),
    ],
)
def test_a_miss_is_as_bad_as_the_best_passage(
    index: Any, answer: Make, ranked: str, error: str
) -> None:
    assert miss(gold(index, ("A1", 3)), answer(ranked=ranked).ranked, index.filings) == error


def test_error_class_without_page_or_filing(index: Any, answer: Make) -> None:
    reply = answer(ranked="A1#4.1")
    assert top_error(gold(index, ("A1", None)), reply.ranked, index.filings) == "none"
    assert top_error(gold(index, ("zeta", 1)), reply.ranked, index.filings) == "index"


@pytest.mark.parametrize(
    ("reply", "right", "stage"),
    [
        ({"companies": ("Beta",), "filings": "B1"}, False, "scope"),
        ({"stages": ("scope",), "companies": ("Alpha",)}, False, "scope"),
        ({"companies": ("Alpha",), "filings": "A2 B1"}, False, "documents"),
        ({"filings": "B1"}, False, "documents"),
        ({"filings": "A1", "ranked": "A1#4.1"}, True, "passages"),
        ({"filings": "A1", "ranked": "A1#4.1 A1#3.2"}, True, "curation"),
        ({"filings": "A1", "ranked": "A1#3.2", "evidence": "A1#3.2"}, False, "answer"),
        ({"filings": "A1", "ranked": "A1#3.2", "evidence": "A1#3.2"}, True, "none"),
    ],
)
def test_the_first_stage_that_lost_the_page(
    index: Any, answer: Make, reply: dict[str, Any], right: bool, stage: str
) -> None:
    assert lost_at(gold(index, ("A1", 3)), answer(**reply), right, NAMES) == stage


def test_every_page_must_live_on_unless_any_is_enough(index: Any, answer: Make) -> None:
    reply = answer(filings="A1", ranked="A1#3.1 A1#4.1", evidence="A1#3.1")
    wanted = (("A1", 3), ("A1", 4))
    assert lost_at(gold(index, *wanted), reply, True, NAMES) == "curation"
    assert lost_at(gold(index, *wanted, any_one=True), reply, True, NAMES) == "none"
    assert lost_at(gold(index, ("zeta", 3)), reply, True, NAMES) == "index"
    assert lost_at(gold(index, ("A1", None)), reply, True, NAMES) == "none"


def test_without_gold_only_the_answer_can_fail(index: Any, answer: Make) -> None:
    assert lost_at(gold(index), answer(), True, NAMES) == "none"
    assert lost_at(gold(index), answer(), False, NAMES) == "answer"
