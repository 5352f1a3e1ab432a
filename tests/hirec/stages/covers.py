"""An index as far as the identities of its filings."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from hirec.companies import CompanyDirectory
from hirec.types import Identity


@dataclass(frozen=True)
class Held:
    """A filing as far as its identity."""

    identity: Identity


@dataclass(frozen=True)
class Covers:
    """Filings and companies of an index."""

    filings: dict[str, Held] = field(default_factory=dict)

    @property
    def companies(self) -> CompanyDirectory:
        return CompanyDirectory.build({key: held.identity for key, held in self.filings.items()})

    def profiles(self) -> Iterator[Identity]:
        return (held.identity for held in self.filings.values())
