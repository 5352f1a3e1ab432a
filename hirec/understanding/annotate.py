"""The question as a lattice of typed spans, resolved once by the best path.

Each span covers whole tokens and has a cost; the path over all tokens that costs least is the
annotation. Words that nothing else explains are spans of kind ``WORD``: they cost most, and none
is ever left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hirec.companies.names import end_of_name, normalize_name
from hirec.companies.vocabulary import is_ordinary
from hirec.lexicon import (
    MetricMention,
    content_words,
    find_metrics,
    get_metric,
    metric_of_words,
)
from hirec.periods import find_date_spans, find_period_spans, with_length
from hirec.periods.asked import COUNTS
from hirec.periods.dates import BARE_YEAR, DateSpan
from hirec.types import CompanyRef, PeriodRef
from hirec.understanding.layout import Mark
from hirec.understanding.normalize import Token, tokenize
from hirec.understanding.printed import printed_names
from hirec.understanding.vocabulary import STATES, entries, folded, names_of_parts, starts

NAMES = frozenset({"WORD", "CONCEPT", "LIGHT", "QUALIFIER"})
"""Spans that name a figure."""
ADJUNCTS = frozenset({"COMPANY", "PERIOD", "EVENT"})
"""Spans that say whose figure and of when, wherever they stand."""
_COSTS = {
    "IT": 0.6,
    "REFERENCE": 0.3,
    "WORD": 1.0,
    "CONCEPT": 0.5,
    "ORDER": 0.7,
    "LIGHT": 0.85,
    "FILLER": 0.9,
    "NUMBER": 0.7,
}
_LAID_OUT = 0.05
"""Cost of a token inside a company, a period or a set form of words."""
_PHRASE = 0.8
_OUT_OF_PLACE = 3.0
_SCALE_WORDS = {"thousand": 3, "million": 6, "billion": 9, "mm": 6, "bn": 9, "m": 6, "b": 9}
_YEAR = frozenset({"year", "yr", "years", "yrs"})
_BACK = frozenset(
    {"last", "past", "previous", "trailing", "prior", "recent", "those", "these", "latest"}
)
"""Words that count years back; elsewhere years are a length: "due after five years"."""
_WAYS = {"earlier": "before", "before": "before", "prior": "before", "ago": "before"}
_WAYS |= {"later": "after", "after": "after"}
"""Where from the period of the turn before a count of years leads."""
_PASSING = frozenset({"FILLER", "COMPANY", "SOURCE", "FORMAT", "GIVEN"})
"""Kinds that change nothing for what may follow."""
_SPANNING = frozenset({"period", "total", "ended", "ending", "return", "from", "to", "between"})
_SEVERAL = 2
"""So many companies print two metrics joined as one figure, or they are two."""
_COMPARED = frozenset({"than", "versus", "vs", "to", "with", "from", "against"})
_REFERRING = frozenset({"IT", "REFERENCE"})
DETERMINERS = frozenset({"that", "this", "these", "those"})
"""Words that point at what they stand before, or stand for it."""
_CHOOSES = frozenset({"WHICH", "MOST", "LEAST"})
_PLACES: Mapping[str, frozenset[str]] = {
    "DOMAIN": _CHOOSES | {"START"},
    "PART_OF": NAMES | ADJUNCTS | {"START"},
    "MINUS": NAMES | ADJUNCTS | {"IT", "CLOSE", "YEARS", "DOMAIN"},
    "TIMES": NAMES | ADJUNCTS | {"IT", "CLOSE", "NUMBER"},
    "OVER": NAMES | ADJUNCTS | {"IT", "CLOSE", "START"},
    "PLUS": NAMES | ADJUNCTS | {"IT", "CLOSE"},
    "PER": NAMES | {"IT"},
    "ORDER": frozenset({"START", "AND"}),
}
"""Kinds that stand only right behind one of these, fillers aside."""
_NEVER_BEHIND: Mapping[str, frozenset[str]] = {"SHARE": frozenset({"WORD", "QUALIFIER"})}
_AHEAD: Mapping[str, frozenset[str]] = {"LIMIT": frozenset({"NUMBER"})}
"""Kinds that stand only right in front of one of these."""


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens ``first`` to ``last`` (exclusive), what they are, and what they say."""

    kind: str
    value: str
    first: int
    last: int
    said: str
    cost: float
    company: CompanyRef | None = None
    periods: tuple[PeriodRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotation:
    """A text with its tokens and the spans of the best path, in order."""

    text: str
    tokens: tuple[Token, ...]
    spans: tuple[Span, ...]


def annotate(
    text: str,
    companies: Sequence[CompanyRef],
    unknown: Sequence[str],
    marks: Iterable[Mark],
    referred: Mapping[str, tuple[PeriodRef, ...]] | None = None,
    *,
    alone: bool = True,
) -> Annotation:
    """Annotate a normalized clause.

    Args:
        text: The clause.
        companies: Those that it names.
        unknown: Names in it that no company of the index bears.
        marks: Set forms of words.
        referred: The periods that "that year" and its like mean.
        alone: No turn went before; a year is told from another only if it is held against it.

    """
    tokens = tokenize(text)
    lattice: defaultdict[int, list[Span]] = defaultdict(list)
    for span in _spans(text, tokens, companies, unknown, marks):
        if span.kind in _REFERRING:
            if referred is None or not _refers(span, tokens):
                continue
            if alone and (span.kind == "IT" or not _is_compared(span, tokens)):
                continue
            if span.kind == "REFERENCE":
                span = replace(span, kind="PERIOD", periods=referred.get(span.value, ()))
        lattice[span.first].append(span)
    return Annotation(text, tokens, tuple(_best_path(lattice, len(tokens))))


def _spans(
    text: str,
    tokens: Sequence[Token],
    companies: Sequence[CompanyRef],
    unknown: Sequence[str],
    marks: Iterable[Mark],
) -> Iterator[Span]:
    owners: set[int] = set()
    for start, end, kind, value, company, periods in _laid_out(text, companies, unknown, marks):
        inside = [at for at, t in enumerate(tokens) if t.start < end and t.end > start]
        if inside:
            first, last = inside[0], inside[-1] + 1
            said = text[start:end]
            owners |= {first} if kind == "COMPANY" else set()
            cost = _LAID_OUT * (last - first)
            yield Span(kind, value, first, last, said, cost, company, periods)
    parts = names_of_parts([token.text for token in tokens])
    for mention in _mentions(text):
        inside = [
            at for at, t in enumerate(tokens) if t.start >= mention.start and t.end <= mention.end
        ]
        if inside and not parts > {*inside}:
            said, last = text[mention.start : mention.end], inside[-1] + 1
            if tokens[inside[-1]].text.lower() == "attributable" and last + 1 in owners:
                last += 1  # "to" the company itself
            yield Span("CONCEPT", mention.key, inside[0], last, said, _COSTS["CONCEPT"])
    for first, last, printers in printed_names(tokens):
        said = text[tokens[first].start : tokens[last - 1].end]
        metric = metric_of_words(said)
        if metric or _metrics_in(said) not in ((1, 2) if printers < _SEVERAL else (1,)):
            key = metric.key if metric else ""
            yield Span("CONCEPT", key, first, last, said, _COSTS["CONCEPT"])
    for at, token in enumerate(tokens):
        yield Span("WORD", "", at, at + 1, token.text, _COSTS["WORD"])
        yield from _phrases(text, tokens, at)
        yield from _numbers(text, tokens, at)


def _mentions(text: str) -> Iterator[MetricMention]:
    """Metrics named; "sale" and "employee" name none, unlike "sales" and "employees"."""
    for mention in find_metrics(text.replace("% margin", "  margin")):
        metric = get_metric(mention.key)
        names = {name.lower() for name in metric.names} if metric else set[str]()
        said = mention.said.lower()
        before = folded(text[: mention.start])[-1:]
        if _says(before, "PERCENT") and any(_says(folded(said)[:n], "MOVE") for n in (1, 2)):
            # "Change in cash" is a figure; in "the percentage change in cash" cash is.
            start = mention.start + said.rfind(" in ") + 1
            for inner in find_metrics(text[start : mention.end]):
                yield replace(inner, start=start + inner.start, end=start + inner.end)
        elif said in names or f"{said}s" not in names:
            yield mention


def _metrics_in(name: str) -> int:
    """How many metrics a name says, 0 where it says anything else besides."""
    mentions = find_metrics(name)
    known = (content_words(mention.said) for mention in mentions)
    return len(mentions) if content_words(name) <= frozenset().union(*known) else 0


def _says(words: tuple[str, ...], kind: str) -> bool:
    return any(entry.kind == kind for entry in entries().get(words, ()))


def _laid_out(
    text: str, companies: Sequence[CompanyRef], unknown: Sequence[str], marks: Iterable[Mark]
) -> Iterator[tuple[int, int, str, str, CompanyRef | None, tuple[PeriodRef, ...]]]:
    """Spans that other rooms find: by characters, with what they carry."""
    for mark in marks:
        yield mark.start, mark.end, mark.kind, mark.kind.lower(), None, ()
    for company in companies:
        for start, end in (*_places(text, company.said), *_own_name(text, company)):
            end = end_of_name(text, end, company.said, company.name)
            yield start, end, "COMPANY", company.company_key, company, ()
    for name in unknown:
        for start, end in _places(text, name):
            yield start, end, "COMPANY", "", None, ()
    periods = find_period_spans(text)
    days = find_date_spans(text)
    for span in periods:
        others = [ref for other in periods if other is not span for ref in other.refs]
        around = text[: span.start], text[span.end :]
        if all(_names_thing(ref, days, others, *around) for ref in span.refs):
            yield span.start, span.end, "FILLER", "time", None, ()
            continue
        # A range is said once: only its own end can be "the end of" a year.
        refs = tuple(with_length(ref, text[: span.start]) for ref in span.refs)
        yield span.start, span.end, "PERIOD", "", None, refs
    for day in days:
        if not any(span.start < day.end and day.start < span.end for span in periods):
            yield day.start, day.end, "EVENT", "", None, ()


def _names_thing(
    ref: PeriodRef, days: Sequence[DateSpan], others: Sequence[PeriodRef], before: str, behind: str
) -> bool:
    """Whether a bare year only names a thing.

    "The 2023 program at June 30, 2023", "its 2026 revolver in the second quarter of 2023".
    """
    said = ref.period
    noun = folded(behind)[:1]
    named = bool(noun) and noun[0].isalpha() and noun not in entries()
    if not named or ref.fiscal or said.fiscal_quarter or said.end:
        return False
    if any(other.period.fiscal_quarter and _is_earlier(other, ref) for other in others):
        return True
    told = any(one.day.year == said.fiscal_year for one in days)
    inside = any(one.start <= len(before) < one.end for one in days)
    return told and not inside and folded(before)[-1:] not in entries()


def _is_earlier(one: PeriodRef, other: PeriodRef) -> bool:
    return (one.period.fiscal_year or 0) < (other.period.fiscal_year or 0)


def _own_name(text: str, company: CompanyRef) -> Iterator[tuple[int, int]]:
    """Where a company that is said by another name is said by its own too: "Google … Alphabet"."""
    own = normalize_name(company.name)
    if own and own not in normalize_name(company.said):
        named = not all(map(is_ordinary, own.split()))
        yield from ((a, b) for a, b in _places(text, own) if named or (a and text[a].isupper()))


def _places(text: str, said: str) -> Iterator[tuple[int, int]]:
    lower, wanted = text.lower(), " ".join(said.lower().replace("’", "'").split())
    at = lower.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        if not lower[at - 1 : at].isalnum() and not lower[end : end + 1].isalpha():
            yield at, end
        at = lower.find(wanted, end)


def _phrases(text: str, tokens: Sequence[Token], at: int) -> Iterator[Span]:
    if tokens[at].text == STATES:
        return  # not the pronoun
    longest = min(starts().get(tokens[at].lower, 0), len(tokens) - at)
    for length in range(longest, 0, -1):
        words = tuple(token.lower for token in tokens[at : at + length])
        said = text[tokens[at].start : tokens[at + length - 1].end]
        for entry in entries().get(words, ()):
            if entry.kind in ("FILLER", "DOMAIN") and length == 1 and _hyphenated(text, tokens[at]):
                continue  # "in-game"
            cost = (
                _COSTS.get(entry.kind, _PHRASE) if length > 1 or entry.kind != "WORD" else _PHRASE
            )
            yield Span(entry.kind, entry.value, at, at + length, said, cost)


def _hyphenated(text: str, token: Token) -> bool:
    """Whether a word is part of a compound."""
    before, behind = text[max(token.start - 2, 0) : token.start], text[token.end : token.end + 2]
    joined = (before[-1:] == "-" and before[:1].isalpha()) or (
        behind[:1] == "-" and behind[1:].isalpha()
    )
    return token.text.isalpha() and joined


def _numbers(text: str, tokens: Sequence[Token], at: int) -> Iterator[Span]:
    """Amounts, with their scale; and counts of years: "three year", "3 yrs"."""
    word = tokens[at].lower
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    count = COUNTS.get(
        word, int(word) if word.isascii() and word.isdigit() and len(word) < 3 else 0
    )
    back = {token.lower for token in tokens[max(at - 2, 0) : at]} & _BACK
    if count and following in _YEAR and (back or _computes(tokens[at + 2 : at + 3])):
        said = text[tokens[at].start : tokens[at + 1].end]
        yield Span("YEARS", str(count), at, at + 2, said, _LAID_OUT)
    way = tokens[at + 2].lower if at + 2 < len(tokens) else ""
    if count and following in _YEAR and way in _WAYS:
        said = text[tokens[at].start : tokens[at + 2].end]
        yield Span("REFERENCE", f"{_WAYS[way]}{count}", at, at + 3, said, _COSTS["REFERENCE"])
    if (not word[-1:].isdigit() and not word.endswith("%")) or not any(c.isdigit() for c in word):
        return
    digits = word.strip("$€£%").replace(",", "")
    last = at + 1
    if following in _SCALE_WORDS:
        digits, last = f"{digits}e{_SCALE_WORDS[following]}", at + 2
    unit = "%" if word.endswith("%") or following in ("percent", "%") else ""
    unit = unit or ("USD" if word[0] == "$" or last > at + 1 else "")
    said = text[tokens[at].start : tokens[last - 1].end]
    if not unit and BARE_YEAR.fullmatch(said):
        return
    yield Span("NUMBER", f"{digits} {unit}".strip(), at, last, said, _COSTS["NUMBER"])


def _refers(span: Span, tokens: Sequence[Token]) -> bool:
    """Whether "that" stands by itself: before a name, a number or a noun it only points there."""
    if span.said.lower() not in DETERMINERS or span.last == len(tokens):
        return True
    following = tokens[span.last].lower
    if not following.isalpha():
        return not following[0].isdigit()
    phrases = (
        tuple(token.lower for token in tokens[span.last : span.last + length])
        for length in range(starts().get(following, 0), 0, -1)
    )
    said = {(entry.kind, entry.value) for words in phrases for entry in entries().get(words, ())}
    if not said:  # "how was that computed", but "what was that allowance for"
        verb = entries().get((tokens[span.first - 1].lower,), ()) if span.first else ()
        return span.last + 1 == len(tokens) and any(entry.kind == "BE" for entry in verb)
    nouns = {("FILLER", "time"), ("FILLER", "money"), ("FILLER", "saying")}
    return not {kind for kind, _ in said} & (NAMES | {"DOMAIN", "REASON"}) and not said & nouns


def _is_compared(span: Span, tokens: Sequence[Token]) -> bool:
    """Whether a year told from another one is held against it: "than the year before"."""
    words = [token.lower for token in tokens[max(span.first - 3, 0) : span.first]]
    asked = any(word in ("compare", "compares") for word in words)
    return (
        not _COMPARED.isdisjoint(words) and not asked and span.value.startswith(("before", "after"))
    )


def _computes(following: Sequence[Token]) -> bool:
    """Whether a word goes on to an operator: "three year average", not "five year agreement"."""
    word = following[0].lower if following else "period"
    if word in _SPANNING or word.isdigit():
        return True
    kinds = {entry.kind for words, said in entries().items() if words[0] == word for entry in said}
    return bool(kinds & {"AVERAGE", "CAGR", "MOVE", "SUM"})


def _best_path(lattice: Mapping[int, Sequence[Span]], length: int) -> list[Span]:
    """Cheapest way through the lattice; a state is a position and the last telling kind there."""
    best: list[dict[str, tuple[float, Span | None, str]]] = [{} for _ in range(length + 1)]
    best[0]["START"] = (0.0, None, "")
    for position in range(length):
        for kind, (cost, _, _) in best[position].items():
            for span in lattice[position]:
                state = kind if span.kind in _PASSING else span.kind
                total = cost + span.cost + _misplaced(span, kind)
                known = best[span.last].get(state)
                if known is None or total < known[0]:
                    best[span.last][state] = (total, replace(span), kind)
    state = min(best[length], key=lambda kind: best[length][kind][0])
    path: list[Span] = []
    position = length
    while position:
        _, last, before = best[position][state]
        if last is None:
            raise ValueError("a path through the lattice has a gap")
        path.append(last)
        position, state = last.first, before
    return path[::-1]


def _misplaced(span: Span, before: str) -> float:
    if span.kind == "FILLER":
        begins = span.value == "relative" and before in ("START", "AND")
        return _OUT_OF_PLACE if begins else 0.0
    kind = span.kind
    wrong = (kind in _PLACES and before not in _PLACES[kind]) + (
        before in _AHEAD and kind not in _AHEAD[before]
    )
    return _OUT_OF_PLACE * (wrong + (before in _NEVER_BEHIND.get(kind, ())))
