"""Collections of any size, written in parallel; the same from the same seed, continued if killed.

A company is the unit of work: its folder appears whole, with its filings and its questions, and is
left alone from then on.
"""

import itertools
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from generator.asked import company_questions
from generator.draws import choose
from generator.generate import write_filing
from generator.gold import Gold
from generator.history import drafts, history
from generator.layout import Pages
from generator.market import companies, company
from hirec.types import SourceKind

QUESTIONS = "questions.jsonl"
MIXED = "mixed"
"""Every company has a format of its own."""


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a collection that is one company's."""

    number: int
    filings: int
    """So many of its first filings."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What makes a collection: with a larger count it holds the same filings and more."""

    out: Path
    filings: int
    seed: int = 0
    kind: str = SourceKind.TEXT.value
    """A :class:`SourceKind`, or :data:`MIXED`."""

    def shares(self) -> Iterator[Share]:
        """Which company gives how many filings.

        Raises:
            ValueError: the count is negative, or there are no names for so many companies.

        """
        if self.filings < 0:
            raise ValueError(f"The number of filings must not be negative, got {self.filings}.")
        left = self.filings
        for number, each in enumerate(companies(self.seed)):
            if left <= 0:
                return
            count = min(left, len(history(each)))
            left -= count
            yield Share(number, count)

    def kind_of(self, number: int) -> SourceKind:
        """The format of a company's filings."""
        if self.kind == MIXED:
            return choose(tuple(SourceKind), self.seed, number, "format")
        return SourceKind(self.kind)


def write_collection(recipe: Recipe, workers: int = 0) -> Path:
    """Write all filings and ``questions.jsonl``; returns the path of the questions.

    Args:
        recipe: What to write, and where.
        workers: Processes; 0 for one a core.

    Raises:
        ValueError: there are no names for so many companies.

    """
    recipe.out.mkdir(parents=True, exist_ok=True)
    shares = list(recipe.shares())
    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        folders = list(pool.map(write_share, itertools.repeat(recipe), shares, chunksize=4))
    path = recipe.out / QUESTIONS
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for folder in folders:
            file.write((folder / QUESTIONS).read_text(encoding="utf-8"))
    return path


def write_share(recipe: Recipe, share: Share) -> Path:
    """Write the filings and questions of one company, unless they are there; returns the folder.

    Another count makes another folder.
    """
    registrant = company(share.number, recipe.seed)
    folder = recipe.out / f"{registrant.ticker}-{share.filings}"
    if folder.is_dir():
        return folder
    unfinished = folder.with_name(f".{folder.name}")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    pages: dict[str, Pages] = {}
    for draft in drafts(registrant, recipe.kind_of(share.number), share.filings):
        pages[draft.filing_id] = draft.pages
        write_filing(draft, pages[draft.filing_id], unfinished)
    asked = [gold for gold in company_questions(registrant) if is_stated(gold, pages)]
    lines = [
        json.dumps(gold.record(f"{registrant.ticker}-{place:02d}", pages), ensure_ascii=False)
        for place, gold in enumerate(asked, 1)
    ]
    text = "".join(f"{line}\n" for line in lines)
    (unfinished / QUESTIONS).write_text(text, encoding="utf-8", newline="\n")
    return unfinished.replace(folder)


def is_stated(gold: Gold, pages: Mapping[str, Pages]) -> bool:
    """Whether the filings hold all that a question is about.

    The last company of a collection may lack some; and of two current reports of a day one has
    another id than the question knows.
    """
    needed = {*gold.places, *((filing, anchor) for filing, anchor, _ in gold.cells)}
    return all(filing in pages and pages[filing].holds(anchor) for filing, anchor in needed)
