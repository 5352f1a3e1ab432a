"""Filing and page metrics of one question, counted at page level as in HiREC, section 5.1.

A *page* is a pair (filing_id, page_number). Rankings hold distinct items, best first; gold sets
are never empty (the caller leaves such questions out).
"""

from collections.abc import Iterable, Sequence, Set

from hirec.types import Passage

PageKey = tuple[str, int]


def distinct_pages(passages: Iterable[Passage]) -> tuple[PageKey, ...]:
    """Pages of the passages in their order, each once."""
    return tuple(dict.fromkeys((p.filing_id, p.page_number) for p in passages))


def page_of(passage_id: str) -> PageKey:
    """Page of a passage of the index by its id, ``<filing_id>#<page>.<ordinal>``."""
    filing_id, _, place = passage_id.rpartition("#")
    return filing_id, int(place.partition(".")[0])


def filing_hit(ranking: Sequence[str], gold: Set[str], k: int, any_one: bool = False) -> float:
    """Share of the gold filings among the first k: |first k ∩ gold| / min(k, |gold|).

    k places cannot hold more than k filings, so a comparison of two filings can still score 1 at k
    = 1.

    Args:
        ranking: filing_ids, best first.
        gold: filing_ids; at least one.
        k: Places looked at.
        any_one: A single gold filing is enough.

    """
    found = len(gold & set(ranking[:k]))
    return float(found > 0) if any_one else found / min(k, len(gold))


def page_recall(
    pages: Sequence[PageKey], gold: Set[PageKey], k: int | None = None, any_one: bool = False
) -> float:
    """Share of the gold pages among the first k.

    Args:
        pages: Distinct pages, best first.
        gold: At least one.
        k: Places looked at; None: all.
        any_one: A single gold page is enough, and scores 1.

    """
    found = len(gold & set(pages[:k]))
    return float(found > 0) if any_one else found / len(gold)


def page_precision(pages: Sequence[PageKey], gold: Set[PageKey], k: int | None = None) -> float:
    """Gold pages among the first ``k`` / min(k, pages ranked); 0 where nothing was ranked.

    Args:
        pages: Distinct pages, best first.
        gold: At least one.
        k: Places looked at; None: all.

    """
    first = pages[:k]
    return len(gold & set(first)) / len(first) if first else 0.0


def page_normalized_recall(pages: Sequence[PageKey], gold: Set[PageKey], k: int) -> float:
    """Share of the gold pages that ``k`` places can hold: |first k ∩ gold| / min(k, |gold|).

    FinSage, section 4.3: plain recall blames a ranking for what no ``k`` pages could show.

    Args:
        pages: Distinct pages, best first.
        gold: At least one.
        k: Places looked at.

    """
    return len(gold & set(pages[:k])) / min(k, len(gold))


def page_f1(pages: Sequence[PageKey], gold: Set[PageKey], k: int | None = None) -> float:
    """Harmonic mean of precision and recall among the first ``k`` (None: all).

    Args:
        pages: Distinct pages, best first.
        gold: At least one.
        k: Places looked at; None: all.

    """
    precision, recall = page_precision(pages, gold, k), page_recall(pages, gold, k)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
