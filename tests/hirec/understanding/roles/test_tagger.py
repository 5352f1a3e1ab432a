import json

import pytest

from hirec.types import ModelError
from hirec.understanding.roles import RoleTagger, packaged_tagger

READ = [
    ("What chunk of Acme's 2023 sales were phones?", "share", {"N": "phones", "D": "sales"}),
    (
        "Acme 2023: how many dollars of revenue for each employee",
        "ratio",
        {"N": "revenue", "D": "employee"},
    ),
    (
        "did Acme spend more on buybacks than on dividends in 2023?",
        "is_more",
        {"N": "buybacks", "D": "dividends"},
    ),
    ("Why did Acme's margins shrink in 2023?", "other", {}),
]


@pytest.mark.parametrize(("question", "asked", "words"), READ)
def test_what_is_asked_of_which_figures(question: str, asked: str, words: dict[str, str]) -> None:
    frame = packaged_tagger().read(question)
    assert frame.asked == asked
    assert asked == "other" or dict(frame.words) == words
    assert 0 < frame.probability <= 1


def test_an_overlong_question_is_read_as_far_as_it_goes() -> None:
    frame = packaged_tagger().read("What was revenue " + "and then some " * 200)
    assert frame.probability <= 1


def test_a_question_of_nothing_is_none() -> None:
    assert not packaged_tagger().read("?").computes


def test_another_version_says_how_to_make_it_anew() -> None:
    with pytest.raises(ModelError, match="hirec train roles"):
        RoleTagger({"format": 0})
    with pytest.raises(ModelError, match="hirec train roles"):
        RoleTagger(json.loads('{"format": 1, "asked": ["value"], "roles": [""]}'))
