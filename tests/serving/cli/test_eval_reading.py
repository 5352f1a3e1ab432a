"""``hirec eval reading`` on one sample filing."""

import json
from pathlib import Path

from typer.testing import CliRunner

from serving.cli.eval import app

SAMPLE = Path(__file__).parents[3] / "data" / "sample" / "CVIH_2021_10K.html"


def test_metrics_are_printed_and_written(tmp_path: Path) -> None:
    arguments = ["reading", "--filings", str(SAMPLE), "--out", str(tmp_path), "--json"]
    result = CliRunner().invoke(app, [*arguments, "--workers", "1"])
    assert result.exit_code == 0, result.output
    printed = json.loads(result.stdout.strip().splitlines()[-1])
    assert printed == json.loads((tmp_path / "metrics.json").read_text())
    assert printed["cells_equal_tag"]["value"] == 1.0
    assert printed["identity_form"]["value"] == 1.0
