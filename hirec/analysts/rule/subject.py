"""What a question measures: a metric, several, or arithmetic over them."""

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hirec.analysts.rule.formula import (
    Binary,
    Choice,
    Expression,
    Number,
    Term,
    as_defined,
    lexicon_formula,
    over_part,
    parse_formula,
)
from hirec.analysts.rule.phrases import COUNT, PERCENT
from hirec.analysts.rule.qualifiers import leftover
from hirec.analysts.rule.wording import without_format, without_sources
from hirec.lexicon import MetricMention, content_words, find_metrics, get_metric
from hirec.periods import find_periods
from hirec.types import CannotAnswer, Scope


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing measured, with the words that name it."""

    label: str
    expression: Expression


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OF = r"(?:of\s+)?(?:total\s+|net\s+|its\s+|their\s+|the\s+|overall\s+)*"
_SHARE_OF = re.compile(
    rf"^\s*(?:expressed\s+)?(?:as\s+)?(?:a\s+)?(?:%|percents?|percentages?|share|proportion)\s+{_OF}$",
    re.IGNORECASE,
)
_SHARE_BEFORE = re.compile(
    rf"(?:%|percent(?:age)?|proportion|share)\s+of\s+(?:[\w']+\s+){{0,3}}?{_OF}$", re.IGNORECASE
)
_NUMERATOR = re.compile(
    rf"\bas\s+(?:a\s+)?(?:%|percents?|percentages?|share|proportion)\s+{_OF}$", re.IGNORECASE
)
_IN_BRACKETS = re.compile(r"\([^()]*$")
_THREE_ACTIVITIES = re.compile(
    r"\boperat\w+,? (?:activities,? )?invest\w+,? (?:activities,? )?(?:and|or) financ\w+",
    re.IGNORECASE,
)
_ACTIVITIES = (
    ("cfo", "operating activities"),
    ("cfi", "investing activities"),
    ("cff", "financing activities"),
)
_ARITHMETIC = {
    "-": re.compile(r"^\s*(?:less|minus|[-–−]|net of)\s*(?:the\s+)?$", re.IGNORECASE),
    "+": re.compile(r"^\s*(?:plus|\+)\s*(?:the\s+)?$", re.IGNORECASE),
    "/": re.compile(r"^\s*(?:divided by|over|/|per dollar of)\s*(?:the\s+)?$", re.IGNORECASE),
}
_TO = re.compile(r"^\s*(?:[-\s]to[-\s]|/)\s*$", re.IGNORECASE)
_PREFIXES = _words(
    "total net gross consolidated unadjusted annual yearly quarterly fiscal full year end ending "
    "overall reported company company's average mean median change growth increase decrease "
    "difference amount value level balance percent percentage positive negative improving "
    "improve improved improvement declining declined higher highest lower lowest largest smallest "
    "combined cumulative sum aggregate three two four five rate gaap and or month months quarter "
    "quarters ended drop rise decline fall trend its their own historical recent latest "
    "generated recorded pay paid out spend spent report have generate record earn make "
    "grow grew increased decreased reduce reduced cash of s ratio much many quantity cost costs"
)
_BREAK = re.compile(
    r"[|,;:()?+*/=#]|\b(?:what|which|how|is|are|was|were|did|does|do|has|have|had|the|a|an|in|of|for|from|"
    r"to|at|on|by|as|between|among|with|any|there|that|not|'s|than|"
    r"less|minus|plus|divided|calculate|compute|determine|find)\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^\s*(?:for|from|in|of|within|on|by|at|attributable to|related to|associated with)\s+"
    r"(?:the\s+|its\s+)?([^|,;:()?]{1,60})",
    re.IGNORECASE,
)
_AFTER_END = re.compile(
    r"\b(?:in|from|for|at|as|to|between|during|over|than|and|is|was|were|did|have|has|increase|grow|"
    r"change|decrease|improve|decline|compared|vs|versus|by|with|on|based)\b",
    re.IGNORECASE,
)
_NEUTRAL = _words(
    "fiscal year years quarter end company firm business period data basis close total term "
    "percentage percent USD dollars ratio margin level annual most recent past last prior previous "
    "current date operation"
)
_VERB = re.compile(
    r"\d|year|based|over|profile|pos(?:ition|t)|performance|result|per$|if$|been|being|during|since|"
    r"ris|rose|fell|fall|drop|declin|decreas|increas|gr[eo]w|chang|improv|expand|shr|wors|deteri|"
    r"compar|vs|versus|across|after|before|line|item|figure|turn|come|came|go|went|occur|will|would|"
    r"could|can|paid|earned|generated|reported|recorded|incurred|spent|exceed|due",
    re.IGNORECASE,
)
_ADJUSTED = re.compile(
    r"(?:\b(?:adjusted|non[- ]?gaap|core|organic|constant[- ]currency|pro[- ]?forma|comparable|"
    r"underlying|normali[sz]ed|segment|deferred|average daily|projected|expected|guided)[\s-]+)+$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^\W*(?:(?:approximately|about|roughly)\s+)?(?:what\b|how (?:much|many)|"
    r"by (?:how|what)|for \||calculate|compute|find|determine|provide|give|\|)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"^\W*(?:(?:approximately|about|roughly)\s+)?(?:how many|"
    r"what (?:is|was|were) (?:the )?(?:total )?number of)\b(?!\s+(?:percent|dollars))",
    re.IGNORECASE,
)
_SHARES = re.compile(r"^[\w\s]*?\b(?:many|number of) shares\b", re.IGNORECASE)
_PERCENT_ASKED = re.compile(r"\b(?:percent\w*|share of)\b|%", re.IGNORECASE)
_APPOSITIVE = re.compile(
    r",\s*(?:the\s+|its\s+|then\s+)?(?:chief|former|president|chair\w*|executive|general counsel)\b"
    r"[\w\s]{0,40}?(?:\bof|\bat)?\s*\|\s*,?",
    re.IGNORECASE,
)
"""Who a person is: ", chief executive of |"."""
_LONGEST_PHRASE = 8
"""More content words than this are a description, not the name of a row."""


def mask(core: str, scope: Scope) -> str:
    """The core with companies and periods replaced by bars, format and sources taken away."""
    text = without_format(without_sources(core))
    said = [company.said for company in scope.companies] + list(scope.unknown_companies)
    said += [ref.said for ref in (*scope.periods, *find_periods(text))]
    for words in sorted({words for words in said if words}, key=len, reverse=True):
        text = re.sub(
            rf"(?<![\w]){re.escape(words)}(?:s?['’]s?)?(?!\w)", " | ", text, flags=re.IGNORECASE
        )
    return " ".join(_APPOSITIVE.sub(" | ", text).split())


def read_subjects(core: str, definitions: Mapping[str, Expression]) -> tuple[Subject, ...]:
    """What a masked core measures; several where it names several metrics side by side.

    Raises CannotAnswer where it names nothing that a row could state.
    """
    for name, formula in definitions.items():
        if get_metric(name) is None and name.lower() in core.lower():
            return (Subject(name, formula),)
    if _THREE_ACTIVITIES.search(core):
        return tuple(Subject(label, Term(key)) for key, label in _ACTIVITIES)
    every = find_metrics(core)
    mentions = _distinct(every, core)
    if not mentions:
        phrase = _free_phrase(core)
        return (Subject(phrase, Term(phrase)),)
    if len(mentions) == 1:
        return (_one(core, every),)
    starts = [0, *(mention.end for mention in mentions[:-1])]
    subjects = [_subject(core, start, m) for start, m in zip(starts, mentions, strict=True)]
    used = content_words(" ".join(subject.label for subject in subjects))
    unread = [word for word in leftover(_blank(core, every)) if not content_words(word) <= used]
    if unread:
        raise CannotAnswer(f"The question's {' '.join(unread)!r} is not understood.")
    combined = _combined(core, mentions, subjects)
    return (combined,) if combined else tuple(subjects)


def _blank(core: str, mentions: Sequence[MetricMention]) -> str:
    """The core with names of metrics taken out."""
    for mention in reversed(mentions):
        core = f"{core[: mention.start]} # {core[mention.end :]}"
    return core


def _one(core: str, mentions: Sequence[MetricMention]) -> Subject:
    """The one metric named, narrowed by every word that is left beside it."""
    mention = mentions[0]
    if _NUMERATOR.search(core[: mention.start]):
        return _share_of_unknown(core, mention)
    before = leftover(core[: mention.start])
    behind = [(m.end, n.start) for m, n in itertools.pairwise(mentions)] + [
        (mentions[-1].end, len(core))
    ]
    after = tuple(word for start, end in behind for word in leftover(core[start:end]))
    after = tuple(word for word in after if word not in before)
    if not before and not after:
        return Subject(mention.said, Term(mention.key))
    phrase = " ".join((*before, mention.said, *after))
    if len(content_words(phrase)) > _LONGEST_PHRASE:
        raise CannotAnswer(f"No row is called {phrase!r}.")
    if _SHARE_BEFORE.search(core[: mention.start].replace("|", " ")):
        share = Binary("*", Number(100), Binary("/", Term(phrase), Term(mention.key)))
        return Subject(phrase, Choice((Term(f"{PERCENT} {phrase}"), share)))
    return Subject(phrase, _narrowed(mention.key, phrase, (*before, *after)))


def _narrowed(key: str, phrase: str, words: Sequence[str]) -> Expression:
    """A part's figure: its row, or the metric's formula over rows of the same part."""
    metric = get_metric(key)
    if metric is None or not metric.formula or metric.looked_up:
        return Term(phrase)
    formula = over_part(lexicon_formula(metric.formula), " ".join(words))
    return Choice((Term(phrase), as_defined(key, formula)))


def _distinct(mentions: tuple[MetricMention, ...], core: str) -> list[MetricMention]:
    """Mentions without repeats and names in brackets: "A + B (EBITDA)" measures A + B."""
    first: dict[str, MetricMention] = {}
    for mention in mentions:
        if first and _IN_BRACKETS.search(core[: mention.start]):
            continue
        first.setdefault(mention.key, mention)
    return list(first.values())


def _subject(core: str, start: int, mention: MetricMention) -> Subject:
    """A mention as it stands, or with the words that make it something else (a segment's)."""
    before, after = core[start : mention.start], core[mention.end :]
    adjusted = _ADJUSTED.search(before)
    words = _words_before(before[: adjusted.start()] if adjusted else before)
    words += _words_after(after)
    trailing = _words_right_after(after)
    if not words and not adjusted and not trailing:
        return Subject(mention.said, Term(mention.key))
    lead = f"{adjusted[0]} " if adjusted else ""
    lead = re.sub(r"non[- ]?gaap", " ", lead, flags=re.IGNORECASE)
    phrase = " ".join(f"{lead}{' '.join(words)} {mention.said} {' '.join(trailing)}".split())
    if len(content_words(phrase)) > _LONGEST_PHRASE:
        raise CannotAnswer(f"No row is called {phrase!r}.")
    return Subject(phrase, Term(phrase))


def _words_before(text: str) -> list[str]:
    """Content words right before a mention that are part of its name."""
    start = max((match.end() for match in _BREAK.finditer(text)), default=0)
    words = re.findall(r"[\w&'-]+", text[start:])
    return [word for word in words if not _says_nothing(word)]


def _words_right_after(text: str) -> list[str]:
    """Words that make a mention part of another name: "operating loss carryforward"."""
    end = next((match.start() for match in _BREAK.finditer(text)), len(text))
    words = re.findall(r"[\w&'-]+", text[:end])
    kept: list[str] = []
    for word in words:
        folded = content_words(word)
        if not folded or folded & _NEUTRAL or word.lower() in _PREFIXES or _VERB.match(word):
            break
        kept.append(word)
    return kept


def _words_after(text: str) -> list[str]:
    """Content words after a mention that narrow it: "revenue from subscriptions"."""
    match = _AFTER.match(text)
    if match is None:
        return []
    named = _AFTER_END.split(match[1])[0]
    words = re.findall(r"[\w&'-]+", named)
    kept = [w for w in words if content_words(w) and not content_words(w) & _NEUTRAL]
    return [w for w in kept if not _says_nothing(w)]


def _says_nothing(word: str) -> bool:
    """Whether no part of a word narrows a metric: "average", "2018", "three-year"."""
    return all(part in _PREFIXES or part.isdigit() for part in word.lower().split("-"))


def _share_of_unknown(core: str, mention: MetricMention) -> Subject:
    """Read "wages expense as a percent of net sales", whose first part is a free phrase."""
    numerator = _NUMERATOR.search(core[: mention.start])
    words = _words_before(core[: numerator.start()]) if numerator else []
    if not words:
        raise CannotAnswer(f"The question does not say what is a share of {mention.said}.")
    phrase = " ".join(words)
    if set(leftover(f"{core[: mention.start]} # {core[mention.end :]}")) - set(words):
        raise CannotAnswer(f"The question narrows {mention.said} in a way not understood.")
    share = Binary("*", Number(100), Binary("/", Term(phrase), Term(mention.key)))
    return Subject(f"{phrase} as % of {mention.said}", share)


def _combined(core: str, mentions: list[MetricMention], subjects: list[Subject]) -> Subject | None:
    """Two or more metrics joined by words of arithmetic, from the left; None if they are not."""
    result = subjects[0].expression
    before = core[: mentions[0].start]
    for i in range(1, len(mentions)):
        between = core[mentions[i - 1].end : mentions[i].start].replace("|", " ")
        between = _without(between, subjects[i].label)
        right = subjects[i].expression
        sign = next((s for s, pattern in _ARITHMETIC.items() if pattern.match(between)), "")
        if sign:
            result = Binary(sign, result, right)
        elif _SHARE_OF.match(between) and re.search(r"%|percent|share|proportion", between):
            result = Binary("*", Number(100), Binary("/", result, right))
        elif _TO.match(between) and re.search(r"\bratio\b", core, re.IGNORECASE):
            result = Binary("/", result, right)
        elif i == 1 and len(mentions) == 2 and _SHARE_BEFORE.search(before):
            result = Binary("*", Number(100), Binary("/", right, result))
        else:
            return None
    label = core[mentions[0].start : mentions[-1].end]
    return Subject(label.replace("|", " "), result)


def _without(between: str, label: str) -> str:
    """What joins two metrics, without the words that belong to the second one's name."""
    words = content_words(label)
    return re.sub(
        r"[\w&'’-]+",
        lambda match: " " if content_words(match[0]) & words else match[0],
        between,
    )


def _free_phrase(core: str) -> str:
    """The words of a question whose metric the lexicon does not know, and what they count."""
    if not _ASKS.match(core):
        raise CannotAnswer("The question names no figure that a filing's tables could state.")
    words = leftover(core)
    phrase = " ".join(words)
    if not 0 < len(content_words(phrase)) <= _LONGEST_PHRASE:
        raise CannotAnswer("The question names no figure that a filing's tables could state.")
    if _COUNTED.match(core):
        return f"{COUNT} shares {phrase}" if _SHARES.match(core) else f"{COUNT} {phrase}"
    return f"{PERCENT} {phrase}" if _PERCENT_ASKED.search(core) else phrase


_AGGREGATE = re.compile(
    r"^(?:the\s+)?(?P<word>average|mean|change in|increase in|changes? in|avg\.?)\s+"
    r"(?:of\s+)?(?:the\s+)?",
    re.IGNORECASE,
)


def read_definition(formula: str, scope: Scope) -> Expression:
    """A formula given in the question; raises CannotAnswer where a part of it is no metric."""
    text = without_format(without_sources(formula)).rstrip(" .,;\"'”")
    return parse_formula(text, lambda name: _term(name, scope))


def _term(name: str, scope: Scope) -> Expression:
    periods = find_periods(name)
    masked = mask(name, scope)
    masked = re.sub(r"\b(?:between|from|for|in|of|at|during)\s*(?=\|)", " ", masked)
    masked = re.sub(r"\|(?:\s*(?:and|to|-|–)\s*\|)*", " ", masked)
    phrase = " ".join(masked.split()).strip(" ,")
    aggregate = ""
    leading = _AGGREGATE.match(phrase)
    if leading:
        aggregate = "average" if leading["word"].lower().startswith(("av", "mean")) else "change"
        phrase = phrase[leading.end() :]
    mentions = find_metrics(phrase)
    words = content_words(phrase) - content_words("unadjusted total net gross annual")
    if len(mentions) == 1 and words <= content_words(mentions[0].said):
        return Term(mentions[0].key, aggregate, periods)
    if not words or len(words) > _LONGEST_PHRASE:
        raise CannotAnswer(f"The definition's part {name!r} is no metric.")
    return Term(phrase, aggregate, periods)
