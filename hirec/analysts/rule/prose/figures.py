"""Figures stated in sentences: "net sales were $10.2 billion in fiscal 2022"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.analysts.rule.prose.amounts import Amount, amounts_of
from hirec.analysts.rule.prose.narrowing import is_share_of_all
from hirec.analysts.rule.requirements.exclusion import leaves_out
from hirec.analysts.rule.requirements.phrases import Wanted, says, stems
from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.analysts.rule.vocabulary import ABOUT, AHEAD, ROUNDING, STATING, said_in, words_of
from hirec.grounding.cells import stated
from hirec.lexicon import ADJUSTED, Kind, Metric, MetricMention, find_metrics, normalize_label
from hirec.numbers import NumberSpan, find_numbers
from hirec.sentence_ends import sentence_end
from hirec.types import Filing, Operand, Passage

_SENTENCE = re.compile(rf"{sentence_end()}|(?<=[.!?:])\s*\n|\n{{2,}}|\s*•\s*")
_VERB = re.compile(
    r"^[^.;]{0,120}?\b(?:was|were|is|are|of|totaled|totalled|amounted to|reached|came to|at)\s+"
    rf"(?:(?:{ABOUT}|nearly|a record) )?$",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\b(?:was|were|is|are|of|to|for|at|by|totaled|totalled|employed|had|accrued|borrow|than)\s+"
    rf"(?:(?:{ABOUT}|nearly|up to|an?) )?$",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:increased?|grew|rose|up|(?P<down>decreased?|declined?|fell|down))\s+"
    rf"(?:by\s+)?(?:(?:{ABOUT}) )?$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"[\s-]+(?!(?:for|in|of|was|were|is|are|had|has|at|as|to|from|during|on|by|per|under|with|over"
    r"|totall?ed|amounted|reached|came|increased?|decreased?|grew|rose|fell|declined?|up|down"
    r"|attributable|available|outstanding|and|or|that|which|\w+ed)\b)[a-z]"
)
"""``debt`` issuance costs: the name is but the beginning of another."""
_RELATING = re.compile(
    r"\s+(?:relat(?:ing|ed) to|associated with)\s+(?:our |the |its |these )?"
    rf"(?P<what>[\w\s-]+?)(?=\s+(?:of|{STATING})\b)",
    re.IGNORECASE,
)
"""``Amortization expense relating to intangible assets`` was: of what it is."""
_OPENERS = re.compile(
    r"the|an?|our|its|their|this|that|of|for|in|and|as|to|by|with|ha[ds]|have|reported|recorded"
    r"|incurred|recogni[sz]ed|expensed|generated|earned|paid|was|were|is|are|we|company"
    r"|total|consolidated|overall|annual|quarterly|year|quarter|full|whose"
)
"""Words before a name that do not narrow it, as "minimum" does "tax rate"."""
_MEASURED = re.compile(
    r"\b([a-z]+)\s+of\s+(?:(?:the|our|its|their|total|consolidated|outstanding|all)\s+)*$",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(r"[\w'’-]+[\s,-]*$")
_SAME_AMOUNT = re.compile(
    r"total|sum|amounts?|aggregate|balance|level|record|that|which|instead|because|ha[ds]|have"
    r"|consist(?:s|ed|ing)|reported|generated|combined|thousand|[mb]illion|\d+",
    re.IGNORECASE,
)
"""What is said of a figure without being another: the "amount of", but not the "value of"."""
_OF_ANOTHER = re.compile(
    r"\b(?:increas\w+|decreas\w+|grew|rose|declin\w+|fell|chang\w+|year-ago|segment|excluding|up to"
    r"|(?:prior|previous|preceding)[- ](?:year|period)|previously (?:reported|stated)"
    r"|erroneous\w*|incorrectly|terminated)\b",
    re.IGNORECASE,
)
"""A sentence that says how a metric moved, of a part, of another year or what was not so."""
_SO_FAR = re.compile(
    r"\bas of\b[^.;]*\bhad (?:been )?\w+ed\b|\bpreviously (?:reported|stated)\b|\bcumulative", re.I
)
"""``As of May 31, the company had repurchased``: all up to a day, in whatever year it was done."""
_PART_OF = re.compile(
    r"(?:\bpar value(?: of| per share(?: of)?)?"
    r"|\d(?:\s+\w+)?\s+of\s+(?:the|our|its)\s+(?:[a-z]+\s+)?)\s*$",
    re.IGNORECASE,
)
"""What stands before a number that is another: ``par value``, "$1 billion of the" $5 billion."""
_AND_TO = frozenset({"and", "to", "-", "–", "—"})
_RUN_TOGETHER = re.compile(r"(?:\$\s*)?\d[\d,.]*\d[)%]?\s+\(?\$?\s*\d[\d,.]*\d")
_ROWS = 3
"""So many pairs of numbers with nothing between are a table that lost its columns."""
_SCORE = 0.65
_TO_THE_DOLLAR = 100_000
"""Prose of a filing "in millions" may say $5 for five millions; no filing says 100,000 so."""
AS_TABLES = "The sentence does not say in which scale it is printed; it is taken as in the tables."
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
_PERIOD_SAID = re.compile(
    r"\b(?:fiscal|years?|quarters?|months?|ended|first|second|third|fourth|three|six|nine|twelve"
    r"|january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_ANOTHER_NOUN = re.compile(
    r"\b(?:includ|exclud|reflect|contain)\w*\b(?! in\b)|[a-z][)]?\s+of\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
"""Cost of sales "included expenses of" $57 million: it is the expenses that are."""
_ASIDE = re.compile(
    r",?\s+(?:including|excluding|as well as|whereas|while)\b"
    r"|(?<!percent)(?<!%),?\s+of (?:whom|which)\b"  # "85% of whom" says what the percentage is of
    r"|,?\s+compared (?:to|with)\b"
    r"|,\s+which\b|(?<=\d)\s+which\b|(?<=[mb]illion)\s+which\b|,\s+(?:up|down) from\b",
    re.IGNORECASE,
)
_INCLUDING = re.compile(r",?\s+including\s+", re.IGNORECASE)
_INCLUDED = "The sentence tells it as a part of a larger amount."
_WITHIN = re.compile(
    r"^,?\s*(?:(?:which|that)\s+(?:is|are|were|was)\s+)?"
    r"(?:included|recorded|recognized|reported|classified|presented)\s+(?:with)?in\s+[^,$]*?,?"
    rf"(?=\s+{STATING}\b)",
    re.IGNORECASE,
)
"""``Advertising costs, which are included in`` selling expenses, ``were``: where it stands."""
_OPENING = 12
"""A name this near to a sentence's beginning is its subject: "Net advertising costs ... were"."""
_UNITS = {
    Kind.MONEY: ("USD",),
    Kind.PER_SHARE: ("USD/shares", "USD"),
    Kind.PERCENT: ("%",),
    Kind.SHARES: ("shares",),
}


def find_in_prose(
    requirement: Requirement, passage: Passage, filing: Filing, scale: int = 0
) -> Iterator[tuple[float, Operand]]:
    """Operands of sentences that name what is wanted and one number that states it.

    A metric of the lexicon must be followed by its number ("was", "of" and the like); of a
    question's own words every one must be in the sentence, or some with the number right behind
    them and the rest in its paragraph and heading. A sentence that names a period must name the one
    required; one without is read as speaking of the filing's own. Sentences about changes, plans
    and segments are read only where such are asked for.

    Args:
        requirement: What is wanted.
        passage: Read sentence by sentence.
        filing: That of the passage.
        scale: Of the filing's tables: notes "in millions" print amounts without it too. An amount
            that is taken so is in doubt.

    """
    wanted = requirement.wanted
    kind = wanted.metric.kind if wanted.plain and wanted.metric else wanted.kind
    for full in _SENTENCE.split(passage.text):
        sentence, aside = _apart(full)
        if len(_RUN_TOGETHER.findall(sentence)) >= _ROWS:
            continue
        if bool(AHEAD.search(sentence)) != wanted.forward or _SO_FAR.search(sentence):
            continue
        numbers = _of_kind(kind, sentence, scale)
        amounts = amounts_of(requirement.period, sentence, numbers, filing, forward=wanted.forward)
        read = _plain if wanted.plain else _phrased
        number = (
            read(wanted, requirement, sentence, (passage, filing), amounts) if amounts else None
        )
        if number is not None:
            yield _SCORE, _operand(requirement, wanted, passage, sentence, number)
        elif wanted.plain and (number := _included(wanted, requirement, aside, (passage, filing))):
            operand = _operand(requirement, wanted, passage, full, number)
            yield _SCORE, replace(operand, doubt=operand.doubt or _INCLUDED)


def _apart(sentence: str) -> tuple[str, str]:
    """A sentence up to where it turns to a part, a comparison or another thing, and the rest."""
    first = next(iter(find_numbers(sentence)), None)
    behind = first.end if first else 0
    aside = next((m for m in _ASIDE.finditer(sentence) if m.start() >= behind), None)
    return (sentence[: aside.start()], sentence[aside.start() :]) if aside else (sentence, "")


def _included(
    wanted: Wanted, requirement: Requirement, aside: str, place: tuple[Passage, Filing]
) -> NumberSpan | None:
    """The number of what a sentence says to be included: "including advertising of $3.8 billion".

    None for figures of the statements, of which such a one is but a part.
    """
    lead = _INCLUDING.match(aside)
    if lead is None or wanted.metric is None or wanted.metric.statement:
        return None
    clause, _ = _apart(aside[lead.end() :])
    numbers = _of_kind(wanted.metric.kind, clause, 0)
    amounts = amounts_of(requirement.period, clause, numbers, place[1], forward=False)
    return _plain(wanted, requirement, clause, place, amounts) if amounts else None


def _plain(
    wanted: Wanted,
    requirement: Requirement,
    sentence: str,
    place: tuple[Passage, Filing],
    amounts: Sequence[Amount],
) -> NumberSpan | None:
    """The number that follows the name of a metric; for one that is a change, with its sign."""
    del requirement
    own = frozenset(normalize_label(place[1].identity.company).split())
    metric = wanted.metric
    if metric is None or ADJUSTED.search(sentence):
        return None
    mention = _subject(metric, sentence, amounts[0].lead)
    if mention is None:
        return None
    end = _named_to(metric, sentence, mention.end)
    if _narrowed(sentence[: mention.start], own) or _GOES_ON.match(sentence, end):
        return None
    behind = [amount for amount in amounts if amount.number.start >= end]
    if len(behind) != 1:
        return None
    number, between = behind[0].number, _WITHIN.sub("", sentence[end : behind[0].lead])
    if metric.change and (moved := _MOVED.search(between)):
        return replace(number, value=-abs(number.value)) if moved["down"] else number
    told = _VERB.match(between) and not (_OF_ANOTHER.search(sentence) or _turned(between))
    return number if told else None


def _named_to(metric: Metric, sentence: str, end: int) -> int:
    """Where a name ends that goes on to say what it is of, in words of the metric's other names."""
    goes_on = _RELATING.match(sentence, end)
    known = stems(" ".join(metric.names))
    return goes_on.end() if goes_on and stems(goes_on["what"]) <= known else end


def _turned(between: str) -> bool:
    """Whether a sentence turns to a part or another thing before its number."""
    return _ANOTHER_NOUN.search(_PERIOD_SAID.sub(" ", between)) is not None


def _subject(metric: Metric, sentence: str, lead: int) -> MetricMention | None:
    """Where a sentence names the metric: alone, or as the subject that it opens with."""
    mentions = find_metrics(sentence)
    own = [mention for mention in mentions if mention.key == metric.key]
    if not own:
        return None
    rest = _named_to(metric, sentence, own[-1].end)  # "amortization relating to intangible assets"
    alone = all(m in own or own[-1].end <= m.start < rest for m in mentions)
    opens = mentions[0] is own[0] and own[0].start <= _OPENING and not metric.statement
    before = [mention for mention in own if mention.end <= lead]
    return (before or own)[-1] if alone or opens else None


def _narrowed(before: str, own: frozenset[str]) -> bool:
    """Whether the words right before a name, none of the company's ``own``, make it another.

    "The minimum" tax rate, the "fair value of our total" debt.
    """
    last = re.search(r"(?:^|[\s-])([A-Za-z]+)[\s-]+$", before)
    if last is not None and not _OPENERS.fullmatch(last[1].lower()) and last[1].lower() not in own:
        return True
    return _is_measured(before)


def _is_measured(before: str) -> bool:
    """Whether what is named next is but what another amount is of: the "cost of" revenue."""
    measured = _MEASURED.search(before)
    return measured is not None and not _SAME_AMOUNT.fullmatch(measured[1])


def _without_last(words: frozenset[str], before: str) -> str:
    """A text without the words of a part that end it: cost of "automotive" revenue."""
    while (last := _LAST_WORD.search(before)) and stems(last[0]) and stems(last[0]) <= words:
        before = before[: last.start()]
    return before


def _of_kind(kind: Kind | None, sentence: str, scale: int) -> list[NumberSpan]:
    """Numbers of a kind; money without a scale as the tables have it, or printed to the dollar."""
    units = _UNITS.get(kind or Kind.MONEY, ())
    numbers = [number for number in find_numbers(sentence) if number.unit in units]
    if kind is Kind.PERCENT:
        return [number for number in numbers if "point" not in number.text]  # moves, not levels
    if kind not in (None, Kind.MONEY):
        return numbers
    own = [n for n in numbers if not _is_unscaled(n)]
    if scale and len(own) == 0:
        return [replace(number, scale=scale) for number in numbers]
    return own


def _is_unscaled(number: NumberSpan) -> bool:
    return number.unit == "USD" and not number.scale and abs(number.value) < _TO_THE_DOLLAR


def _phrased(
    wanted: Wanted,
    requirement: Requirement,
    sentence: str,
    place: tuple[Passage, Filing],
    amounts: Sequence[Amount],
) -> NumberSpan | None:
    """The number of a sentence that holds a phrase's words."""
    asked = requirement.metric
    shares = [a.number for a in amounts if is_share_of_all(wanted.words, sentence, a.number)]
    if wanted.kind is Kind.PERCENT and len(shares) == 1:
        return shares[0]
    if not _names(wanted, sentence, place[0]) or leaves_out(wanted.words, sentence, asked):
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
        return None if _MOVED.search(sentence[: numbers[0].start]) else numbers[0]
    behind = [n for n in numbers if _follows(wanted, n, sentence)]
    return behind[0] if len(behind) == 1 else None


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
    leads = said[:1] and not stems(said[0]) <= words and not _OPENERS.fullmatch(said[0].lower())
    opens = words <= stems(" ".join(said)) and not leads  # "prepaid" advertising is another thing
    return opens and bool(said_in(sentence[: number.start], _STATING))


def _prefixed(words: frozenset[str], sentence: str) -> bool:
    """Whether a sentence opens with one word that narrows the phrase behind it."""
    first, *rest = re.findall(r"[\w'’-]+", sentence)
    opens = not stems(first) - words or _OPENERS.fullmatch(first.lower())
    return bool(not opens and rest and stems(rest[0]) & words)


def _names(wanted: Wanted, sentence: str, passage: Passage) -> bool:
    if wanted.metric is not None and not any(
        says(wanted.metric, mention.said)
        and not _is_measured(_without_last(wanted.words, sentence[: mention.start]))
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


def _operand(
    requirement: Requirement, wanted: Wanted, passage: Passage, sentence: str, number: NumberSpan
) -> Operand:
    name = re.sub(r"\W+", "_", requirement.metric.lower()).strip("_")
    operand = stated(name, passage, number, sentence)
    unit = wanted.metric.unit if wanted.plain and wanted.metric else number.unit
    inferred = number.scale and not any(map(str.isalpha, number.text))
    doubt = AS_TABLES if inferred else ""
    return replace(operand, unit=unit, period=requirement.asked_for, doubt=doubt)
