"""Words of a page that is a picture, through the ``tesseract`` program where it is installed."""

import shutil
import subprocess
import time

from indexing.reading.lines import Word

DOTS_PER_INCH = 200
_PAGE_TIMEOUT_S = 40.0
_FILE_TIMEOUT_S = 240.0
_LEAST_CONFIDENCE = 30.0
_COLUMNS = 12


class Recogniser:
    """Recognises pictures of one file's pages for a bounded time in all."""

    def __init__(self, command: str = "tesseract") -> None:
        """``command`` is looked up once; without it nothing is recognised."""
        self._command = shutil.which(command)
        self._spent_s = 0.0

    @property
    def able(self) -> bool:
        """Whether the program is installed and the file's time not yet spent."""
        return self._command is not None and self._spent_s < _FILE_TIMEOUT_S

    def words(self, picture: bytes) -> list[Word]:
        """Words of a PNG at :data:`DOTS_PER_INCH`, in points; none where it fails or takes long."""
        if self._command is None or not self.able:
            return []
        started = time.monotonic()
        try:
            done = subprocess.run(  # noqa: S603 - fixed arguments, the picture on standard input
                [self._command, "stdin", "stdout", "--dpi", str(DOTS_PER_INCH), "tsv"],
                input=picture,
                capture_output=True,
                timeout=min(_PAGE_TIMEOUT_S, _FILE_TIMEOUT_S - self._spent_s),
                check=True,
            )
        except (subprocess.SubprocessError, OSError):
            return []
        finally:
            self._spent_s += time.monotonic() - started
        return words_of(done.stdout.decode("utf-8", errors="replace"))


def words_of(tsv: str) -> list[Word]:
    """Words of tesseract's table, boxes turned from pixels into points."""
    found: list[Word] = []
    point = 72 / DOTS_PER_INCH
    for line in tsv.splitlines()[1:]:
        fields = line.split("\t")
        if len(fields) != _COLUMNS or not fields[11].strip():
            continue
        if float(fields[10]) < _LEAST_CONFIDENCE:
            continue
        left, top, width, height = (int(field) * point for field in fields[6:10])
        block, row, word = int(fields[2]), int(fields[4]), int(fields[5])
        text = fields[11].strip()
        found.append((left, top, left + width, top + height, text, block, row, word))
    return found
