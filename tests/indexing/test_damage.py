"""The bench of damaged inputs, small: every kind of damage, each accounted for."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[1] / "bench" / "damage.py"


def test_every_damaged_input_is_accounted_for(sample_dir: Path) -> None:
    limits = ["--huge-mb", "30", "--timeout-s", "15", "--memory-mb", "300"]
    done = subprocess.run(
        [sys.executable, str(BENCH), str(sample_dir), "33", "5", *limits],
        capture_output=True,
        text=True,
        timeout=240,
    )
    # Of a reader that starts while the run ends Python tells that its queue is gone; that is all.
    ours = [f"{BENCH.parents[2] / room}/" for room in ("hirec", "indexing", "serving")]
    assert not any(room in done.stderr for room in ours), done.stderr
    account = json.loads(done.stdout)
    assert account["wrong"] == []
    assert done.returncode == 0
    assert account["inputs"] == sum(account["endings"].values()) == 33
    assert account["kinds"] == 22
