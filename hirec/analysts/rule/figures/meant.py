"""Whether a place that was found can be what is asked for, whatever speaks for it."""

import itertools
import re

from hirec.analysts.rule.requirements.phrases import LETTER, stems
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.grounding.counted import counted_in
from hirec.grounding.nouns import count_pattern, read_noun
from hirec.lexicon import Kind, get_metric, normalize_label, words_in
from hirec.lexicon.geography import is_region
from hirec.types import Figure, Operand
from hirec.understanding import joined_in, named_apart

_JOINED = re.compile(r"\s+(?:and|&)\s+")
"""Between two things that the name of a row joins; a comma may only lead to its "net"."""
_CLASS = re.compile(r"\b(?P<of>[a-z]+) (?P<number>\d{1,2})\b")
"""``tier 2`` of "tier 2 capital"; years are longer."""
_LASTS = re.compile(
    r"^(?!.*\b(?:rate|expense|cost|amount|value)\b).*\bremaining (?:[\w-]+ )*?"
    r"(?:terms?|li(?:fe|ves)|periods?)\b",
    re.IGNORECASE,
)
"""What is told in years: "weighted-average remaining lease term"."""
_IS_RATE = re.compile(r"\b(?:interest|coupon|discount|tax|vacancy|growth) rates?\b", re.IGNORECASE)
_ASKS_MONEY = re.compile(r"\b(?:pay|paid|spend|spent|owed?|booked|costs?)\b", re.IGNORECASE)
"""``pay for Bolt``: no number of people."""
_ASKS_RATE = re.compile(
    r"(?:(?:weighted )?average )?(?:(?:interest|coupon) )?(?:rate|coupon|yield)\b.*\bon\b",
    re.IGNORECASE,
)
"""Begins with what is no amount: "rate paid on its notes"; "interest rate" may be of contracts."""
_OF_RATES = words_of("percent", "rate", "share", "by_percent")
"""Says of a number without its sign that it is a percentage."""
_TAKEN_OFF = re.compile(
    r"\b(?:before|after|net of|excluding|exclusive of|without|prior to|ignoring)\b (?P<off>.+)$",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(
    r"\boutside\b|\bforeign\b|\binternational\b|\bnon-?u\.?s|\brest of\b|\bother\b|\babroad\b", re.I
)
_CAME_TO = re.compile(r"\b(?:was|were|totall?ed|reached)(?: (?:about|approximately))? $")
_NEAR = 60
"""Characters of a sentence beside an amount that say of what it is."""
_ANY_LETTER = re.compile(r"\b[A-Z]\b")
_FOR_EACH = re.compile(
    r"\bper (?!(?:\w+ )?share|diluted|common|basic|day|week|month|quarter|year|annum|cent)", re.I
)
_SAYS_EACH = re.compile(r"\bper\b|\beach\b|\baverage\b", re.IGNORECASE)


def is_of_kind(need: Figure, found: Operand) -> bool:
    """Whether money is no number of things, and a ratio or a percentage none of money."""
    if _LASTS.search(need.words) and found.unit in ("USD", "%"):
        return False
    if _ASKS_RATE.match(need.words) and found.unit in ("USD", "shares"):
        return False
    if _ASKS_MONEY.search(need.words) and not (need.kind or need.counted or found.unit):
        return False
    metric = get_metric(need.concept)
    if metric is not None and metric.kind is Kind.PERCENT:
        said = f"{found.printed} {found.row} {found.column} {found.table}"
        return found.unit != "%" or bool(said_in(said, _OF_RATES))
    if need.kind in (Kind.COUNT, Kind.SHARES) and found.unit == "USD":
        return False
    if need.kind == Kind.PER_SHARE:
        return found.unit == "USD/shares" or not (found.scale or (found.unit and found.column))
    if need.concept:
        return need.kind != Kind.MONEY or found.unit != "%"
    if _IS_RATE.search(need.words) and found.unit == "USD" and not found.column:
        return False
    if need.kind == Kind.MONEY:
        return found.unit not in ("shares", "%") and "number of" not in found.row.lower()
    return need.kind not in (Kind.RATIO, Kind.PERCENT) or found.unit not in ("USD", "shares", "")


def bears_both(need: Figure, found: Operand) -> bool:
    """Whether a row or column bears both of what a name joins: "iPhone and services" is no iPhone.

    A caption ("net sales by category of products and services") makes no row of one of both.
    """
    beside = stems(f"{found.row} {found.column}")
    if each := named_apart((need,)):
        if found.unit == "%" and Kind.PERCENT not in {one.kind for one in each}:
            return False  # a row of one in percent of the other
        # What tells them apart: "medical" and "operating" of their costs, "sales" and "profit".
        heads = {one.words.rpartition(" ")[2] for one in each}
        said = [one.words.rpartition(" ")[0] if len(heads) == 1 else one.words for one in each]
        named = [*map(stems, said)]
        own = [one - other for one, other in itertools.permutations(named, 2)]
        one_figure = not any(own)  # of two names: "net sales and revenue"
        return one_figure or (all(own) and all(words <= beside for words in own))
    if not found.column and joined_in((need,)):
        return normalize_label(need.part) in normalize_label(found.row)
    by_words = need.row_name or not need.concept
    if not (joined_in((need,)) or (by_words and _JOINED.search(need.words))):
        return True
    return all(stems(name) & beside for name in _JOINED.split(need.part or need.words))


def is_of_class(need: Figure, found: Operand) -> bool:
    """Whether a row bears what is part of a name: "tier 1 capital" is no tier 2, A no B."""
    if not {*LETTER.findall(need.part or need.words)} <= {*_ANY_LETTER.findall(found.row)}:
        return False
    beside = f"{found.row} {found.column}".lower()
    classes = {(one["of"], one["number"]) for one in _CLASS.finditer(beside)}
    asked = ((one["of"], one["number"]) for one in _CLASS.finditer(need.words.lower()))
    return all(one in classes or one[0] not in {of for of, _ in classes} for one in asked)


def is_for_each(need: Figure, found: Operand) -> bool:
    """Whether a place says that it is of one each, where one each is asked for: "per store"."""
    if not _FOR_EACH.search(f"{need.words} {need.counted}"):
        return True
    before, _, behind = found.row.partition(found.printed)
    near = f"{before[-_NEAR:]} {behind[:_NEAR]}" if not found.column else found.row
    said = f"{near} {found.column} {found.section} {found.table}"
    return _SAYS_EACH.search(said) is not None


def _is_of_all(need: Figure, found: Operand) -> bool:
    """Whether a sentence is of all that is asked for: "the credit agreement" is one of several."""
    last, said = need.words.lower().split()[-1:], words_in(found.row)
    one = [word.removesuffix("s") for word in last if word.endswith("s")]
    return bool(found.column or said.intersection(last) or said.isdisjoint(one))


def _counts(need: Figure, found: Operand) -> bool:
    """Whether a sentence counts what is asked for, if it counts: "5 users", "users were 5"."""
    counted = read_noun(counted_in(need))
    if counted is None or found.column or found.unit:
        return True
    before = found.row.partition(found.printed)[0]
    if _CAME_TO.search(before) and stems(need.words) <= stems(before):
        return True
    told = [match[0] for match in count_pattern(counted).finditer(found.row)]
    return any(found.printed.split()[0] in one.split() for one in told)


def _is_of_asked_place(need: Figure, found: Operand) -> bool:
    """Whether a table that is called by a region alone is of one that is asked about."""
    if not found.table or not is_region(found.table):
        return True
    return bool(words_in(found.table) & words_in(f"{need.words} {need.part}"))


def _is_left(need: Figure, found: Operand) -> bool:
    """Whether a place is not what is to be taken off, or left out: "inventory before reserves"."""
    off = _TAKEN_OFF.search(need.words) or _TAKEN_OFF.search(" ".join(need.qualifiers))
    last = found.row.split()[-1:] if found.column else []
    if off is None or not last or _TAKEN_OFF.search(found.row):
        return True
    if off[0].lower().startswith("net of"):
        return "net" in words_in(f"{found.row} {found.column} {found.table}")
    left_out, head = stems(off["off"]), stems(last[0])
    itself = left_out and left_out <= stems(found.row)
    return not itself and not (head and head <= left_out)


def _is_outside(need: Figure, found: Operand) -> bool:
    """Whether a place is of what lies outside: a row of the United States is not."""
    if "outside" not in need.words.lower().split():
        return True
    return _OUTSIDE.search(f"{found.row} {found.column} {found.table}") is not None


def is_meant(need: Figure, found: Operand) -> bool:
    """Whether a place may be what is asked for, by kind, class and number."""
    checks = (
        is_of_kind,
        is_of_class,
        bears_both,
        _is_of_all,
        is_for_each,
        _counts,
        _is_of_asked_place,
        _is_left,
        _is_outside,
    )
    return all(check(need, found) for check in checks)
