"""What a terminal shows of two questions, for the documentation: part of ``make screenshots``.

The commands are run, and what they print is drawn; run it again when they print otherwise.
"""

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from tests.serving.conftest import ROOT

COMMANDS = (
    'hirec ask "harbor peak gross margin 2022" --index demo',
    'hirec ask "What were the net sales of Harbor Pine Foods in 2022?" --index demo',
)
WIDTH = 150
REFUSED = 3
"""What `hirec ask` ends with where it abstains."""
_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fetched from elsewhere by whoever looks at the picture; any font of one width will do."""
_MAIN = "from serving.cli.app import main; main()"


def printed(command: str, scratch: Path) -> str:
    """What a command prints, its index in a folder of its own."""
    name, *arguments = shlex.split(command.replace("demo", str(scratch / "demo")))
    assert name == "hirec"
    done = subprocess.run(
        [sys.executable, "-c", _MAIN, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": str(WIDTH), "NO_COLOR": "1", "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode in (0, REFUSED), done.stderr
    return done.stdout.replace(str(scratch / "demo"), "demo").strip()


def main(file: Path) -> None:
    """Write the picture."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    with tempfile.TemporaryDirectory() as scratch:
        one = Settings(index=IndexSettings(workers=1))
        build([ROOT / "data" / "sample"], Path(scratch) / "demo", one)
        for command in COMMANDS:
            console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
            console.print(Text(printed(command, Path(scratch))), end="\n\n")
    drawn = console.export_svg(title="hirec")
    file.write_text(_FONTS.sub("", drawn), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
