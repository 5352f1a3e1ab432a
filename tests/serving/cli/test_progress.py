import io
import sys

from serving.cli.progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar_with_its_counts(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_bar("judging") as move:
        assert move is not None
        move(2, 5, "judging")
    assert "judging" in screen.getvalue()
    assert "2/5" in screen.getvalue()


def test_elsewhere_there_is_no_bar(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_bar("judging") as move:
        assert move is None
