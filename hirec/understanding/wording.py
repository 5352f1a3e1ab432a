"""A parsed question in plain words: what people are told that theirs was understood as."""

from collections.abc import Sequence

from hirec.numbers import SCALE_WORDS
from hirec.types import (
    ABOVE_BELOW,
    Aggregated,
    Arithmetic,
    Constant,
    Figure,
    Measure,
    Operation,
    ParsedQuestion,
    PeriodRef,
)

_SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "%": "as a percentage of"}
_OVER_TIME = {
    Operation.DIFFERENCE: "How much did {} change {}?",
    Operation.GROWTH: "How much did {} grow {}?",
    Operation.ROSE: "Did {} increase {}?",
    Operation.FELL: "Did {} decrease {}?",
    Operation.CHANGED: "Did {} change {}?",
    Operation.DIRECTION: "Did {} increase or decrease {}?",
    Operation.CAGR: "What was the compound annual growth rate of {} {}?",
}
_PLAIN = {
    Operation.VALUE: "What {be} {} {}?",
    Operation.SERIES: "What {be} {} {}?",
    Operation.SEVERAL: "What were {} {}?",
    Operation.AVERAGE: "What was the average of {} {}?",
    Operation.SUM: "What was the sum of {} {}?",
    Operation.RATIO: "What was the ratio of {} {}?",
    Operation.SHARE: "What was the first in percent of the last: {} {}?",
    Operation.PORTION: "What was the first in percent of all: {} {}?",
    Operation.MAXIMUM: "What was the highest of {} {}?",
    Operation.MINIMUM: "What was the lowest of {} {}?",
    Operation.POSITIVE: "{Be} {0} {1} positive?",
    Operation.NEGATIVE: "{Be} {0} {1} negative?",
    Operation.LARGEST: "Which {choose} had the {most} {bare} {1}, {members}?",
    Operation.SMALLEST: "Which {choose} had the {least} {bare} {1}, {members}?",
    Operation.ABOVE: "{Be} {0} {1} higher than {last}?",
    Operation.BELOW: "{Be} {0} {1} lower than {last}?",
}


def worded(parsed: ParsedQuestion, unknown: Sequence[str] = (), *, leaning: bool = True) -> str:
    """The question in words.

    One that asks for words keeps its own, with whose and of when beside them; so does one of
    figures that only their own words name, unless it leans on another for what it measures.

    Args:
        parsed: What was understood.
        unknown: Names that no company of the index bears.
        leaning: Whether it takes its measures from another.

    """
    names = [*(company.said for company in parsed.shared_companies), *unknown]
    known = all(figure.concept for figure in parsed.figures)
    if parsed.operation is Operation.TEXT or not parsed.measures or not (known or leaning):
        return _own_words(parsed, names)
    bare = _and([_named(measure) for measure in parsed.measures])
    text = _template(parsed, names)
    held = parsed.operation in ABOVE_BELOW
    if parsed.bound is not None and held:
        last = f"{parsed.bound.value} {parsed.bound.unit}".strip()
    elif held and len(names) > 1:
        last, names = possessive(names[-1]), names[:-1]
    else:
        last = _in(parsed.periods[-1:])
    periods = parsed.shared_periods
    periods = periods[:1] if held and len(periods) > 1 else periods
    moves = parsed.operation in _OVER_TIME
    members = " or ".join(names if len(names) > 1 else [ref.said for ref in parsed.periods])
    be = "were" if bare.endswith("s") else "was"
    text = text.format(
        bare if parsed.paired else owned(bare, names),
        _over(periods) if moves else _in(periods),
        be=be,
        Be=be.capitalize(),
        bare=bare,
        last=last,
        members=members,
        most="highest" if len(names) != 2 else "higher",
        least="lowest" if len(names) != 2 else "lower",
        choose=parsed.choose or ("company" if len(names) > 1 else "period"),
    )
    return f"{' '.join(text[:-1].split()).replace(' ,', ',').rstrip(',')}{_format(parsed)}?"


def _template(parsed: ParsedQuestion, names: Sequence[str]) -> str:
    several = len(parsed.measures) > 1 or len(names) > 1
    if parsed.operation is Operation.DIFFERENCE and several:
        return "What is the difference between {} {}?"
    return {**_OVER_TIME, **_PLAIN}[parsed.operation]


def _own_words(parsed: ParsedQuestion, names: Sequence[str]) -> str:
    text = parsed.core.rstrip(" ?.!")
    lower = text.lower()
    missing = [name for name in names if name.lower() not in lower]
    if missing:
        text = f"For {_and(missing)}, {text[:1].lower()}{text[1:]}"
    if parsed.periods and not any(ref.said.lower() in lower for ref in parsed.periods):
        text = f"{text} {_over(parsed.periods)}"
    return f"{text[:1].upper()}{text[1:]}{_format(parsed)}?"


def owned(what: str, names: Sequence[str]) -> str:
    """Nike's revenue; Nike's and Adobe's revenue; the revenue."""
    if not names:
        return what if what.lower().startswith(("the ", "its ")) else f"the {what}"
    return f"{_and([possessive(name) for name in names])} {what.removeprefix('the ')}"


def possessive(name: str) -> str:
    """Nike's, Lumenfell Outfitters'."""
    if name.endswith("'s"):
        return name
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _named(measure: Measure) -> str:
    match measure:
        case Figure(words=words, company=company, period=period):
            owner = f"{possessive(company.said)} " if company else ""
            return f"{owner}{words}{f' in {period.said}' if period else ''}"
        case Arithmetic(sign, left, right):
            return f"{_named(left)} {_SIGNS[sign]} {_named(right)}"
        case Aggregated(aggregate, figure, periods):
            of = "in" if aggregate == "change" else "of"
            return f"the {aggregate} {of} {_named(figure)} {_over(periods)}".rstrip()
        case Constant(value):
            return str(value)


def _over(periods: Sequence[PeriodRef]) -> str:
    if len(periods) < 2:
        return _in(periods)
    return f"from {periods[0].said} to {periods[-1].said}"


def _in(periods: Sequence[PeriodRef]) -> str:
    said = list(dict.fromkeys(ref.said for ref in periods))
    if len(said) < len(periods):
        said = [ref.period.label() for ref in periods]
    instant = any(ref.period.months == 0 for ref in periods)
    return f"{'at' if instant else 'in'} {_and(said)}" if said else ""


def _and(said: Sequence[str]) -> str:
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def _format(parsed: ParsedQuestion) -> str:
    wanted = parsed.wanted
    scale = f" in {SCALE_WORDS[wanted.scale]}" if wanted.scale else ""
    relative = parsed.operation is Operation.GROWTH or any(
        isinstance(measure, Arithmetic) and measure.sign == "%" for measure in parsed.measures
    )
    percent = " in percent" if wanted.percent and not relative else ""
    decimals = "" if wanted.decimals is None else f" rounded to {wanted.decimals} decimal places"
    return f"{scale}{percent}{decimals}"
