"""Where a system lost gold evidence, and how near it came."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from hirec.datasets.gold import Gold, GoldItem, Sources
from hirec.types import Answer, Filing, Passage

STAGES = ("index", "scope", "documents", "passages", "curation", "answer")
"""Where gold evidence can be lost, in order; ``none`` where it was not."""


class Companies(Protocol):
    """What the evaluation needs of :class:`hirec.companies.CompanyDirectory`."""

    def name(self, key: str, /) -> str:
        """The company's name, as a scope says it."""
        ...


class SourceIndex(Sources, Protocol):
    """What the evaluation needs of :class:`hirec.index.Index`."""

    @property
    def filings(self) -> Mapping[str, Filing]:
        """Every filing by filing_id."""
        ...

    @property
    def fingerprint(self) -> str:
        """Of the filings, who carried them and how much they hold."""
        ...

    @property
    def companies(self) -> Companies:
        """The registrants of the filings."""
        ...

    def passages(self, filing_ids: Sequence[str], /) -> Sequence[Passage]:
        """All passages of these filings."""
        ...


def top_error(gold: Gold, ranked: Sequence[Passage], filings: Mapping[str, Filing]) -> str:
    """Error class of the top-1 passage (HiREC, section 5.3 and figure 3).

    ``company`` (another company's filing), ``document`` (another filing of the right company),
    ``page`` (another page of the right filing), ``none``; ``empty`` where nothing was ranked and
    ``index`` where no gold filing is in the index.

    Args:
        gold: Gold evidence of the question.
        ranked: Passages, best first.
        filings: By filing_id, for their companies.

    """
    return miss(gold, ranked[:1], filings)


def miss(gold: Gold, ranked: Sequence[Passage], filings: Mapping[str, Filing]) -> str:
    """How near the best of these passages comes to the gold evidence: the class of what fails.

    ``none`` where one stands on a gold page, ``page`` where one is of a gold filing, ``document``
    where one is of its company, else ``company``; ``empty`` and ``index`` as in :func:`top_error`.

    Args:
        gold: Gold evidence of the question.
        ranked: Passages in any order.
        filings: By filing_id, for their companies.

    """
    known = [item for item in gold.items if item.filing_id]
    if not known:
        return "index"
    if not ranked:
        return "empty"
    classes = {_error(passage, known, filings) for passage in ranked}
    return next(name for name in ("none", "page", "document", "company") if name in classes)


def _error(passage: Passage, known: Sequence[GoldItem], filings: Mapping[str, Filing]) -> str:
    filing = filings.get(passage.filing_id)
    if filing is None or filing.company_key not in {item.company_key for item in known}:
        return "company"
    same = [item for item in known if item.filing_id == passage.filing_id]
    if not same:
        return "document"
    return "none" if any(item.page in (None, passage.page_number) for item in same) else "page"


def lost_at(gold: Gold, answer: Answer, right: bool, companies: Mapping[str, str]) -> str:
    """The first stage after which gold evidence is gone, ``answer`` where only the answer failed.

    Every gold item must live on, or one where any is enough. A filing is lost at ``scope`` when
    the scope step refused the question, or settled on companies and its own is not among them.

    Args:
        gold: Gold evidence of the question.
        answer: What the system said, with its trace.
        right: Whether the answer itself passed (not wrong, not abstained).
        companies: Name → company_key of all companies in the index.

    """
    if not gold.items:
        return "none" if right else "answer"
    alive = {
        "index": [item.filing_id is not None for item in gold.items],
        "scope": _in_scope(gold, answer, companies),
        "documents": [item.filing_id in answer.filings for item in gold.items],
        "passages": [_held(item, answer.ranked) for item in gold.items],
        "curation": [_held(item, answer.evidence) for item in gold.items],
        "answer": [right],
    }
    enough = any if gold.any_one else all
    return next((stage for stage in STAGES if not enough(alive[stage])), "none")


def _in_scope(gold: Gold, answer: Answer, companies: Mapping[str, str]) -> list[bool]:
    """Gold filings reached, or whose company the scope step names (or that names no company)."""
    stages = [step.stage for step in answer.trace.steps]
    if stages == ["scope"]:
        return [False for _ in gold.items]
    named = {
        companies[name]
        for step in answer.trace.steps
        if step.stage == "scope"
        for name in step.detail.get("companies", ())
        if name in companies
    }
    return [
        not named or item.company_key in named or item.filing_id in answer.filings
        for item in gold.items
    ]


def company_names(index: SourceIndex) -> dict[str, str]:
    """Name → company_key of all companies with a filing in the index."""
    keys = {filing.company_key for filing in index.filings.values()}
    return {index.companies.name(key): key for key in sorted(keys)}


def _held(item: GoldItem, passages: tuple[Passage, ...]) -> bool:
    return any(
        passage.filing_id == item.filing_id and item.page in (None, passage.page_number)
        for passage in passages
    )
