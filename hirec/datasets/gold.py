"""Gold evidence of a question, found in the index."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Protocol

from hirec.datasets.pages import PageKey
from hirec.datasets.questions import Question
from hirec.types import Filing


class Sources(Protocol):
    """What gold evidence needs of :class:`hirec.index.Index`."""

    def by_source(self, name_or_id: str, /) -> Filing | None:
        """The filing with this filing_id or source stem."""
        ...


@dataclass(frozen=True, slots=True)
class GoldItem:
    """One gold page (or filing), mapped to the index."""

    filing: str
    """As the question file writes it."""
    page: int | None
    filing_id: str | None
    """None where the index does not hold the filing."""
    company_key: str = ""


@dataclass(frozen=True, slots=True)
class Gold:
    """All gold evidence of a question; filings missing from the index keep a name of their own."""

    items: tuple[GoldItem, ...]
    any_one: bool = False

    @property
    def filings(self) -> Set[str]:
        """filing_ids wanted; a filing not in the index is ``?name``, which nothing can match."""
        return {_identifier(item) for item in self.items}

    @property
    def pages(self) -> Set[PageKey]:
        """Pages wanted."""
        return {(_identifier(item), item.page) for item in self.items if item.page is not None}

    @property
    def missing(self) -> tuple[str, ...]:
        """Gold filings that the index does not hold."""
        return tuple(dict.fromkeys(item.filing for item in self.items if item.filing_id is None))


def resolve(question: Question, index: Sources) -> Gold:
    """Map a question's evidence to filings of the index by filing_id or source stem."""
    items = []
    for evidence in question.evidence:
        filing = index.by_source(evidence.filing)
        filing_id = filing.filing_id if filing else None
        key = filing.company_key if filing else ""
        items.append(GoldItem(evidence.filing, evidence.page, filing_id, key))
    return Gold(tuple(items), question.any_evidence)


def _identifier(item: GoldItem) -> str:
    return item.filing_id or f"?{item.filing}"
