"""Figures beside each other in one question: a whole and its part, a first and a shorter second."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.lexicon import (
    SALES,
    Kind,
    content_words,
    find_metrics,
    get_metric,
    get_ratio,
    head_nouns,
    metric_named,
)
from hirec.lexicon.files import word_list
from hirec.lexicon.metric import read_formula
from hirec.types import Arithmetic, Figure, Measure, Operation
from hirec.understanding.antecedents import stands_for
from hirec.understanding.falling_due import DUE
from hirec.understanding.vocabulary import KINDS_OF_PARTS, domain_of

_BY = re.compile(r"\bby (?:each )?(?P<kind>[a-z]+(?: [a-z]+)?)$", re.IGNORECASE)
"""``Net sales by segment``, "by product category"."""
_IN_PART = re.compile(r"(?P<lead>.+?\s(?:in|from|for|at|of|,)\s(?:the\s)?)[A-Z]")
"""What leads to a part with a name: "customers in Pennsylvania", "customers, Pennsylvania"."""
_EARNED_IN = re.compile(
    r"(?P<lead>.*\b(?:profits?|income|earnings|loss(?:es)?|sales|revenues?|ebit\w*) "
    r"(?:in|from|for|at) (?:the )?)\w",
    re.IGNORECASE,
)
"""The same in small letters: "contribution profit from domestic streaming"."""
_OUTSIDE = re.compile(r"^outside(?: of)? (?P<place>(?:the )?[A-Z].*)$")
AMOUNTS = word_list("result") | frozenset(
    ["revenue", "revenues", "sales", "fees", "income", "payments", "margin", "margins"]
)
"""Last words of what is an amount of its own in a list of several."""
_PARTED = frozenset({"for", "in", "from", "at", "by", "within"})
"""What leads to a part of a figure named before."""


def has_items(whole: Figure) -> bool:
    """Whether a whole is made of items with names of their own, as assets and costs are."""
    metric = get_metric(whole.concept)
    return metric is not None and (metric.statement in ("balance", "cash_flow") or metric.magnitude)


_FALLING = frozenset({"payable", "fall", "falls", "fell"})


def only_due(part: Figure) -> bool:
    """Whether a part says only when it is due, as current assets do."""
    return not part.words or set(part.words.lower().split()) <= DUE | _FALLING


def narrowed(whole: Figure, part: Figure) -> Figure:
    """The whole's figure narrowed to a part of it."""
    words = f"{whole.words} {part.words}"
    named = " ".join(word for word in (whole.part, part.words) if word)
    counted = f"{whole.counted} of {part.words}" if whole.counted else ""
    qualifiers = (*whole.qualifiers, *part.qualifiers)
    return replace(whole, words=words, part=named, qualifiers=qualifiers, counted=counted)


def is_amount(words: str) -> bool:
    """Whether words name an amount: one of them ends names of the lexicon."""
    return bool(content_words(words) & head_nouns(*Kind))


def names_parts(figures: Sequence[Figure]) -> bool:
    """Whether what is named are parts, not amounts of their own: "Europe or Asia"."""
    return not any(
        figure.concept
        or ":" in figure.words  # what is asked of the parts stands before it
        or (is_amount(figure.words) and not _is_name(figure.words))
        for figure in figures
    )


def _is_name(words: str) -> bool:
    """Whether every word that tells is a capital's: "Health Care Benefits"."""
    telling = [word for word in words.split() if word.lower() not in word_list("stem_silent")]
    return len(telling) > 1 and all(word[:1].isupper() for word in telling)


def led_by(named: Sequence[Figure]) -> tuple[Figure, ...]:
    """Parts in what small letters ask of them: "paid additions, Europe or Asia"; else none."""
    whole, *parts = named
    small = not whole.concept and whole.words.islower()
    if not small or any(part.words.islower() for part in parts) or not names_parts(parts):
        return ()
    return tuple(narrowed(whole, part) for part in parts)


def asked_of(parts: Sequence[Figure]) -> tuple[Figure, ...]:
    """Parts in what is asked of them behind: "Europe or Asia, which had the higher sales"."""
    said = {part.qualifiers for part in parts}
    names = said.pop()
    whole = _known(names[0]) if len(names) == 1 and not said else None
    if whole is None:
        return tuple(parts)
    return tuple(narrowed(whole, replace(part, qualifiers=())) for part in parts)


def compared_by(figures: Sequence[Figure]) -> Sequence[Figure]:
    """Parts in what a question compares them by: "was A bigger than B by revenue"."""
    first, *rest = figures
    noun, by, said = first.words.rpartition(" by ")
    whole = _known(said) if by and domain_of(noun) else None
    if whole is not None and rest and names_parts(rest):  # "the bigger division by revenue"
        return [narrowed(whole, part) for part in rest]
    *others, last = figures
    name, by, said = last.words.rpartition(" by ")
    name = _LOOSE_END.sub("", name)  # "Grooming at Acme in 2023 by net earnings"
    whole = _known(said) if by else None
    if whole is None or not names_parts(others) or not name:
        return figures
    return [narrowed(whole, part) for part in (*others, replace(last, words=name))]


_LOOSE_END = re.compile(r"(?: (?:at|in|for|of|during))+$")


def _known(words: str) -> Figure | None:
    """The figure that words name by the lexicon; None where they name none."""
    metric = metric_named(words)
    if metric is None:
        return None
    return Figure(words, metric.key, kind=metric.kind.value, row_name=True)


def is_narrowing(whole: Figure, other: Figure) -> bool:
    """Whether what stands behind "to" is who gets a part of what is earned, no amount."""
    earned = get_metric(whole.concept) is not None and not has_items(whole)
    return earned and not other.concept and not stands_for(other) and not is_amount(other.words)


def by_parts(measures: Sequence[Measure]) -> tuple[Figure, str] | None:
    """The figure that is asked for of every part, and what kind of parts: "sales by segment"."""
    match measures:
        case (Figure(words=words, part=part) as figure,) if said := _BY.search(words):
            kind = domain_of(said["kind"])
            plain = " ".join(w for w in part.split() if w.lower() not in said[0].lower().split())
            whole = replace(figure, words=words[: said.start()].strip(), part=plain)
            return (whole, kind) if kind in KINDS_OF_PARTS and whole.words else None
        case _:
            return None


def done_to(measures: tuple[Measure, ...], verb: str) -> tuple[Measure, ...]:
    """A balance to which something was done is another figure: debt that was repaid."""
    match measures:
        case (Figure(concept=concept) as figure,) if verb:
            metric = get_metric(concept)
            held = metric is not None and metric.instant
            return (narrowed(figure, Figure(verb)),) if held else measures
        case _:
            return measures


_BEHIND_HEAD = re.compile(r"\s(?:in|of|at|for|from|within|on)\s")


def is_loss(figure: Figure) -> bool:
    """Whether a name is that of a loss, which is the larger the less is left."""
    head = _BEHIND_HEAD.split(figure.words.lower(), maxsplit=1)[0]  # "loss in Paint"
    return head.split()[-1:] in (["loss"], ["losses"], ["deficit"])


def sign_of(measures: Sequence[Measure]) -> Operation | None:
    """Whether a name itself says which sign is asked for: "did it report a net loss"."""
    match measures:
        case (Figure(words=words, concept=concept) as figure,) if concept:
            last = words.lower().split()[-1]
            if is_loss(figure):
                return Operation.NEGATIVE
            return Operation.POSITIVE if last in ("profit", "surplus") else None
        case _:
            return None


def members(named: str) -> Iterator[Figure]:
    """Figures that share a head: "operating, investing and financing activities"."""
    for member in named.split("; "):
        words, _, concept = member.partition("=")
        yield Figure(words, concept, kind=Kind.MONEY.value)


def amounts(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """What is measured where an amount is asked for: the part of a share, the profit of a margin.

    "How much of A came from B, in millions", "gross margin in dollars".
    """
    return tuple(map(_amount_of, measures))


def _is_money(concept: str) -> bool:
    metric = get_metric(concept)
    return metric is not None and metric.kind is Kind.MONEY


def _amount_of(measure: Measure) -> Measure:
    match measure:
        case Arithmetic(sign="%", left=left):
            return left
        case Figure(concept=concept, kind=Kind.PERCENT):
            ratio = get_ratio(concept)
            match read_formula(ratio.formula) if ratio else None:
                case Arithmetic("/", Figure(concept=above)) if _is_money(above):
                    return replace(measure, concept=above, kind=Kind.MONEY.value)
            return measure
        case _:
            return measure


def outside_of(measure: Measure) -> Measure:
    """What lies outside a place is the whole less the place: "sales outside the United States"."""
    match measure:
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, outside_of(left), outside_of(right))
        case Figure(part=part, kind=Kind.MONEY | Kind.COUNT) if found := _OUTSIDE.match(part):
            said = re.sub(rf"\boutside\b.*{re.escape(found['place'])}", " ", measure.words)
            whole = replace(measure, words=" ".join(said.split()), part="")
            return Arithmetic("-", whole, narrowed(whole, Figure(found["place"])))
        case _:
            return measure


def of_part(measure: Measure, part: str) -> Measure:
    """A measure of a part of the company; a part that it names itself is one of that part."""
    match measure:
        case Figure() if part and part.lower() not in measure.words.lower():
            words, whole = f"{part} {measure.words}", f"{part} {measure.part}".strip()
            return replace(measure, words=words, part=whole, row_name=False)
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, of_part(left, part), of_part(right, part))
        case _:
            return measure


def of_topic(
    measures: tuple[Measure, ...], before: Sequence[Figure], question: str
) -> tuple[Measure, ...]:
    """What a question measures of "it", where the one before set a name in front of its figure.

    "Peacock - how many subscribers, and how much revenue did it bring in": Peacock's revenue.

    Args:
        measures: Those of the question.
        before: Figures of the turn before; only a single one has a topic.
        question: As it was asked.

    """
    topic = " ".join((*before[0].qualifiers, before[0].part)).strip() if len(before) == 1 else ""
    named = topic and all(word[:1].isupper() for word in topic.split())
    if not named or not {"it", "its"} & set(question.lower().split()):
        return measures
    return tuple(of_part(one, topic) for one in measures)


def elliptic(first: Figure, second: Figure) -> Figure:
    """What is left out of a second figure: "sales from Asia compared to Europe"."""
    metric = get_metric(first.concept)
    if second.concept or is_amount(second.words):
        return second
    if metric is None:
        leads, named = _IN_PART.match(first.words), second.words[:1].isupper()
        if not named and (leads := _EARNED_IN.match(first.words)):
            named = not {*second.words.lower().split()} & AMOUNTS
        if leads is None or not named or _IN_PART.match(second.words):
            return second
        return replace(second, words=f"{leads['lead']}{second.words}")
    if not first.part:
        return second
    said = first.words.replace(first.part, second.words)
    words = said if first.part in first.words else f"{metric.names[0]} {second.words}"
    return replace(first, words=words, part=second.words, qualifiers=second.qualifiers)


def of_same_part(first: Figure, second: Figure) -> Figure:
    """A figure of "the segment", or of nothing said, beside one of a part that has a name.

    "Aerospace segment profit as a percentage of its sales" is of the segment's sales, and so is
    any part's profit; a part's sales in percent of sales are of all sales.
    """
    named = _OF_SEGMENT.match(first.words)
    profit = whose(first) if _EARNED.search(first.words) else ""
    part = named["part"] if named else profit
    if part and second.concept and not second.part and not WHOLE.search(second.words):
        return replace(second, words=f"{part} {second.words}", part=part, row_name=False)
    unnamed = second.part and not content_words(second.part) - word_list("part_kind")
    if not (first.part and unnamed) or WHOLE.search(second.words):
        return second
    words = " ".join(word for word in second.words.split() if word not in second.part.split())
    return replace(second, words=f"{first.part} {words}", part=first.part)


def taken_off_part(first: Figure, second: Figure) -> Figure:
    """What is taken off a part's figure is that part's: "domestic gross profit less SG&A"."""
    whole = not first.part or second.part or WHOLE.search(second.words)
    if whole or not second.concept or second.concept == first.concept:
        return second
    return replace(second, words=f"{first.part} {second.words}", part=first.part, row_name=False)


def of_parts_sales(first: Figure, second: Figure) -> Figure:
    """What is held against the sales of a part is that part's: "SG&A as a % of domestic revenue".

    The whole company's would come to more than all of them.
    """
    metric = get_metric(first.concept)
    earned = metric is not None and metric.kind is Kind.MONEY and first.concept not in SALES
    named = content_words(second.part) - word_list("part_kind")
    if not (earned and named and second.concept in SALES) or first.part or first.qualifiers:
        return first
    words = f"{second.part} {first.words}"
    return replace(first, words=words, part=second.part, row_name=False)


def whose(figure: Figure) -> str:
    """The part of the company in a figure's words, a name in capitals where none was known."""
    mentions = () if figure.part or figure.concept else find_metrics(figure.words)
    named = figure.words[: mentions[-1].start].strip() if mentions else ""
    return figure.part or (named if named[:1].isupper() else "")


_OF_SEGMENT = re.compile(
    r"(?:(?:profits?|earnings) (?:(?:of|in|for|from) )?)?"
    r"(?P<part>(?!(?:the|its|each|total|profits?|earnings)\b)[\w&/,' -]+? "
    r"(?:segment|division|business)\b)",
    re.IGNORECASE,
)
"""A segment by its name, at the head of a figure's words."""
_EARNED = re.compile(r"\b(?:profit|income|earnings|loss|ebitd?a?)\b", re.IGNORECASE)
WHOLE = re.compile(r"\b(?:total|consolidated|overall|company|group|net income)\b", re.IGNORECASE)


def counted_one_by_one(one: Figure) -> Figure:
    """How many there are of what a figure is told per one of: "revenue per employee"."""
    things = None if one.concept else metric_named(f"{one.words}s")
    if things is not None:
        return Figure(things.names[0], things.key, kind=Kind.COUNT.value)
    if one.concept or is_amount(one.words):
        return one
    return replace(one, kind=Kind.COUNT.value, counted=one.words)


def each_once(figures: Sequence[Figure]) -> tuple[Measure, ...]:
    """Figures each once: "Apple's revenue and Intel's revenue" is one figure of two companies."""
    return tuple({(f.concept or f.words.lower(), f.part.lower()): f for f in figures}.values())


def instead(past: tuple[Measure, ...], own: tuple[Measure, ...], lead: str) -> tuple[Measure, ...]:
    """What a follow-up measures: another figure, another part of the one before, another whole.

    Args:
        past: Measures of the turn before.
        own: Those that the follow-up names.
        lead: The word that leads to its own: "and of net sales?", "and for services?".

    """
    match past, own:
        case (Arithmetic("%", Figure() as part, _),), (Figure() as new,) if lead == "of":
            return (Arithmetic("%", part, new),)
        case (Arithmetic("%", Figure() as part, whole),), (Figure(concept="") as new,) if part.part:
            return (Arithmetic("%", elliptic(part, new), whole),)
        case (Figure() as old,), (Figure() as new,) if old.part:
            return (elliptic(old, new),)
        case (Figure() as old,), (Figure(concept="") as new,) if lead in _PARTED:
            return (narrowed(old, new),)
        case _:
            return own
