"""The number that a sentence states behind the name of a metric: "net sales were $10.2 billion"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hirec.analysts.rule.prose.amounts import Amount
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.vocabulary import ABOUT, STATING
from hirec.lexicon import ADJUSTED, Metric, MetricMention, find_metrics, normalize_label
from hirec.numbers import NumberSpan
from hirec.types import Filing

_VERB = re.compile(
    r"^[^.;]{0,120}?\b(?:was|were|is|are|of|totaled|totalled|amounted to|reached|came to|at)\s+"
    rf"(?:(?:{ABOUT}|nearly|a record) )?$",
    re.IGNORECASE,
)
MOVED = re.compile(
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
OPENERS = re.compile(
    r"the|an?|our|its|their|this|that|of|for|in|and|as|to|by|with|ha[ds]|have|reported|recorded"
    r"|incurred|recogni[sz]ed|expensed|generated|earned|paid|was|were|is|are|we|company"
    r"|total|consolidated|overall|annual|quarterly|year|quarter|full|whose"
)
"""Words before a name that do not narrow it, as "minimum" does "tax rate"."""
_MEASURED = re.compile(
    r"\b([a-z]+)\s+of\s+(?:(?:the|our|its|their|total|consolidated|outstanding|all)\s+)*$",
    re.IGNORECASE,
)
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
_WITHIN = re.compile(
    r"^,?\s*(?:(?:which|that)\s+(?:is|are|were|was)\s+)?"
    r"(?:included|recorded|recognized|reported|classified|presented)\s+(?:with)?in\s+[^,$]*?,?"
    rf"(?=\s+{STATING}\b)",
    re.IGNORECASE,
)
"""``Advertising costs, which are included in`` selling expenses, ``were``: where it stands."""
_OPENING = 12
"""A name this near to a sentence's beginning is its subject: "Net advertising costs ... were"."""


def number_of_metric(
    metric: Metric, sentence: str, filing: Filing, amounts: Sequence[Amount]
) -> NumberSpan | None:
    """The number that follows the name of a metric; for one that is a change, with its sign.

    Args:
        metric: The company's own figure.
        sentence: As printed.
        filing: Whose name narrows no metric.
        amounts: Numbers of the sentence that may be it.

    """
    own = frozenset(normalize_label(filing.identity.company).split())
    if ADJUSTED.search(sentence):
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
    if metric.change and (moved := MOVED.search(between)):
        return with_direction(number, moved)
    told = _VERB.match(between) and not (_OF_ANOTHER.search(sentence) or _turned(between))
    return number if told else None


def with_direction(number: NumberSpan, moved: re.Match[str]) -> NumberSpan:
    """How far something moved, below zero where :data:`MOVED` says that it fell."""
    return replace(number, value=-abs(number.value)) if moved["down"] else number


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
    if last is not None and not OPENERS.fullmatch(last[1].lower()) and last[1].lower() not in own:
        return True
    return is_measured(before)


def is_measured(before: str) -> bool:
    """Whether what is named next is but what another amount is of: the "cost of" revenue."""
    measured = _MEASURED.search(before)
    return measured is not None and not _SAME_AMOUNT.fullmatch(measured[1])
