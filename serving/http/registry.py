"""The indexes that are served, by name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from hirec.analysts.protocol import History
from hirec.index import Index
from hirec.pipeline import HiREC
from hirec.settings import Settings
from hirec.stages.recorder import Listener
from hirec.types import Filing, HirecError, Passage
from serving.http.errors import NotFoundError, RequestError
from serving.traces import run_json, store_trace

_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,63}")


class RegistryError(HirecError):
    """Indexes are named in a way that does not do."""


@dataclass(frozen=True, eq=False)
class ServedIndex:
    """An open index with its name."""

    name: str
    folder: Path
    hirec: HiREC
    run: Mapping[str, Any]
    """What its runs have in common: settings, fingerprint of the code."""

    @property
    def index(self) -> Index:
        """The generation in force."""
        return self.hirec.answerer.index

    def ask(
        self, question: str, as_of: date | None, history: History, listener: Listener
    ) -> dict[str, Any]:
        """Answer, store the trace and return it, as ``hirec ask --json`` does.

        Args:
            question: As typed.
            as_of: Filings made later do not count; None: all do.
            history: The (question, answer) turns before it, oldest first.
            listener: Called with each step when it has ended.

        """
        answer = self.hirec.ask(question, as_of, history, listener)
        day = as_of.isoformat() if as_of else None
        asked = {"as_of": day, "history": [list(turn) for turn in history]}
        run = {**self.run, **asked, "filings": self.hirec.index.fingerprint}
        return store_trace(self.folder, answer, run)

    def filing(self, name: str) -> Filing:
        """By filing_id or name of the source file.

        Raises :class:`NotFoundError`, or :class:`RequestError` for a name of several files.
        """
        try:
            found = self.index.by_source(name)
        except HirecError as error:  # several files of that name
            raise RequestError(str(error)) from error
        if found is None:
            raise NotFoundError(
                f"There is no filing {name} in the index; --ledger lists what came in."
            )
        return found

    def page(self, name: str, page_number: int) -> list[Passage]:
        """The passages of a page; raises :class:`NotFoundError`."""
        filing = self.filing(name)
        if not 1 <= page_number <= filing.page_count:
            raise NotFoundError(
                f"{filing.filing_id} has {filing.page_count} pages; there is no {page_number}."
            )
        passages = self.index.passages([filing.filing_id])
        return [passage for passage in passages if passage.page_number == page_number]

    def passage(self, passage_id: str) -> Passage:
        """One passage; raises :class:`NotFoundError`."""
        filing = self.filing(passage_id.rpartition("#")[0] or passage_id)
        for passage in self.index.passages([filing.filing_id]):
            if passage.passage_id == passage_id:
                return passage
        raise NotFoundError(f"There is no passage {passage_id} in the index.")


class IndexRegistry(Mapping[str, ServedIndex]):
    """Name → index, the first one named being what is meant without a name."""

    def __init__(self, indexes: Sequence[ServedIndex]) -> None:
        self._shelved = {each.name: each for each in indexes}

    @classmethod
    def open(cls, folders: Mapping[str, Path], settings: Settings | None = None) -> "IndexRegistry":
        """Open them all; raises as :meth:`hirec.HiREC.open` does."""
        opened = []
        for name, folder in folders.items():
            hirec = HiREC.open(folder, settings)
            opened.append(ServedIndex(name, folder, hirec, run_json(hirec, None, ())))
        return cls(opened)

    def __getitem__(self, name: str) -> ServedIndex:
        """Raises :class:`NotFoundError`, which lists the names."""
        try:
            return self._shelved[name]
        except KeyError:
            names = ", ".join(self._shelved)
            raise NotFoundError(f"There is no index {name} here; there is {names}.") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelved)

    def __len__(self) -> int:
        return len(self._shelved)

    def close(self) -> None:
        """Close connections to language models."""
        for each in self._shelved.values():
            each.hirec.close()


def named_folders(given: Sequence[str]) -> dict[str, Path]:
    """``FOLDER`` or ``NAME=FOLDER`` of each index; raises :class:`RegistryError`."""
    folders: dict[str, Path] = {}
    for each in given:
        words, equals, folder = each.partition("=")
        path = Path(folder if equals else each)
        name = words if equals else path.resolve().name
        if not _NAME.fullmatch(name):
            raise RegistryError(
                f"{name!r} cannot name an index: letters, digits, dots, dashes; use NAME=FOLDER."
            )
        if name in folders:
            raise RegistryError(f"Two indexes are named {name}; name them apart by NAME=FOLDER.")
        folders[name] = path
    return folders
