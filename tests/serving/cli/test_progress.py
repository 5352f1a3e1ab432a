import io
import json
import sys

from serving.cli.progress import progress_bar, steps


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


def test_steps_are_a_bar_on_a_terminal_and_lines_of_json_elsewhere(monkeypatch):
    for stream, said in ((Terminal(), "2/5"), (io.StringIO(), '"file": "a.htm"')):
        monkeypatch.setattr(sys, "stderr", stream)
        with steps("reading", lambda done, of, file: {"of": of, "at": done, "file": file}) as say:
            say(2, 5, "a.htm")
        assert said in stream.getvalue()
    assert json.loads(stream.getvalue()) == {"of": 5, "at": 2, "file": "a.htm"}
