"""FinQA (Chen et al., EMNLP 2021): the official release, and UDA-Benchmark's by report.

Files name the rows of the table and the sentences that a question needs: ``table_3``, ``text_5``.
The table is one passage, as HiREC trains on FinQA's tables.
"""

import re
from pathlib import Path

from hirec.datasets.finqa import PageQuestion, load_finqa
from training.data.formats.pages import PassageQuestion, records_of
from training.data.record import Record

SOURCE = "finqa"
_PLACE = re.compile(r"(?P<kind>table|text)_(?P<at>\d+)")
_BESIDE_PAGE = re.compile(r"^(?:Single|Double)_|(?:-\d+)?(?:#\d+)?$")
"""What a question's id has around its page's: the conversation's kind, the question, the turn."""


def read_finqa(path: Path) -> list[Record]:
    """Read a file of either form; raises :class:`hirec.types.QuestionFileError`."""
    return records_of([over_passages(asked) for asked in load_finqa(path)], SOURCE)


def over_passages(asked: PageQuestion) -> PassageQuestion:
    """A page as passages: the table with the sentence in front of it, then each sentence."""
    company, year = asked.identity.company, asked.identity.fiscal_year
    report = company if year is None else f"{company} {year}"
    rows = "\n".join(" | ".join(row) for row in asked.table)
    passages = [f"{report}\n{asked.caption}\n{rows}"]
    passages += [f"{report}\n{text}" for text in asked.paragraphs]
    gold = set()
    for place in asked.gold_places:
        if match := _PLACE.fullmatch(place):
            gold.add(0 if match["kind"] == "table" else 1 + int(match["at"]))
    worth = [at for at, text in enumerate(passages) if at == 0 or len(text) > len(report) + 3]
    return PassageQuestion(
        asked.question,
        company,
        _BESIDE_PAGE.sub("", asked.question_id),
        tuple(passages[at] for at in worth),
        {new for new, old in enumerate(worth) if old in gold},
    )
