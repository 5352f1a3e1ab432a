"""A question that leans on the turns before it, made to stand alone by parsing (FinSage 3.2).

What the new question leaves out is carried over from the turn before: the company, the period, the
metric. Where that turn offers two of a kind, nobody can say which is meant, and the question is
refused with the choice in words.
"""

import re
from collections.abc import Sequence
from datetime import date

from hirec.analysts.rule.ellipsis import Said, check_content, metrics_of, possessive, reword
from hirec.analysts.rule.scope import read_scope
from hirec.companies import CompanyDirectory
from hirec.lexicon import find_metrics
from hirec.types import CannotAnswer, PeriodRef, Scope

_LEAD = re.compile(
    r"^\s*(?:(?:and|but|also|then|ok(?:ay)?|so|thanks|thank you|great|now)\b[\s,.!:]*)+", re.I
)
_ABOUT = re.compile(r"^(?:and\s+)?(?:what|how) about\s+", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:for\b|in\b|by\b|what|how|which|who|when|where|why|did|does|do|was|were|is|are|has|have|had"
    r"|can|could|would|will|calculate|compute|give|tell|find|explain|please)",
    re.IGNORECASE,
)
_SPARE = re.compile(
    r"\b(?:and|but|what|how|about|same|question|for|in|as|of|at|on|the|is|was|were|it|that|this|"
    r"year|years|fiscal|fy|quarter|end|company|during|then|also|now|please|instead)\b|[\W_]",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"\b(?:its|their|(?:the|that|this|same) company['’]s)\b", re.IGNORECASE)
_PLURAL = re.compile(r"\b(?:their|they|them|both|these companies|the two)\b", re.IGNORECASE)
_ANY_COMPANY = re.compile(
    r"\b(?:which|what|any|all|every|each|how many)\s+(?:of the\s+)?compan(?:y|ies)\b", re.IGNORECASE
)
_SAME_PERIOD = re.compile(
    r"\b(?:(?:in|for|during|over|at the end of)\s+)?(?:that|the same|the said)\s+"
    r"(?:fiscal\s+)?(?:year|quarter|period)\b|\bthen(?=\s*\?)",
    re.IGNORECASE,
)
_OTHER_PERIOD = re.compile(
    r"\b(?:(?:in|for|during|from)\s+)?(?:the\s+)?(?:fiscal\s+)?(?:(?P<back>year (?:before|earlier)"
    r"|(?:prior|previous|preceding|last) (?:fiscal )?year)"
    r"|(?P<on>year after(?: that)?|(?:following|next|subsequent) (?:fiscal )?year))\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:grow\w*|grew|chang\w+|increas\w+|decreas\w+|rise|fall|declin\w+)\b", re.I
)


def follow_up(
    question: str,
    history: Sequence[tuple[str, str]],
    companies: CompanyDirectory,
    as_of: date | None,
) -> str:
    """The question with what it left out put in; unchanged where there is no history.

    Raises CannotAnswer where the turn before offers several companies, periods or metrics.
    """
    before, names = "", dict[str, None]()
    for asked, _ in history:
        try:
            before = _standalone(asked, before, tuple(names), companies, as_of)
        except CannotAnswer:
            before = before or asked
        names |= dict.fromkeys(Said.of(before, read_scope(before, companies, as_of)).names)
    return _standalone(question, before, tuple(names), companies, as_of)


def _standalone(
    question: str,
    before: str,
    names: Sequence[str],
    companies: CompanyDirectory,
    as_of: date | None,
) -> str:
    question = " ".join(question.split())
    if not before:
        return question
    past = Said.of(before, read_scope(before, companies, as_of))
    question = _with_period_words(_LEAD.sub("", question), past)
    bare = Said.of(question, read_scope(question, companies, as_of))
    question = reword(question, bare, past, names)
    own = read_scope(question, companies, as_of)
    if _is_rest(question, own, past.metrics):
        return _replaced(before, past, own, question)
    said = Said.of(question, own)
    if not said.metrics:
        if _ABOUT.match(question):
            raise CannotAnswer("The question is unclear: say in full what it asks.")
        check_content(question, [*said.names, *(ref.said for ref in said.periods)])
    question = _with_verb(question)
    question = _with_company(question, said, past)
    question = _with_period(question, own, past)
    return question[:1].upper() + question[1:]


def _is_rest(question: str, own: Scope, replaceable: Sequence[str]) -> bool:
    """Whether a question is but a company, a period or a metric: "And in 2022?".

    A metric counts where the question before has one whose place it can take.
    """
    said = [*(c.said for c in own.companies), *own.unknown_companies]
    said += [ref.said for ref in own.periods]
    said += metrics_of(question) if len(replaceable) == 1 and not _asks(question) else []
    rest = _POSSESSIVE.sub(" ", question)
    for words in sorted(said, key=len, reverse=True):
        rest = rest.replace(words, " ")
    return bool(said) and not _SPARE.sub("", re.sub(r"['’]s\b", " ", rest))


def _replaced(before: str, past: Said, own: Scope, question: str) -> str:
    """The question before with another company, period or metric, or several of them."""
    if _POSSESSIVE.search(question) and len(past.names) > 1:
        names = " or ".join(past.names)
        raise CannotAnswer(f"The question is unclear: it may be about {names}.")
    if metrics := metrics_of(question):
        before = _put(before, past.metrics, metrics, "", "figure")
    if new := [*(c.said for c in own.companies), *own.unknown_companies]:
        before = _put(before, past.names, new, "for", "company")
    if own.periods:
        said = [ref.said for ref in own.periods]
        before = _put(before, [ref.said for ref in past.periods], said, "in", "period")
    return before


def _put(before: str, old: Sequence[str], new: Sequence[str], joint: str, what: str) -> str:
    if not old:
        return _appended(before, f"{joint} {' and '.join(new)}")
    if len(old) > 1 or len(new) > 1 or old[0] not in before:
        raise CannotAnswer(f"The question is unclear: say in full for which {what} it asks.")
    return before.replace(old[0], new[0], 1)


def _with_period_words(question: str, past: Said) -> str:
    """Put a period for "that year" and "the year before"."""
    same, other = _SAME_PERIOD.search(question), _OTHER_PERIOD.search(question)
    match = same or other
    if match is None or not past.periods:
        return question
    if len(past.periods) > 1:
        raise CannotAnswer(f"The question is unclear: “{match[0]}” may be {_either(past.periods)}.")
    ref = past.periods[0]
    if same:
        return f"{question[: same.start()]}in {ref.said}{question[same.end() :]}"
    year = ref.period.fiscal_year
    if year is None or ref.period.fiscal_quarter or other is None:
        raise CannotAnswer(f"The question is unclear: name the period of “{match[0]}”.")
    year += -1 if other["back"] else 1
    said = f"in {'fiscal ' if ref.fiscal else ''}{year}"
    return f"{question[: match.start()]}{said}{question[match.end() :]}"


def _with_verb(question: str) -> str:
    """Make "The gross margin?" and "What about the gross margin?" ask what it was."""
    if find_metrics(question) and not _asks(question):
        return f"What was {_ABOUT.sub('', question)}"
    return question


def _asks(question: str) -> bool:
    """Whether a question has a verb of its own."""
    bare = _LEAD.sub("", question)
    return bool(_ASKS.match(bare)) and not _ABOUT.match(bare)


def _with_company(question: str, own: Said, past: Said) -> str:
    names = past.names
    if own.names or not names or _ANY_COMPANY.search(question):
        return question
    if len(names) > 1 and not _PLURAL.search(question):
        raise CannotAnswer(f"The question is unclear: it may be about {' or '.join(names)}.")
    its = _POSSESSIVE.search(question)
    if its and len(names) == 1:
        return f"{question[: its.start()]}{possessive(names[0])}{question[its.end() :]}"
    return f"For {' and '.join(names)}, {question[:1].lower()}{question[1:]}"


def _with_period(question: str, own: Scope, past: Said) -> str:
    if own.periods or own.event_dates or not past.periods:
        return question
    said = [ref.said for ref in past.periods]
    if len(said) == 1:
        return _appended(question, f"in {said[0]}")
    if len(said) == 2 and _MOVES.search(question):
        return _appended(question, f"from {said[0]} to {said[1]}")
    raise CannotAnswer(f"The question is unclear: it may be about {_either(past.periods)}.")


def _either(periods: Sequence[PeriodRef]) -> str:
    return " or ".join(ref.said for ref in periods)


def _appended(question: str, words: str) -> str:
    """Words put before the question mark of the first sentence that asks."""
    head, mark, tail = question.partition("?")
    return f"{head.rstrip()} {words}{mark}{tail}"
