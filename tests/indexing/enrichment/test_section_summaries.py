"""Section summaries: the filing's own sentences, the central ones, for the right passages."""

from collections.abc import Callable

import numpy as np
import pytest

from hirec.types import Cell, Column, Identity, Passage, Row, Table
from indexing.enrichment.section_summaries import (
    MAX_WORDS,
    SectionSummarizer,
    centrality,
    summarize_section,
)

MakePassage = Callable[..., Passage]

FUEL = "Rocket fuel prices rose in every market that we serve."
SHORT = "Fuel prices in our markets drive the cost of every rocket."
FAR = "The board met four times during the year under review."


def test_the_sentence_nearest_to_the_others_is_central() -> None:
    # Three nodes; 0 and 1 share stems, 2 shares none: it spreads evenly and only gets jumps.
    scores = centrality(["alpha beta gamma", "alpha beta delta", "omega psi chi"])
    assert scores.sum() == pytest.approx(1.0)
    assert scores[0] == pytest.approx(scores[1])
    # With x for the linked pair and y for the lone one, y = 0.05 + 0.85 y / 3, and 2x + y = 1.
    assert scores[2] == pytest.approx(0.05 / (1 - 0.85 / 3), abs=1e-4)


def test_one_sentence_and_sentences_of_stop_words() -> None:
    assert centrality(["Only this."]) == pytest.approx([1.0])
    assert np.isfinite(centrality(["and the of", "or the of"])).all()


def test_central_sentences_in_the_order_of_the_text() -> None:
    summary = summarize_section([f"{FUEL} {FAR}", SHORT])
    assert summary == f"{FUEL} {FAR} {SHORT}"  # 10 + 10 + 11 words: all fit
    many = [FUEL, SHORT, FAR, "Rocket fuel is the largest part of the cost of a rocket."]
    chosen = summarize_section(many)
    assert FAR not in chosen
    assert len(chosen.split()) <= MAX_WORDS


def test_long_sentences_are_never_broken_off() -> None:
    long = "Fuel " + "and fuel " * 25 + "is what we buy."
    assert summarize_section([long]) == ""
    assert summarize_section([long, SHORT]) == SHORT


@pytest.mark.parametrize(
    "text", ["", "Too short.", "| 12 | 13 |", "ends without a stop and begins small", "…"]
)
def test_what_is_no_sentence(text: str) -> None:
    assert summarize_section([text]) == ""


def test_abbreviations_do_not_end_a_sentence() -> None:
    text = "In May we sold Acme Rocket Co. Ltd. to J. Smith Inc. Holdings of Delaware."
    assert summarize_section([text]) == text


def test_each_passage_of_a_section_its_tables_too(
    make_passage: MakePassage, acme: Identity
) -> None:
    passages = [
        make_passage(FUEL, "Item 7 > Costs"),
        make_passage(SHORT, "Item 7 > Costs"),
        make_passage(Table((Column(""),), (Row("Fuel", (Cell("1"),)),)), "Item 7 > Costs"),
        make_passage(FAR, "Item 9"),
        make_passage(FAR),
    ]
    bodies = [p.retrieval_body for p in SectionSummarizer().enrich(passages, acme)]
    assert bodies[:2] == [f"{FUEL}\n{FUEL} {SHORT}", f"{SHORT}\n{FUEL} {SHORT}"]
    assert bodies[2].endswith(f"\n{FUEL} {SHORT}")
    assert bodies[3:] == ["", ""], "a section of one passage needs no summary, nor does no section"


def test_a_lone_passage_gets_the_summary_of_the_section_around_it(
    make_passage: MakePassage, acme: Identity
) -> None:
    passages = [
        make_passage(FUEL, "Item 7 > Costs"),
        make_passage(SHORT, "Item 7 > Markets"),
        *(make_passage(FAR, f"Item 1A > Risk {n}") for n in range(31)),
    ]
    bodies = [p.retrieval_body for p in SectionSummarizer().enrich(passages, acme)]
    assert bodies[0] == f"{FUEL}\n{FUEL} {SHORT}"
    assert not any(bodies[2:]), "31 passages are too many for one summary to be about each"


def test_the_auditors_words_are_nobodys_summary(make_passage: MakePassage, acme: Identity) -> None:
    audit = "We have audited the balance sheets of the company for the year."
    passages = [make_passage(text, "Item 8") for text in (audit, FUEL, SHORT)]
    bodies = [p.retrieval_body for p in SectionSummarizer().enrich(passages, acme)]
    assert bodies == ["", f"{FUEL}\n{FUEL} {SHORT}", f"{SHORT}\n{FUEL} {SHORT}"]
