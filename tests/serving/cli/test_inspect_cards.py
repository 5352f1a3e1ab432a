"""``hirec inspect --cards`` over a real index of the sample collection."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from serving.cli.app import main


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["hirec", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0), capsys.readouterr().out

    return run


def test_the_cards_of_an_index_are_checked_and_listed(
    call: Any, sample_index: Path, tmp_path: Path
) -> None:
    problems = tmp_path / "problems.csv"
    asked = ("inspect", "--cards", "--index", sample_index, "--csv", problems)
    code, text = call(*asked, "--json")
    content = json.loads(text)
    assert code == 0
    assert 0 < content["passed"] <= content["cards"]
    lines = list(csv.DictReader(problems.open(encoding="utf-8")))
    assert len(lines) == content["cards"] - content["passed"]
    assert sum(content["roles"].values()) == content["cards"]
    assert "a number that is not printed" not in content["issues"]
    code, text = call(*asked)
    assert f"{content['passed']} of {content['cards']} cards pass" in text


def test_the_cards_of_one_filing(call: Any, sample_index: Path) -> None:
    whole = json.loads(call("inspect", "--cards", "--index", sample_index, "--json")[1])
    code, text = call("inspect", "HPFD_2022_10K", "--cards", "--index", sample_index, "--json")
    assert code == 0
    assert 0 < json.loads(text)["cards"] < whole["cards"]


def test_csv_without_cards_is_an_error(call: Any, sample_index: Path, tmp_path: Path) -> None:
    assert call("inspect", "--ledger", "--index", sample_index, "--csv", tmp_path / "x")[0] == 2
