from collections import Counter
from pathlib import Path

import pytest

from hirec.grounding.features import FeatureReader
from hirec.grounding.scorer import Scorer
from training.errors import TrainingError
from training.grounding.examples import FOLDS, fold_of, memory_without, tag_cases
from training.grounding.interaction import learn_interaction
from training.grounding.measuring import cross_validate, first_shares
from training.grounding.model import build_model
from training.grounding.tagged import TaggedFiling
from training.grounding.training import Sources, report_of, train_grounding, write_report


def test_filings_become_a_model_that_finds_what_other_companies_call_otherwise(
    filings: list[TaggedFiling], tmp_path: Path
) -> None:
    readers = [FeatureReader(memory_without(filings, fold)) for fold in range(FOLDS)]
    cases = list(tag_cases(filings, readers))
    interaction = learn_interaction(cases)
    outcomes = cross_validate(cases)
    content = build_model(cases, outcomes, memory_without(filings, None), interaction)
    assert {case.source for case in cases} >= {"tags: own", "tags: other"}
    assert first_shares(outcomes)["first"] > 0.6
    assert 0 < Scorer(content).of(given=False).certainty.answer <= 1
    asked = dict(Counter(case.source for case in cases))
    report = report_of(filings, outcomes, asked, content, 1)
    write_report(tmp_path, report, [])
    assert report.by_source.keys() == asked.keys()
    assert "tags: labels of other companies" in (tmp_path / "grounding.md").read_text("utf-8")


def test_a_company_is_left_out_with_all_its_filings() -> None:
    assert fold_of("acme") == fold_of("ACME")
    assert {fold_of(f"company {number}") for number in range(60)} == set(range(FOLDS))


def test_nothing_to_learn_from_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="No question"):
        train_grounding(Sources(), tmp_path / "out")
