"""An index as far as the identities of its filings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from hirec.companies import CompanyDirectory
from hirec.types import Identity


@dataclass(frozen=True)
class Held:
    """A filing as far as its identity."""

    identity: Identity
    summary: str = ""


@dataclass(frozen=True)
class Numbered:
    """A filing as far as its cover and whose it is."""

    summary: str
    company_key: str


@dataclass(frozen=True)
class Covers:
    """Filings and companies of an index."""

    filings: dict[str, Held] = field(default_factory=dict)

    @property
    def companies(self) -> CompanyDirectory:
        return CompanyDirectory.build({key: held.identity for key, held in self.filings.items()})

    def cover_scores(self, query: str) -> npt.NDArray[np.float64]:
        """How many words of the query each summary has."""
        words = query.split()
        return np.array([sum(w in held.summary for w in words) for held in self._held()], float)

    def numbered(self, numbers: Sequence[int]) -> list[Numbered]:
        keys = sorted(self.filings)
        return [
            Numbered(self.filings[keys[n]].summary, self.companies.key_of(keys[n])) for n in numbers
        ]

    def _held(self) -> list[Held]:
        return [self.filings[key] for key in sorted(self.filings)]

    def profiles(self) -> Iterator[Identity]:
        return (held.identity for held in self.filings.values())
