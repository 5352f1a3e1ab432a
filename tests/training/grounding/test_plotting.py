from pathlib import Path

from training.grounding.plotting import write_plot


def test_a_plot_is_a_png(tmp_path: Path) -> None:
    path = tmp_path / "plot.png"
    write_plot(path, [(0.5, 0.0), (1.0, 0.1)], [(0.2, 0.25, 10), (0.9, 0.88, 20)], 0.02)
    assert path.read_bytes().startswith(b"\x89PNG")
