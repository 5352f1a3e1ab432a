"""Gold answers: numbers taken from the books, and the pages that state them."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from generator.books import keep_books
from generator.companies import Company
from generator.layout import Pages
from generator.lines import book_amounts, statement_line

Place = tuple[str, str]
"""A filing and an anchor in it."""
Cells = tuple[tuple[str, str, int], ...]
"""Figures as (filing, anchor of a row, column)."""


@dataclass(frozen=True, slots=True)
class Gold:
    """A question with its answer and the places that carry it."""

    type: str
    question: str
    answer: str | None
    unit: str = ""
    places: tuple[Place, ...] = ()
    any_evidence: bool = False
    cells: Cells = ()
    """Figures used: a page that states them all is enough."""

    def record(self, name: str, pages: Mapping[str, Pages]) -> dict[str, object]:
        """The question under an id as a JSON object, with pages in place of anchors."""
        spots = {(filing, pages[filing].locate(anchor)): None for filing, anchor in self.places}
        stating = pages_stating(self.cells, pages)
        spots |= dict.fromkeys(stating)
        evidence = [{"filing": filing, "page": page} for filing, page in spots]
        record: dict[str, object] = {
            "id": name,
            "question": self.question,
            "answer": self.answer,
            "unit": self.unit,
            "type": self.type,
            "evidence": evidence,
        }
        enough = len(evidence) > 1 and (self.any_evidence or bool(stating))
        return record | ({"any_evidence": True} if enough else {})


def pages_stating(cells: Cells, pages: Mapping[str, Pages]) -> list[tuple[str, int]]:
    """Pages of a company's filings that print all of the figures, those of the first first."""
    if not cells:
        return []
    asked = {pages[filing].figure(anchor, column) for filing, anchor, column in cells}
    names = sorted(pages, key=lambda name: name != cells[0][0])
    return [(name, page) for name in names for page in pages[name].stating(asked)]


def amount(company: Company, year: int, key: str, first: int = 1, last: int = 4) -> Decimal:
    """A line of the books in dollars."""
    span = keep_books(company).span(year, first, last)
    return Decimal(book_amounts(company, span)[key]).scaleb(company.scale)


def annual(company: Company, year: int) -> str:
    """Filing that has the last word on a year: normally its own 10-K."""
    if company.restated == year:
        return f"{company.ticker}_{year + 1}_10K"
    return f"{company.ticker}_{year}_10K"


def place(company: Company, year: int, key: str) -> Place:
    """Where a line of a year's statements stands."""
    return annual(company, year), f"{statement_line(key).table}/{key}"


def cells(company: Company, year: int, *keys: str) -> Cells:
    """Cells of a year's own statements; ``revenue-1`` is the revenue of the year before."""
    shift = int(company.restated == year)
    found = []
    for key in keys:
        name, _, back = key.partition("-")
        found.append((*place(company, year, name), int(back or 0) + shift))
    return tuple(found)


def rounded(value: Decimal, places: int = 0) -> str:
    """Rounded half up, without exponent or separators."""
    return format(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP), "f")
