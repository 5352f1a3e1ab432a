"""Which contents are to be read with what: users' corrections, siblings and EDGAR's list.

The catalog keeps what each content was read with; a content is stale where that has changed.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from hirec.index.catalog import LedgerState
from hirec.types import Identity
from indexing.catalog import CatalogWriter
from indexing.company_list import ListedNames
from indexing.hint_tables import HintTables
from indexing.hints import LIST, SIBLING, inherited_hints, write_hints
from indexing.labels import Label, LabelError
from indexing.siblings import KnownIdentity, Registrants, hints_from_siblings
from indexing.sources import Sources

_FILINGS_AT_ONCE = 256
"""So many filings' siblings are in memory together; a large index has them by the hundred
thousand."""


class ReadingHints:
    """What is known of each content from users, siblings and lists when it is read."""

    def __init__(self, catalog: CatalogWriter, listed: ListedNames, sources: Sources) -> None:
        """Asks the catalog once; :meth:`refresh` asks it again.

        Args:
            catalog: Has users' corrections and what filings were identified as.
            listed: Names of EDGAR's list.
            sources: Files by their names, with their hashes.

        """
        self._catalog = catalog
        self._sources = sources
        self._tables = HintTables(catalog)
        self._listed = listed
        self._corrections: dict[str, dict[str, str]] = {}
        self._stored: dict[str, set[str]] = {}
        self._inherited: dict[str, list[dict[str, str]]] = {}
        self.refresh()

    def refresh(self) -> None:
        """See what was read and corrected meanwhile."""
        self._corrections = self._tables.corrections()
        self._stored = self._tables.hints()

    def add_labels(self, labels: Sequence[Label], files: Iterable[str]) -> None:
        """Keep what a user says of files in the index or among ``files``, all or nothing.

        Raises:
            LabelError: one of the files is unknown or may be several.

        """
        given = set(files)
        resolved = [(*self._resolve(label, given), label.values) for label in labels]
        self._tables.correct(resolved)
        self.refresh()

    def by_file(self) -> dict[str, dict[str, str]]:
        """All corrections, each by one path of its content."""
        paths = {sha: self._catalog.paths_of_content(sha) for sha in self._corrections}
        return {paths[sha][0]: values for sha, values in self._corrections.items() if paths[sha]}

    def values_of(self, label: Label) -> tuple[str, dict[str, str]]:
        """The path of a file in the index, and the user's values for it."""
        sha256, path = self._resolve(label, set())
        return path, self._corrections.get(sha256, {})

    def for_content(self, sha256: str) -> str:
        """What a content is to be read with."""
        label = self._corrections.get(sha256, {})
        inherited = self._inherited.get(sha256)
        if inherited is None:
            inherited = [s for text in self._stored.get(sha256, ()) for s in inherited_hints(text)]
        rest = [{k: v for k, v in hint.items() if k not in label} for hint in inherited]
        return write_hints(label, [hint for hint in rest if len(hint) > 1])

    def stale(self) -> set[str]:
        """Contents that were read with other hints than those of now."""
        contents = self._stored.keys() | self._inherited.keys()
        return {sha for sha in contents if self._stored.get(sha, {""}) != {self.for_content(sha)}}

    def add_sibling_hints(self) -> None:
        """Look up what filings that are unsure of something can take from their siblings."""
        self.refresh()
        self._inherited = {}
        asked = {*self._tables.unsure(), *self._helped_before()}
        if not asked:
            return
        registrants = Registrants.of(self._tables.numbers())
        together = registrants.together(asked)
        for start in range(0, len(together), _FILINGS_AT_ONCE):
            self._add_hints(together[start : start + _FILINGS_AT_ONCE], registrants)

    def _add_hints(self, asked: Sequence[str], registrants: Registrants) -> None:
        """Look up some of them, in the filings of their registrants alone."""
        known = ((sha, self._known(sha, found)) for sha, found in self._tables.identities(asked))
        unsure = {sha256: filing for sha256, filing in known if filing.has_gaps}
        groups = {sha256: registrants.groups_of(sha256) for sha256 in unsure}
        sure = self._sure_siblings(
            registrants, {group for found in groups.values() for group in found}
        )
        for sha256, filing in unsure.items():
            siblings = [(group[0], sure[group]) for group in groups[sha256]]
            self._inherited[sha256] = self._hints_of(filing, siblings)

    def _sure_siblings(
        self, registrants: Registrants, groups: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], list[KnownIdentity]]:
        """Those of each group that are sure of something, in the order of their contents."""
        members = {group: registrants.by_number[group] for group in groups}
        asked = {sha256 for group in members.values() for sha256 in group}
        known = ((sha, self._known(sha, found)) for sha, found in self._tables.identities(asked))
        sure = {sha256: filing for sha256, filing in known if filing.has_certain_fields}
        return {
            group: [sure[sha256] for sha256 in sorted(found) if sha256 in sure]
            for group, found in members.items()
        }

    def _known(self, sha256: str, identity: Identity) -> KnownIdentity:
        return KnownIdentity.of(identity, self._fields(sha256))

    def _hints_of(
        self, filing: KnownIdentity, siblings: Sequence[tuple[str, Sequence[KnownIdentity]]]
    ) -> list[dict[str, str]]:
        found = hints_from_siblings(filing, siblings)
        hints = [{**found, "source": SIBLING}] if found else []
        name = self._listed.name_of(filing.identity.cik)
        if name and filing.is_unsure("company") and "company" not in found:
            hints.append({"company": name, "source": LIST})
        return hints

    def _helped_before(self) -> list[str]:
        return [sha for sha, texts in self._stored.items() if any(map(inherited_hints, texts))]

    def _fields(self, sha256: str) -> frozenset[str]:
        """Fields that a content has from others."""
        hints = [s for text in self._stored.get(sha256, ()) for s in inherited_hints(text)]
        return frozenset(key for hint in hints for key in hint if key != "source")

    def _resolve(self, label: Label, given: set[str]) -> tuple[str, str]:
        """(content, path) of the file that a label is about."""
        path = Path(label.file)
        if path.is_file():
            name = str(path.parent.resolve() / path.name)
            sha256 = self._hash(name, label)
            known = self._catalog.paths_of_content(sha256)
            if known or name in given:
                return sha256, name
            raise LabelError(
                f"{label.place}{label.file} is not in the index; give it among the paths to index, "
                "in the same command."
            )
        names = self._catalog.paths_of(label.file) or self._named(label.file, given)
        contents = {self._content(name, label): name for name in names}
        if len(contents) > 1:
            raise LabelError(
                f"{label.place}{label.file} may be {' or '.join(sorted(contents.values()))}; give "
                "the path."
            )
        for sha256, name in contents.items():
            return sha256, name
        raise LabelError(
            f"{label.place}there is no file {label.file} and no filing of that id in the index; "
            "give a path, a file's name or a filing_id as hirec inspect --ledger shows them."
        )

    def _named(self, name: str, given: set[str]) -> list[str]:
        """Files of this name, with or without suffix and folders."""
        known = [path for path in {*self._catalog.ledger_paths(), *given} if path.endswith(name)]
        known = [
            path for path in known if Path(path).parts[-len(Path(name).parts) :] == Path(name).parts
        ]
        return known or [path for path in self._catalog.ledger_paths() if Path(path).stem == name]

    def _content(self, name: str, label: Label) -> str:
        """The content of a file as it is, or as it was when it was last looked at."""
        if self._sources.holds(name):
            return self._hash(name, label)
        row = self._catalog.ledger_row(name)
        if not row.sha256 or row.state is LedgerState.SUPERSEDED:
            raise LabelError(
                f"{label.place}{name} has gone before it was read; index it again first."
            )
        return row.sha256

    def _hash(self, name: str, label: Label) -> str:
        try:
            return self._sources.hashed(name)
        except OSError as error:
            raise LabelError(
                f"{label.place}{name} cannot be read: {error.strerror or error}."
            ) from error
