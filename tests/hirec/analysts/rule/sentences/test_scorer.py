import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.analysts.rule.sentences.candidates import said_in
from hirec.analysts.rule.sentences.features import NAMES
from hirec.analysts.rule.sentences.scorer import (
    CHOICE,
    Ranked,
    choice_features,
    load_sentences,
    may_quote,
    packaged_sentences,
)
from hirec.grounding.scorer import packaged_scorer
from hirec.periods import find_periods
from hirec.types import (
    CompanyRef,
    Filing,
    Form,
    Identity,
    ModelError,
    Passage,
    PassageKind,
    Query,
    Scope,
)

AMBER = CompanyRef("amber", "Amber Tools, Inc.", "Amber Tools")
IDENTITY = Identity("Amber Tools, Inc.", Form.ANNUAL, 2023, None, date(2023, 6, 30))
FILINGS = {"F": Filing("F", IDENTITY, "amber", (), 9, 9, "")}
TEXTS = (
    "We compete with many makers of hand tools. Our brands are known to builders everywhere.",
    "On March 3, 2023, we completed the sale of our garden business to Basalt Partners for "
    "$45 million in cash. The gain on the sale was not material.",
    "We lease our headquarters in Ohio under an agreement that runs until 2031.",
    "Our term loan of $300 million with First Harbor Bank matures in May 2028.",
)


def prose(*texts: str) -> list[Passage]:
    return [
        Passage(f"F#{at}.1", "F", at, PassageKind.TEXT, "Amber Tools · 10-K", text)
        for at, text in enumerate(texts, start=1)
    ]


def asked(text: str) -> Query:
    return rewrite(text, Scope(companies=(AMBER,)))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who bought the garden business of Amber Tools?", "Basalt Partners"),
        ("When did Amber Tools get rid of its garden unit?", "March 3, 2023"),
        ("Which bank lent Amber Tools the term loan?", "First Harbor Bank"),
        ("Until when does Amber Tools rent its head office?", "2031"),
    ],
)
def test_the_sentence_that_answers_comes_first(question: str, words: str) -> None:
    ranked = packaged_sentences().rank(asked(question), prose(*TEXTS), FILINGS)
    assert words in ranked.said[0].text


def test_what_is_likely_enough_is_quoted_cited_and_never_sure() -> None:
    scorer = packaged_sentences()
    likely = asked("To whom did Amber Tools sell its garden business?")
    statement = scorer.answer(likely, scorer.rank(likely, prose(*TEXTS), FILINGS))
    assert statement is not None
    assert "Basalt Partners" in statement.text
    assert [citation.page_number for citation in statement.citations] == [2]
    assert "right with probability" in statement.doubt


def test_what_no_sentence_says_is_not_quoted() -> None:
    scorer = packaged_sentences()
    query = asked("Who chairs the jury of the poetry prize?")
    assert scorer.answer(query, scorer.rank(query, prose(*TEXTS), FILINGS)) is None
    nothing = scorer.rank(query, [], FILINGS)
    assert (nothing.said, scorer.answer(query, nothing)) == ((), None)


def test_a_figure_is_quoted_only_where_one_amount_is_looked_up() -> None:
    assert may_quote(asked("Who bought the garden business of Amber Tools?"))
    assert may_quote(asked("What was the strike price of the warrants of Amber Tools?"))
    assert not may_quote(asked("How fast did the net sales of Amber Tools grow from 2021 to 2023?"))


def test_no_sentence_chooses_a_part_or_holds_companies_against_each_other() -> None:
    assert not may_quote(asked("Which segment of Amber Tools had the largest increase in sales?"))
    basalt = CompanyRef("basalt", "Basalt, Inc.", "Basalt")
    question = "Who spent more of its revenue on R&D, Amber Tools in 2022 or Basalt in 2023?"
    both = Scope(companies=(AMBER, basalt), periods=find_periods(question))
    assert not may_quote(rewrite(question, both))


def test_an_amount_of_money_is_no_number_of_shares() -> None:
    scorer = packaged_sentences()
    query = asked("How many dollars did Amber Tools get for its garden business?")
    (said,) = said_in(prose("We issued 3 million shares to the buyers of the garden business."))
    assert scorer.answer(query, Ranked((said,), 0.9)) is None
    (said,) = said_in(prose("We got $45 million from the buyers of the garden business."))
    assert scorer.answer(query, Ranked((said,), 0.9)) is not None


def test_why_is_answered_by_a_cause_of_the_period_and_a_description_by_no_sentence() -> None:
    scorer = packaged_sentences()
    why = asked("Why did the net sales of Amber Tools fall in fiscal 2023?")
    for text, answers in (
        ("Net sales fell 3% in fiscal 2023 due to a mild winter.", True),
        ("Net sales fell 3% in fiscal 2023, as they had the year before.", False),
        ("Net sales fell 3% in the first quarter of fiscal 2023 due to a mild winter.", False),
    ):
        ranked = Ranked(tuple(said_in(prose(text))), 0.9)
        assert (scorer.answer(why, ranked) is not None) is answers, text
    assert not may_quote(asked("Describe the risks of Amber Tools in fiscal 2023."))


def test_the_same_sentence_of_another_filing_is_no_rival() -> None:
    features = np.zeros((3, len(NAMES)))
    odds = np.array([2.0, 2.0, -1.0])
    twice = choice_features(features, odds, ["the same", "the same", "another"])
    other = choice_features(features, odds, ["one", "two", "another"])
    lead = CHOICE.index("lead")
    assert (twice[lead], other[lead]) == (3.0, 0.0)
    assert twice.shape == (len(CHOICE) + len(NAMES),)


def test_a_model_of_another_version_or_none_says_how_to_make_one(tmp_path: Path) -> None:
    path = tmp_path / "sentences.json"
    interaction = packaged_scorer().interaction
    with pytest.raises(ModelError, match="Cannot read"):
        load_sentences(path, interaction)
    path.write_text(json.dumps({"format": 0}), encoding="utf-8")
    with pytest.raises(ModelError, match="hirec train sentences"):
        load_sentences(path, interaction)
