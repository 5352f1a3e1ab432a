import json
import os
import subprocess
import sys
from pathlib import Path

ASK = """
import json, sys
from hirec import HiREC

hirec = HiREC.open(sys.argv[1])
answers = (hirec.ask(question) for question in json.load(sys.stdin))
print(json.dumps([[a.text, a.verdict.value, [c.quote for c in a.citations]] for a in answers]))
"""
SEEDS = ("1", "2")
EVERY = 16
"""Of the sample's questions, so that the two processes take some seconds."""


def test_an_answer_does_not_depend_on_the_process(sample_index: Path, sample_dir: Path) -> None:
    lines = (sample_dir / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    asked = json.dumps([json.loads(line)["question"] for line in lines[::EVERY]])

    def answers(seed: str) -> object:
        done = subprocess.run(
            [sys.executable, "-c", ASK, str(sample_index)],
            input=asked,
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        )
        return json.loads(done.stdout)

    first, *others = map(answers, SEEDS)
    assert first
    assert all(other == first for other in others)
