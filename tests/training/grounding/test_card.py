from pathlib import Path

from training.grounding.card import write_card
from training.grounding.training import GroundingReport

SHARES = {"questions": 10, "right": 0.8, "wrong": 0.01, "refused": 0.19, "first": 0.9,
          "among_three": 0.95}  # fmt: skip
CALIBRATION = {mode: {"answer": 0.5, "sure": 0.9} for mode in ("given", "searched")}


def test_a_card_says_what_it_saw_and_how_it_did(tmp_path: Path) -> None:
    report = GroundingReport({"finqa": 10}, 3, {"finqa": SHARES}, CALIBRATION, {"words": 0.4}, 9)
    write_card(tmp_path / "grounding.md", report, [(0.95, 0.96, 8)])
    card = (tmp_path / "grounding.md").read_text(encoding="utf-8")
    assert "tags of 3 companies" in card
    assert "| 10 | 0.800 | 0.010 | 0.190 | 0.900 | 0.950 |" in card
    assert "| 0.95 | 0.96 | 8 |" in card
    assert "| words | 0.400 |" in card
