"""Shares that sentences state: "Acme Stores accounted for 21% of our net sales in 2023".

Tables seldom have a row of one customer, one supplier or one place; a sentence says what share it
has, rounded, and so always in doubt.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hirec.analysts.rule.evidence import prose_of
from hirec.analysts.rule.prose.amounts import amounts_of
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.vocabulary import ROUNDING, said_in
from hirec.grounding.cells import stated
from hirec.lexicon import Kind
from hirec.numbers import NumberSpan, find_numbers
from hirec.sentence_ends import sentences
from hirec.types import Figure, Filing, Operand, Passage

_SAID = "It is the share that a sentence states, as it rounds it."
_VERB = re.compile(
    r"(?P<subject>[^;]*?)\b(?:account(?:ed|s|ing) for|represent(?:ed|s|ing)|compris(?:ed|es|ing)"
    r"|constitut(?:ed|es|ing)|contributed|generated|made up|makes? up|were|was|is|are)\s+"
    rf"(?:{ROUNDING} )?$",
    re.IGNORECASE,
)
_OF = re.compile(r"\s*of (?P<whole>[^,;.]*)")
_SHARE = re.compile(
    r"(?:%|percent(?:age)?|share|portion|proportion) of\b|\bas an? (?:%|percent)|\bmix\b|% total",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r", (?:and|while|whereas|but) ")
_LIGHT = stems(
    "our its the total consolidated company overall all business segment customer inc incorporated"
    " corporation stores sales revenue net year fiscal ended attributable came come from to"
)
"""Says neither whose share it is nor of what; a share of nothing else is one of sales."""
_JOINING = frozenset({"and", "or"})
_SO_MANY = stems("two three four five six seven eight nine ten")
_MOST_BESIDE = 4
"""Words of a subject that nobody asked for, as "our largest customer" beside its name."""


@dataclass(frozen=True, slots=True)
class _Share:
    beside: int
    operand: Operand


def find_share(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """The one share that sentences state of a part; None where they differ or none does.

    Args:
        need: A percentage whose part says whose share it is, its other words of what.
        passages: Evidence; only text is read.
        filings: By filing_id; passages of others are not read.

    """
    if not is_stated_share(need) or not (part := stems(need.part) - _LIGHT):
        return None
    whole = stems(need.words) - part
    found = [
        share
        for passage, filing in prose_of(need.company, passages, filings)
        if "%" in passage.text
        for share in _shares(need, part, whole, passage, filing)
    ]
    least = min((share.beside for share in found), default=0)
    best = [share.operand for share in found if share.beside == least]
    one = len({operand.value for operand in best}) == 1
    return replace(best[0], doubt=_SAID) if one else None


def is_stated_share(need: Figure) -> bool:
    """Whether a figure is the share itself that a part has of a whole, as one may state it."""
    return need.kind == Kind.PERCENT and bool(need.part) and not need.concept


def says_share(found: Operand) -> bool:
    """Whether a cell stands in a row or column that says it is a share."""
    return (
        bool(found.column)
        and _SHARE.search(f"{found.row} {found.column} {found.table}") is not None
    )


def _shares(
    need: Figure, part: frozenset[str], whole: frozenset[str], passage: Passage, filing: Filing
) -> Iterator[_Share]:
    for sentence in sentences(passage.text):
        if "%" not in sentence or not part <= stems(sentence):
            continue
        numbers = [number for number in find_numbers(sentence) if number.unit == "%"]
        for amount in amounts_of(need.period, sentence, numbers, filing, forward=False):
            beside = _beside(sentence, numbers, amount.number, part, whole)
            if beside is not None:
                operand = stated("", passage, amount.number, sentence.strip())
                yield _Share(beside, operand)


def _beside(
    sentence: str,
    numbers: Sequence[NumberSpan],
    number: NumberSpan,
    part: frozenset[str],
    whole: frozenset[str],
) -> int | None:
    """Words of the subject that nobody asked for; None where it is another share.

    Of a list, "21% of sales in 2023 and 20% in 2022", the first has subject and whole of all.
    """
    for governing in reversed([one for one in numbers if one.start <= number.start]):
        verb = _VERB.fullmatch(sentence, 0, governing.start)
        of = _OF.match(sentence, governing.end)
        if verb is None or of is None:
            continue
        clause = _CLAUSE.split(verb["subject"])[-1]
        subject, said = stems(clause), stems(of["whole"].partition(" in ")[0])
        extra = said - _LIGHT - whole
        named = (whole - _LIGHT) <= said and bool(said & whole or (said | whole) <= _LIGHT)
        several = (subject - part) & _SO_MANY or said_in(clause, _JOINING)
        if not part <= subject or extra or not named or several:
            return None
        beside = len({one for one in subject - part - _LIGHT if not one.isdigit()})
        return beside if beside <= _MOST_BESIDE else None
    return None
