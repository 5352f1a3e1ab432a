"""Figures stated in sentences: "net sales were $10.2 billion in fiscal 2022"."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from hirec.analysts.rule.phrases import HIGH, LOW, Wanted, read_wanted, says, stems
from hirec.analysts.rule.requirement import Requirement
from hirec.lexicon import Kind, find_metrics
from hirec.numbers import NumberSpan, find_numbers
from hirec.periods import find_dates, find_periods, matches
from hirec.types import Filing, Form, Operand, Passage, PeriodRef

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z“\"])|\n{2,}|\s*•\s*")
_VERB = re.compile(
    r"^[^.;]{0,60}?\b(?:was|were|is|are|of|totaled|totalled|amounted to|reached|came to|at)\s+"
    r"(?:approximately |about |roughly |nearly |a record )?$",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\b(?:was|were|is|are|of|to|for|at|by|totaled|totalled|employed|had|accrued|borrow|than)\s+"
    r"(?:up to |approximately |about |roughly |nearly |a |an )?$",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:(?P<up>increased?|grew|rose|up)|(?P<down>decreased?|declined?|fell|down))\s+"
    r"(?:by\s+)?(?:approximately |about )?$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"[\s-]+(?!(?:for|in|of|was|were|is|are|had|has|at|as|to|from|during|on|by|per|under|with|over"
    r"|totall?ed|amounted|reached|came|increased?|decreased?|grew|rose|fell|declined?|up|down"
    r"|attributable|available|outstanding|and|or|that|which)\b)[a-z]"
)
"""``debt`` issuance costs: the name is but the beginning of another."""
_OPENERS = re.compile(
    r"the|an?|our|its|their|this|that|of|for|in|and|as|to|by|with|ha[ds]|have|reported|recorded"
    r"|total|consolidated|overall|annual|quarterly|year|quarter|full|whose"
)
"""Words before a name that do not narrow it, as "minimum" does "tax rate"."""
_CHANGES = re.compile(
    r"\b(?:increase[ds]?|decrease[ds]?|grew|rose|declined?|fell|change[ds]?)\b", re.IGNORECASE
)
_AHEAD = re.compile(
    r"\b(?:expect\w*|anticipat\w*|guidance|outlook|forecast\w*|project(?:s|ed)|estimates? that|"
    r"target\w*)\b",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"\b(?:approximate range|segment|up to|excluding|adjusted|terminated|erroneous\w*|"
    r"incorrectly|original filing|previously (?:reported|stated))\b",
    re.IGNORECASE,
)
_WITHDRAWN = re.compile(
    r"\b(?:terminat\w+|erroneous\w*|clerical error|incorrectly|previously (?:reported|stated))\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"(?:\bbetween\b|\bfrom\b|\brange of\b|\bof\b|\bto be\b|\bapproximately\b)\s+$", re.IGNORECASE
)
_AND_TO = re.compile(r"^\s*(?:and|to|-|–|—)\s*$", re.IGNORECASE)
_SCORE = 0.65
_TO_THE_DOLLAR = 100_000
"""Prose of a filing "in millions" may say $5 for five millions; no filing says 100,000 so."""
_LEAST_WORDS = 2
"""Fewest of a phrase's words in a sentence where the rest stand in its paragraph or heading."""
_OF_A_NAME = re.compile(
    r"\w\W+(?:the|our|its|their)\s+[A-Z][\w&-]+(?:\s+[A-Z][\w&-]+)*\s+(?:[a-z][\w-]*\s+){0,2}$"
)
"""``the carrying value of the Gillette`` intangible asset: of a part with a name."""
_PAR_VALUE = re.compile(r"\bpar value(?: of| per share(?: of)?)?\s*$", re.IGNORECASE)
_SHORT_PHRASE = 2
"""So few words say what a number is only where they are one phrase that it belongs to."""
_NEAR = 5
"""How many words from its number such a phrase may begin or end."""
_ASIDE = re.compile(
    r",?\s+(?:of (?:whom|which)|including|excluding|as well as|whereas|while)\b"
    r".*",
    re.IGNORECASE | re.DOTALL,
)
_UNITS = {
    Kind.MONEY: ("USD",),
    Kind.PER_SHARE: ("USD/shares", "USD"),
    Kind.PERCENT: ("%",),
    Kind.SHARES: ("shares",),
    Kind.COUNT: ("",),
}
_EVENTS = (Form.CURRENT, Form.PROXY, Form.OTHER)


def find_in_prose(
    requirement: Requirement, passage: Passage, filing: Filing
) -> Iterator[tuple[float, Operand]]:
    """Operands of sentences that name what is wanted and one number that states it.

    A metric of the lexicon must be followed by its number ("was", "of" and the like); of a
    question's own words every one must be in the sentence, or some with the number right behind
    them and the rest in its paragraph and heading. A sentence that names a period must name the
    one required; one without is read as speaking of the filing's own. Sentences about changes,
    plans and segments are read only where such are asked for.
    """
    wanted = read_wanted(requirement.metric)
    for full in _SENTENCE.split(passage.text):
        sentence = _ASIDE.sub("", full)
        if bool(_AHEAD.search(sentence)) != wanted.forward:
            continue
        if not _period_fits(requirement.period, sentence, filing, forward=wanted.forward):
            continue
        number = _plain(wanted, sentence) if wanted.plain else _phrased(wanted, sentence, passage)
        if number is not None:
            yield _SCORE, _operand(requirement, wanted, passage, sentence, number)


def _plain(wanted: Wanted, sentence: str) -> NumberSpan | None:
    """The number that follows the name of a metric; for one that is a change, with its sign."""
    metric = wanted.metric
    mentions = find_metrics(sentence)
    if metric is None or _UNFIT.search(sentence):
        return None
    if {mention.key for mention in mentions} != {metric.key}:
        return None
    if _OF_A_NAME.search(sentence[: mentions[0].start]):
        return None
    end = mentions[0].end
    if _narrowed(sentence[: mentions[0].start]) or _GOES_ON.match(sentence, end):
        return None
    numbers = [n for n in _of_kind(metric.kind, sentence) if n.start >= end]
    if len(numbers) != 1:
        return None
    between = sentence[end : numbers[0].start]
    moved = _MOVED.search(between)
    if metric.change and moved:
        return _signed(numbers[0], negative=bool(moved["down"]))
    if _CHANGES.search(sentence) or not _VERB.match(between):
        return None
    return numbers[0]


def _narrowed(before: str) -> bool:
    """Whether the word right before a name makes it the name of something else."""
    last = re.search(r"\b([a-z]+)[\s-]+$", before)
    return last is not None and not _OPENERS.fullmatch(last[1])


def _signed(number: NumberSpan, *, negative: bool) -> NumberSpan:
    value = -abs(number.value) if negative else number.value
    return NumberSpan(number.start, number.end, number.text, value, number.scale, number.unit)


def _of_kind(kind: Kind | None, sentence: str) -> list[NumberSpan]:
    """Numbers of a kind; money without a scale only where it is printed to the dollar."""
    units = _UNITS.get(kind or Kind.MONEY, ())
    numbers = [number for number in find_numbers(sentence) if number.unit in units]
    if kind not in (None, Kind.MONEY):
        return numbers
    return [n for n in numbers if n.scale or n.unit != "USD" or abs(n.value) >= _TO_THE_DOLLAR]


def _phrased(wanted: Wanted, sentence: str, passage: Passage) -> NumberSpan | None:
    """The number of a sentence that holds a phrase's words."""
    if _WITHDRAWN.search(sentence) or not _names(wanted, sentence, passage):
        return None
    numbers = _of_kind(wanted.kind, sentence)
    if "par" not in wanted.words:
        numbers = [n for n in numbers if not _PAR_VALUE.search(sentence[: n.start])]
    if wanted.bound:
        return _bound(wanted.bound, numbers, sentence)
    if len(numbers) == 2 and _is_range(numbers, sentence):
        return None
    if wanted.metric is None and len(wanted.words) <= _SHORT_PHRASE:
        numbers = [number for number in numbers if _joined(wanted.words, number, sentence)]
    sure = wanted.words <= stems(sentence)
    if len(numbers) == 1 and sure:
        return None if _is_change(numbers[0], sentence, wanted) else numbers[0]
    behind = [n for n in numbers if _follows(wanted, n, sentence)]
    return behind[0] if len(behind) == 1 else None


def _joined(words: frozenset[str], number: NumberSpan, sentence: str) -> bool:
    """Whether the words stand right beside a number: "900 stores", "accrued $7 for claims"."""
    before = re.findall(r"[\w'’-]+", sentence[: number.start])[-_NEAR:]
    after = re.findall(r"[\w'’-]+", sentence[number.end :])[:_NEAR]
    return words <= stems(" ".join(before)) | stems(" ".join(after))


def _names(wanted: Wanted, sentence: str, passage: Passage) -> bool:
    if wanted.metric is not None and not any(
        says(wanted.metric, mention.said) for mention in find_metrics(sentence)
    ):
        return False
    own = stems(sentence)
    here = wanted.words & own
    if len(here) < min(len(wanted.words), _LEAST_WORDS):
        return False
    return wanted.words <= own | stems(passage.text) | stems(passage.section)


def _is_range(numbers: Sequence[NumberSpan], sentence: str) -> bool:
    return bool(_AND_TO.match(sentence[numbers[0].end : numbers[1].start]))


def _bound(bound: str, numbers: Sequence[NumberSpan], sentence: str) -> NumberSpan | None:
    """One end of the only range of a sentence."""
    if len(numbers) != 2 or not _is_range(numbers, sentence):
        return None
    low, high = sorted(numbers, key=lambda n: n.value.scaleb(n.scale))
    return {LOW: low, HIGH: high}[bound]


def _is_change(number: NumberSpan, sentence: str, wanted: Wanted) -> bool:
    """Whether a number says by how much something changed."""
    return bool(_MOVED.search(sentence[: number.start])) and wanted.kind is not Kind.COUNT


def _follows(wanted: Wanted, number: NumberSpan, sentence: str) -> bool:
    """Whether the words right before a number lead from the phrase to it: "salary of $780,000"."""
    before = sentence[: number.start]
    lead = _LEADS.search(before)
    if lead is None:
        return False
    last = re.findall(r"[\w'’-]+", before[: lead.start()])[-1:]
    return bool(last) and bool(stems(last[0]) & wanted.words)


def _period_fits(asked: PeriodRef | None, sentence: str, filing: Filing, *, forward: bool) -> bool:
    own = filing.identity.period
    said = find_periods(sentence)
    if filing.identity.form in _EVENTS and not forward:
        days = {*find_dates(sentence)} | ({own.end} if own.end else set())
        return asked is None or asked.period.end in days or matches(asked, own) > 0.0
    if asked is None:
        return not said or any(matches(ref, own) == 1.0 for ref in said)
    wanted = asked.period
    if not said:
        return not forward and matches(asked, own) == 1.0
    if len(said) != 1:
        return False
    stated = said[0].period
    if stated.end is not None or wanted.end is not None:
        return _same_day(asked, said[0], filing)
    return (stated.fiscal_year, stated.fiscal_quarter) == (
        wanted.fiscal_year,
        wanted.fiscal_quarter,
    )


def _same_day(asked: PeriodRef, said: PeriodRef, filing: Filing) -> bool:
    """Whether both periods are the same day, or the filing's own period closes with both."""
    own = filing.identity.period
    if asked.period.end is not None and said.period.end is not None:
        return asked.period.end == said.period.end
    return matches(asked, own) == 1.0 and matches(said, own) == 1.0


def _operand(
    requirement: Requirement, wanted: Wanted, passage: Passage, sentence: str, number: NumberSpan
) -> Operand:
    value: Decimal = number.value.scaleb(number.scale)
    return Operand(
        name=re.sub(r"\W+", "_", requirement.metric.lower()).strip("_"),
        value=value,
        unit=wanted.metric.unit if wanted.plain and wanted.metric else number.unit,
        filing_id=passage.filing_id,
        page_number=passage.page_number,
        passage_id=passage.passage_id,
        printed=number.text,
        scale=number.scale,
        row=" ".join(sentence.split())[:300],
        box=passage.box,
        period=requirement.period.period if requirement.period else None,
    )
