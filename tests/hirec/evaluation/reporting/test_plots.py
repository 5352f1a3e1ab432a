import builtins
from pathlib import Path

import pytest

from hirec.evaluation.reporting.plots import write_plots
from hirec.plots import PlotsMissingError

METRICS = {
    "one": {"curve": [{"k": 1, "recall": 0.2, "precision": 0.3}], "top_errors": {"page": 2}},
    "two": {"curve": [], "top_errors": {}},
}


def test_both_plots_are_png_files(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    paths = write_plots(tmp_path, METRICS)
    assert [path.name for path in paths] == ["precision-recall.png", "top-errors.png"]
    for path in paths:
        assert path.read_bytes().startswith(b"\x89PNG\r\n")


def test_without_matplotlib_the_remedy_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def absent(name, *rest):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(PlotsMissingError, match=r"hirec\[plots\]"):
        write_plots(tmp_path, METRICS)
    assert not list(tmp_path.iterdir())
