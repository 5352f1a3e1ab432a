"""What the adapters have in common: an index that is opened when it is first searched."""

import threading
from pathlib import Path
from typing import Any

from hirec.pipeline import HiREC
from hirec.settings import Settings
from hirec.types import Candidate, Passage


class Search:
    """Passages for questions; threads may share it."""

    def __init__(self, index_dir: Path | str, settings: Path | str | None = None) -> None:
        """``settings`` is a YAML preset."""
        self._index_dir = Path(index_dir)
        self._settings = Path(settings) if settings is not None else None
        self._lock = threading.Lock()
        self._hirec: HiREC | None = None

    def open(self) -> HiREC:
        """The index, opened by whoever comes first; raises as :meth:`hirec.HiREC.open` does."""
        with self._lock:
            if self._hirec is None:
                chosen = Settings.load(self._settings) if self._settings is not None else None
                self._hirec = HiREC.open(self._index_dir, chosen)
            return self._hirec

    def passages(self, question: str, k: int) -> list[Candidate]:
        """The k best passages, best first; none where the index lacks the company or the period.

        Raises :class:`hirec.types.QuestionError` for an empty or overlong question.
        """
        return list(self.open().retrieve(question).candidates[:k])


def metadata(passage: Passage) -> dict[str, Any]:
    """Where a passage stands."""
    return {
        "passage_id": passage.passage_id,
        "filing_id": passage.filing_id,
        "page_number": passage.page_number,
        "title": passage.title,
        "section": passage.section,
        "kind": passage.kind.value,
    }
