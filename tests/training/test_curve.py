import sys

import pytest

from hirec.plots import PlotsMissingError
from training.curve import write_curve


def test_the_curve_is_a_png(tmp_path):
    write_curve(tmp_path / "loss.png", [1 / step for step in range(1, 50)])
    assert (tmp_path / "loss.png").read_bytes().startswith(b"\x89PNG")


def test_what_is_missing_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(PlotsMissingError, match=r"hirec\[plots\]"):
        write_curve(tmp_path / "loss.png", [1.0])
