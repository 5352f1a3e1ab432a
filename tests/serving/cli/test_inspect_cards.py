"""``hirec inspect --cards`` over a real index of the sample collection."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from hirec.testing.chat_server import LocalLlm, Served, completion
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


def test_cards_completed_by_a_model_are_counted_by_who_made_them(
    call: Any, sample_index: Path, tmp_path: Path
) -> None:
    """The scripted server answers the first request only: the other passages are placeholders."""
    asked: list[str] = []

    def script(request: dict[str, Any]) -> Served:
        asked.append(request["messages"][1]["content"])
        if len(asked) > 1:
            return completion("no JSON")
        lines = [part.splitlines()[2].split()[0] for part in asked[0].split("<P")[1:]]
        cards = {
            f"P{at}": {"role": "caveat", "lines": [line], "numbers": []}
            for at, line in enumerate(lines, start=1)
        }
        return completion(json.dumps(cards))

    settings, problems = tmp_path / "made.yaml", tmp_path / "problems.csv"
    asked_for = ("inspect", "HPFD_2022_10K", "--cards", "--index", sample_index)
    with LocalLlm(script) as server:
        llm = {"base_url": server.url, "model": "m", "concurrency": 1}
        settings.write_text(json.dumps({"llm": llm, "tournament": {"cards": "llm"}}))
        code, text = call(*asked_for, "--settings", settings, "--csv", problems, "--json")
    content = json.loads(text)
    assert code == 0
    assert content["made"] == {"hybrid": 4, "placeholder": content["cards"] - 4}
    assert content["issues"]["a placeholder"] == content["cards"] - 4
    issues = [line["issues"] for line in csv.DictReader(problems.open(encoding="utf-8"))]
    assert sum("a placeholder" in issue for issue in issues) == content["cards"] - 4
    by_rules = json.loads(call(*asked_for, "--json")[1])
    assert by_rules["made"] == {"rules": content["cards"]}


def test_settings_without_cards_are_an_error(call: Any, sample_index: Path, tmp_path: Path) -> None:
    assert call("inspect", "--ledger", "--index", sample_index, "--settings", tmp_path)[0] == 2
