"""Words of a page that is a picture, through the ``tesseract`` program where it is installed."""

import os
import re
import shutil
import subprocess
import time

from indexing.reading.lines import Word

DOTS_PER_INCH = 200
_PAGE_TIMEOUT_S = 60.0
_FILE_TIMEOUT_S = 240.0
_LEAST_CONFIDENCE = 30.0
_AMOUNT = re.compile(r"\(?\$?\d{1,3}(?:,\d{3})+(?:\.\d+)?\)?")
"""Figures with separators are kept at any confidence: noise does not look like them, and small
print makes tesseract doubt figures that are right."""
_COLUMNS = 12
_ONE_BLOCK = "6"
"""Page segmentation mode: tesseract's own search for columns tears tables apart and loses figures;
lines and columns are found from the words' places as for any other page."""
_ARGUMENTS = ("--dpi", str(DOTS_PER_INCH), "--psm", _ONE_BLOCK)
_DASHES = re.compile(r"[_—–-]{2,}")
_DOLLAR = re.compile(r"^§\$")


class Recogniser:
    """Recognises pictures of one file's pages for a bounded time in all."""

    def __init__(self, command: str = "tesseract") -> None:
        """``command`` is looked up once; without it nothing is recognised."""
        self._command = shutil.which(command)
        self._spent_s = 0.0

    @property
    def installed(self) -> bool:
        """Whether the program is there at all."""
        return self._command is not None

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
                [self._command, "stdin", "stdout", *_ARGUMENTS, "tsv"],
                input=picture,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},  # the readers have the other cores
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
        printed = fields[11].strip()
        if float(fields[10]) < _LEAST_CONFIDENCE and not _AMOUNT.fullmatch(printed):
            continue
        left, top, width, height = (int(field) * point for field in fields[6:10])
        block, row, word = int(fields[2]), int(fields[4]), int(fields[5])
        text = _DOLLAR.sub("$", _DASHES.sub("—", printed))
        found.append((left, top, left + width, top + height, text, block, row, word))
    return found
