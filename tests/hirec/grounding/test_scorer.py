import json
from pathlib import Path
from typing import Any

import pytest

from hirec.grounding.scorer import Scorer, load_scorer, packaged_scorer
from hirec.types import Figure, ModelError


def test_no_places_have_no_odds(scorer: Scorer) -> None:
    assert not len(scorer.score(Figure("net sales"), [], {})[1])


def test_a_model_of_other_features_is_refused(model: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="another version"):
        Scorer(model | {"features": ["length"]})


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "grounding.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ModelError, match="Cannot read"):
        load_scorer(path)


def test_a_model_file_is_read(tmp_path: Path, model: dict[str, Any]) -> None:
    path = tmp_path / "grounding.json"
    path.write_text(json.dumps(model), encoding="utf-8")
    assert load_scorer(path).of(given=True).certainty.answer == 0.8


def test_the_packaged_model_demands_more_of_what_was_searched_for() -> None:
    scorer = packaged_scorer()
    given, searched = (scorer.of(given=own).certainty for own in (True, False))
    assert given.answer <= searched.answer
    assert given.answer <= given.sure
