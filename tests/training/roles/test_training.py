import json
from pathlib import Path

import pytest

from hirec.models.bert import packaged_bert
from hirec.types import ModelError
from hirec.understanding.roles import RoleTagger
from training.errors import TrainingError
from training.roles.training import CARD, MODEL, train_roles

SHARES = [f"What part of <D>{whole}</D> was <N>tea</N>?" for whole in ("sales", "costs", "assets")]
GROWTHS = [f"How fast did <N>{figure}</N> climb?" for figure in ("sales", "costs", "assets")]


def written(path: Path, times: int) -> Path:
    rows = [{"op": "share", "text": text} for text in SHARES]
    rows += [{"op": "growth", "text": text} for text in GROWTHS]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows * times), encoding="utf-8")
    return path


def test_what_is_learnt_is_read_by_numpy_as_it_was_by_torch(tmp_path: Path) -> None:
    marked = written(tmp_path / "marked.jsonl", 32)
    report = train_roles([marked], [written(tmp_path / "others.jsonl", 1)], tmp_path / "out", 0, 3)
    assert (report.learnt, report.held_out) == (192, 6)
    assert report.whole > 0.8
    content = json.loads((tmp_path / "out" / MODEL).read_text("utf-8"))
    frame = RoleTagger(content).read("What part of assets was tea?")
    assert (frame.asked, dict(frame.words)) == ("share", {"D": "assets", "N": "tea"})
    assert "of 6 questions" in (tmp_path / "out" / CARD).read_text("utf-8").lower()
    assert report.size_bytes < 2_000_000
    plain = packaged_bert().encode(["net sales"], 8)
    assert (RoleTagger(content)._bert.encode(["net sales"], 8) != plain).any()
    with pytest.raises(ModelError, match="another version"):
        RoleTagger({**content, "roles": ["", "N"]})


def test_nothing_to_learn_from_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="No marked question"):
        train_roles([], [], tmp_path)
