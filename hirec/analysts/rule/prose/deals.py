"""What a company was bought for, as sentences on the deal say it: always in doubt."""

import re
from collections.abc import Iterator, Mapping, Sequence

from hirec.analysts.rule.evidence import prose_of
from hirec.analysts.rule.requirements.phrases import stems
from hirec.grounding.cells import stated
from hirec.numbers import find_numbers
from hirec.sentence_ends import sentences
from hirec.types import Figure, Filing, Operand, Passage
from hirec.understanding.deals import PRICE

SAID = "It is what a sentence on the deal says; what was paid may be counted otherwise."
_DEAL = stems("acquire acquisition acquiree purchase merger combination")
_OF_PRICE = re.compile(
    r"\b(?:purchase price|consideration|transaction (?:price|value)|equity value)\b"
    r"(?! (?:also )?includ)[^$;]{0,60}$",
    re.IGNORECASE,
)
_EACH = re.compile(r"\s*(?:per|a) share", re.IGNORECASE)
_FOR = re.compile(
    r"\bfor (?:(?:a|an|total|approximately|about|cash|of|aggregate|net|up|to) ?)*$", re.IGNORECASE
)
_OTHER = re.compile(
    r"^ ?(?:million|billion)?,? (?:of|in) (?:goodwill|intangib\w+|debt|notes|loans|revenue|assets"
    r"|liabilities|stock-based|cash acquired)",
    re.IGNORECASE,
)


def find_price(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """The one amount that sentences call the price of what is named; None where they differ.

    Args:
        need: The figure asked for.
        passages: Evidence; only text is read.
        filings: By filing_id; passages of others are not read.

    """
    name = need.words.removeprefix(PRICE).strip()
    if name == need.words or not name:
        return None
    found = [
        (sure, operand)
        for passage, _ in prose_of(need.company, passages, filings)
        for sure, operand in _prices(name, passage)
    ]
    best = [operand for sure, operand in found if sure] or [operand for _, operand in found]
    return best[0] if len({operand.value for operand in best}) == 1 else None


def _prices(name: str, passage: Passage) -> Iterator[tuple[bool, Operand]]:
    """Amounts of sentences on the deal, and whether one is called its price."""
    for sentence in sentences(passage.text):
        if not re.search(rf"\b{re.escape(name)}\b", sentence) or not _DEAL & stems(sentence):
            continue
        for number in find_numbers(sentence):
            before, behind = sentence[: number.start], sentence[number.end :]
            if "$" not in sentence[number.start : number.end] or _OTHER.search(behind):
                continue
            sure = _OF_PRICE.search(before) is not None
            clause = before.rpartition("$")[2]
            near = name in clause and _DEAL & stems(clause) and _FOR.search(before)
            if (sure or near) and not _EACH.match(behind):
                yield sure, stated("", passage, number, sentence.strip())
