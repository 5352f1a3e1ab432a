import random

from hirec.types import Filing, Form, Identity, Passage, PassageKind
from training.data.sentences import sentence_questions

FILING = Filing(
    "ACME_2023_10K", Identity("Acme Inc.", Form.ANNUAL, 2023), "acme", ("acme",), 9, 2, ""
)
TABLE = Passage(
    "ACME_2023_10K#5.1",
    "ACME_2023_10K",
    5,
    PassageKind.TABLE,
    "Acme Inc. · 10-K · FY2023",
    "in millions\n | 2023 | 2022\nDeferred revenue | $ 12 | $ 10\nTotal | 12 | 10",
    "Item 8 > Note 4 Revenue",
)
PROSE = Passage(
    "ACME_2023_10K#6.1",
    "ACME_2023_10K",
    6,
    PassageKind.TEXT,
    "Acme Inc. · 10-K · FY2023",
    "Our warehouses in Ohio were closed in the spring after the flood. We opened a store.",
)


def test_a_sentence_is_taken_out_of_the_passage_it_asks_for():
    (asked,) = sentence_questions(FILING, "Acme", [TABLE, PROSE], 5, random.Random(1))
    assert "Ohio" not in asked.shown
    assert "We opened a store." in asked.shown
    kept = set(asked.text.lower().split()) & set(PROSE.text.lower().replace(".", "").split())
    assert len(kept) >= 3
