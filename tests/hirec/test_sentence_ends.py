"""Where sentences end, and where a full stop ends none."""

import re

import pytest

from hirec.sentence_ends import sentence_end


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Sales rose. Costs fell.", 2),
        ("Non-U.S. NIKE Brand and Converse sales were 61% of the total.", 1),
        ("Most are in the U.S. The rest are abroad.", 2),
        ("Apple Inc. Class A shares were 9.", 1),
        ("John D. Roe joined Mr. Poe there.", 1),
        ("It was sold by Acme Corp. In 2022 it grew.", 2),
        ("See Note No. Four; Sales rose! “They” rose.", 2),
        ("of 3.5 Million. 2022 was good.", 1),
    ],
)
def test_a_text_falls_into_its_sentences(text: str, sentences: int) -> None:
    assert len(re.split(sentence_end(), text)) == sentences


def test_other_marks_may_end_one() -> None:
    assert re.split(sentence_end(".;"), "We own 9; They own 8.") == ["We own 9;", "They own 8."]
