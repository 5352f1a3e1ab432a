"""The number of a sentence that says a question's own words: "a salary of $780,000"."""

import re
from collections.abc import Sequence

from hirec.analysts.rule.prose.amounts import Amount
from hirec.analysts.rule.prose.by_metric import MOVED, OPENERS, is_measured, with_direction
from hirec.analysts.rule.prose.narrowing import is_share_of_all
from hirec.analysts.rule.requirements.exclusion import leaves_out
from hirec.analysts.rule.requirements.phrases import Wanted, says, stems
from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.analysts.rule.vocabulary import ABOUT, ROUNDING, said_in, words_of
from hirec.lexicon import Kind, find_metrics
from hirec.numbers import NumberSpan
from hirec.types import Passage

_LEADS = re.compile(
    r"\b(?:was|were|is|are|of|to|for|at|by|totaled|totalled|employed|had|accrued|borrow|than)\s+"
    rf"(?:(?:{ABOUT}|nearly|up to|an?) )?$",
    re.IGNORECASE,
)
_EXTENT = re.compile(rf"\bby (?:{ROUNDING} )?$", re.IGNORECASE)
"""``reduced net earnings by`` $5 million: how far a figure moved, and no figure."""
_LAST_WORD = re.compile(r"[\w'’-]+[\s,-]*$")
_PART_OF = re.compile(
    r"(?:\bpar value(?: of| per share(?: of)?)?"
    r"|\d(?:\s+\w+)?\s+of\s+(?:the|our|its)\s+(?:[a-z]+\s+)?)\s*$",
    re.IGNORECASE,
)
"""What stands before a number that is another: ``par value``, "$1 billion of the" $5 billion."""
_AND_TO = frozenset({"and", "to", "-", "–", "—"})
_LEAST_WORDS = 2
"""Fewest of a phrase's words in a sentence where the rest stand in its paragraph or heading."""
_SHORT_PHRASE = 2
"""So few words say what a number is only where they are one phrase that it belongs to."""
_NEAR = 5
"""How many words from its number such a phrase may begin or end."""
_STATING = words_of("stating")
_OUT_OF = re.compile(r"\W*(?:out )?of\b[^,]*,", re.IGNORECASE)
"""``Of the segment's net sales,`` $1 billion: what follows is a part of what is named."""
_NAMED_OF = re.compile(rf"(?P<name>[\w'’-]+(?: [\w'’-]+)?) of (?:{ROUNDING} )?$")
"""``cobrand rewards expense of`` $1.0 billion."""
_ANY_AMOUNT = stems("total amount aggregate sum balance level average increase decrease rate price")


def number_of_words(
    requirement: Requirement, sentence: str, passage: Passage, amounts: Sequence[Amount]
) -> NumberSpan | None:
    """The number of a sentence that holds a phrase's words.

    Args:
        requirement: What is wanted, by the question's own words.
        sentence: As printed.
        passage: That of the sentence, which may say the rest of them.
        amounts: Numbers of the sentence that may be it.

    """
    wanted, asked = requirement.wanted, requirement.metric
    shares = [a.number for a in amounts if is_share_of_all(wanted.words, sentence, a.number)]
    if wanted.kind is Kind.PERCENT and len(shares) == 1:
        return shares[0]
    if not _names(wanted, sentence, passage) or leaves_out(wanted.words, sentence, asked):
        return None
    numbers = [
        a.number
        for a in amounts
        if not _PART_OF.search(sentence[: a.number.start])
        if wanted.metric is not None or not _of_another(wanted.words, a.number, sentence)
    ]
    if (whole := _OUT_OF.match(sentence)) and wanted.words & stems(whole[0]):
        numbers = [number for number in numbers if number.start < whole.end()]
    if len(numbers) == 2 and sentence[numbers[0].end : numbers[1].start].strip() in _AND_TO:
        return None
    if wanted.metric is None and len(wanted.words) <= _SHORT_PHRASE:
        numbers = [
            number
            for number in numbers
            if _opens(wanted.words, number, sentence)
            or (_joined(wanted.words, number, sentence) and not _prefixed(wanted.words, sentence))
        ]
    if len(numbers) == 1 and wanted.words <= stems(sentence):
        return _level(wanted, numbers[0], sentence[: numbers[0].start])
    behind = [n for n in numbers if _follows(wanted, n, sentence)]
    return behind[0] if len(behind) == 1 else None


def _level(wanted: Wanted, number: NumberSpan, before: str) -> NumberSpan | None:
    """A number that is none of how far a figure moved, unless a metric is itself a change."""
    moved = MOVED.search(before)
    if moved and wanted.metric is not None and wanted.metric.change:
        return with_direction(number, moved)
    return None if moved or _EXTENT.search(before) else number


def _of_another(words: frozenset[str], number: NumberSpan, sentence: str) -> bool:
    """Whether a number is one "of" what is named right before, and that is none of the words."""
    named = _NAMED_OF.search(sentence[: number.start])
    said = stems(named["name"]) - _ANY_AMOUNT if named else frozenset()
    return bool(said) and not said & words


def _joined(words: frozenset[str], number: NumberSpan, sentence: str) -> bool:
    """Whether the words stand right beside a number: "900 stores", "accrued $7 for claims"."""
    before = re.findall(r"[\w'’-]+", sentence[: number.start])[-_NEAR:]
    after = re.findall(r"[\w'’-]+", sentence[number.end :])[:_NEAR]
    return words <= stems(" ".join(before)) | stems(" ".join(after))


def _opens(words: frozenset[str], number: NumberSpan, sentence: str) -> bool:
    """Whether the words begin the sentence and a verb leads from them to the number."""
    said = [word for word in re.findall(r"[\w'’-]+", sentence) if stems(word)][: len(words) + 1]
    leads = said[:1] and not stems(said[0]) <= words and not OPENERS.fullmatch(said[0].lower())
    opens = words <= stems(" ".join(said)) and not leads  # "prepaid" advertising is another thing
    return opens and bool(said_in(sentence[: number.start], _STATING))


def _prefixed(words: frozenset[str], sentence: str) -> bool:
    """Whether a sentence opens with one word that narrows the phrase behind it."""
    first, *rest = re.findall(r"[\w'’-]+", sentence)
    opens = not stems(first) - words or OPENERS.fullmatch(first.lower())
    return bool(not opens and rest and stems(rest[0]) & words)


def _without_last(words: frozenset[str], before: str) -> str:
    """A text without the words of a part that end it: cost of "automotive" revenue."""
    while (last := _LAST_WORD.search(before)) and stems(last[0]) and stems(last[0]) <= words:
        before = before[: last.start()]
    return before


def _names(wanted: Wanted, sentence: str, passage: Passage) -> bool:
    if wanted.metric is not None and not any(
        says(wanted.metric, mention.said)
        and not is_measured(_without_last(wanted.words, sentence[: mention.start]))
        for mention in find_metrics(sentence)
    ):
        return False
    own = stems(sentence)
    here = wanted.words & own
    if len(here) < min(len(wanted.words), _LEAST_WORDS):
        return False
    return wanted.words <= own | stems(passage.text) | stems(passage.section)


def _follows(wanted: Wanted, number: NumberSpan, sentence: str) -> bool:
    """Whether the words right before a number lead from the phrase to it: "salary of $780,000"."""
    before = sentence[: number.start]
    lead = _LEADS.search(before)
    if lead is None:
        return False
    last = re.findall(r"[\w'’-]+", before[: lead.start()])[-1:]
    return bool(last) and bool(stems(last[0]) & wanted.words)
