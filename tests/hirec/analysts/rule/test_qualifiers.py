import pytest

from hirec.analysts.rule.qualifiers import leftover


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What were # of | Flow Control segment in |", ("Flow", "Control", "segment")),
        ("What did | earn in # in Pennsylvania in |", ("Pennsylvania",)),
        (
            "How many people did | employ in the United States",
            ("people", "employ", "United", "States"),
        ),
        ("What share of # did the largest customer of | account for", ("largest", "customer")),
        ("What was the year-over-year change in # from | to |, rounded", ()),
        ("How much | # did | generate, according to the table", ()),
        ("What is # of | as restated in the amended report", ()),
    ],
)
def test_words_that_neither_ask_nor_operate(text: str, words: tuple[str, ...]) -> None:
    assert leftover(text) == words
