import pytest

from hirec.lexicon.judgements import NAMED, all_judgements, find_judgement, judges


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Is Acme a capital-intensive business?", "capital_intensity"),
        ("Does Acme have a healthy liquidity profile?", "liquidity"),
        ("is acme's DEBT LOAD sustainable", "leverage"),
        ("How profitable was Acme?", "profitability"),
        ("Is Acme a high-growth company?", "growth"),
    ],
)
def test_a_judgement_is_found_by_its_own_words_or_by_a_topic_that_is_judged(
    question: str, key: str
) -> None:
    assert find_judgement(question) == key


@pytest.mark.parametrize(
    "question",
    ["What is Acme's liquidity?", "What was Acme's leverage ratio?", "Is Acme's revenue higher?"],
)
def test_a_topic_alone_is_not_judged(question: str) -> None:
    assert find_judgement(question) == ""


def test_a_judging_word_is_not_a_part_of_another_word() -> None:
    assert judges("Are its margins stable?")
    assert not judges("Were unstable margins reported?")


def test_every_judgement_but_that_of_a_named_figure_has_words_and_figures() -> None:
    for key, entry in all_judgements().items():
        assert entry.reads.endswith(".")
        assert bool(entry.figures) == (key != NAMED), key
        assert bool(entry.topics or entry.asked) == (key != NAMED), key
