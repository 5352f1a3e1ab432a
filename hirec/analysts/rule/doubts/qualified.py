"""Words of a question that are easily met by a row which lacks them: gross, segment, made."""

import re

from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.plans.signs import is_outflow
from hirec.analysts.rule.requirements.exclusion import excludes, exclusion_in
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.vocabulary import BOUND, said_in, words_of
from hirec.companies.parts import parts_in
from hirec.lexicon import ADJUSTED, SALES, find_metrics, match_row, words_in
from hirec.types import Operand

_GROSS = "gross"
_NET = "net"
_GAAP = "gaap"
_EARNING = words_of("earning")
_OWNING = words_of("owning")
_NET_OF = re.compile(r"\b(?:net of|less|after deducting|before)\b(?P<off>.*)", re.IGNORECASE)
_SEGMENTS = frozenset({"segment", "segments"})
_OF_SEGMENTS = stems("total combined reportable reporting operating business segment segments")
_KIND_OF_PART = r" (?:segment|business|division|unit)(?:'s)? "
_PROFIT = frozenset({"profit", "profits"})
_RESULT = frozenset({"loss", "losses", "profit", "profits"})
_OF_SALES = re.compile(
    r"^(?P<above>.*\b(?:profits?|loss(?:es)?|earnings|income|ebit\w*|costs?|expenses?|charges?|capex"
    r"|expenditures?|spending|depreciation|amortization)\b.*?)(?:%|\bpercent\w*|\bshare|\bratio) "
    r"(?:of|to) (?!(?:the )?(?:company|consolidated|group|whole))",
    re.IGNORECASE,
)
"""``Widgets profit as % of net sales``, of its own or of the company's."""
_PROFIT_OF = re.compile(
    r"(?P<name>[a-z&][a-z&-]+) (?:(?:contribution|operating|segment) )?"
    r"(?:profit|loss|income|ebit)s?\b",
    re.IGNORECASE,
)
_LEVELS = stems(
    "gross net operating pretax tax interest investment other comprehensive taxable total annual "
    "the its their of in year quarter segment contribution and or before after adjusted"
)
"""Words before a profit that say which, not whose."""
_AT_END = re.compile(
    r"\b(?:at|as of|by) (?:the )?(?:end|close|year-?end|fiscal year-?end|january|february|march"
    r"|april|may|june|july|august|september|october|november|december)\b|\byear-end\b",
    re.IGNORECASE,
)
_AVERAGE = "average"
_COMPANY = "company"
_ITS_OWN = re.compile(
    r"(?<!the )(?<!a )(?<!whole )(?<!its )\bcompany (?P<what>(?!total)\w+)", re.IGNORECASE
)
_OUTCOMES = _RESULT | {"income", "earnings", "ebit", "ebitda", "result", "results"}
_OWNED_OR = re.compile(r"\bowned (?:or|and|and/or) (\w+)", re.IGNORECASE)


def unmet_gross(use: Use) -> str:
    """An amount before what is taken off, where nothing beside the number says that it is."""
    if not use.operand.column or not _stands_apart(_GROSS, use):
        return ""
    return "" if _GROSS in words_in(beside(use)) else f"Nothing beside it says “{_GROSS}”."


def unmet_net(use: Use) -> str:
    """What was paid, where the question wants it less what came in: "net repayments of debt".

    So is an amount whose name no lexicon knows: "capitalized software, net" is not what was spent.
    """
    if not _stands_apart(_NET, use):
        return ""
    paid = use.operand.column and is_outflow(use.figure, use.operand.row)
    if not (paid or not use.figure.concept) or _NET in words_in(beside(use)):
        return ""
    return f"Nothing says that “{use.operand.row}” is net."


def is_taken_off(use: Use) -> str:
    """What the question wants taken off, in the place of what it is taken off from."""
    net = _NET_OF.search(use.question)
    if net is None or not use.operand.column or _NET_OF.search(use.operand.row):
        return ""
    if use.figure.concept and match_row(use.figure.concept, use.operand.row):
        return ""  # what is taken off is a figure of its own
    last = use.operand.row.split()[-1:]
    off = stems(" ".join(last)) & stems(net["off"])
    return f"“{use.operand.row}” is what is taken off." if off else ""


def unmet_segments(use: Use) -> str:
    """What all segments have together, which a company's own figure seldom is."""
    asked = stems(use.figure.part)
    if not use.table or use.counts or asked - _OF_SEGMENTS:
        return ""
    if not _SEGMENTS & words_in(use.figure.words):
        return ""
    met = _SEGMENTS & words_in(beside(use))
    return "" if met else f"Nothing says that “{use.operand.row}” is of the segments."


def adjusted_instead(use: Use) -> str:
    """A figure by other rules than those that the question names."""
    asked = words_in(use.question)
    if _GAAP not in asked or "non" in asked or not ADJUSTED.search(_near(use.operand)):
        return ""
    return f"“{use.operand.row}” is no figure by GAAP."


def only_a_bound(use: Use) -> str:
    """A sentence that says no more than what a number is above or below: "over 139 million"."""
    operand = use.operand
    if operand.column or use.passage is None:
        return ""
    number = re.escape(operand.printed.strip("$"))
    found = re.search(rf"\b(?:{BOUND}) \$?{number}(?![\d,.]*\d)", use.passage.text, re.IGNORECASE)
    return f"The filing says “{found[0]}”." if found else ""


def owned_or_else(use: Use) -> str:
    """What a company owns together with what it only leases, runs or serves for others."""
    found = _OWNED_OR.search(use.operand.row)
    if (
        found is None
        or not said_in(use.question, _OWNING)
        or found[1].lower() in use.question.lower()
    ):
        return ""
    owned = said_in(use.question, _OWNING)
    return f"The sentence counts what is “{found[0]}”." if owned else ""


def not_left_out(use: Use) -> str:
    """What the question leaves out, where nothing beside the number says that it is."""
    left = exclusion_in(use.figure.words) if use.figure.qualifiers else ""
    met = excludes(f"{beside(use)} {use.operand.row}")
    return f"Nothing beside it says “{left}”." if left and not met else ""


def averaged(use: Use) -> str:
    """An average of a period, where it is asked how many there were on a day."""
    at_end = _AT_END.search(use.question) is not None
    told = _AVERAGE in words_in(_labels(use.operand))
    if not at_end or not told or _AVERAGE in words_in(use.question):
        return ""
    return f"“{use.operand.row}” is an average, not what there was on that day."


def unnamed(use: Use) -> str:
    """A part by its name alone, where it is asked what that made or lost."""
    figure = use.figure
    if figure.concept or use.operand.unit != "USD" or not said_in(use.question, _EARNING):
        return ""
    name = [word for word in figure.words.split() if word.lower() not in _RESULT]
    capital = bool(name) and all(word[:1].isupper() for word in name)
    if _PROFIT & words_in(figure.words) and _PROFIT & words_in(beside(use)):
        return ""
    row = f"{_labels(use.operand)} {_sections(use)}"
    capital |= bool(_RESULT & words_in(figure.words)) and not _OUTCOMES & words_in(row)
    return f"Nothing says what “{' '.join(name)}” made or lost." if capital else ""


def unmet_metric(use: Use) -> str:
    """One of two metrics side by side: "operating income net income" is no row's name."""
    figure = use.figure
    named = [] if figure.concept else find_metrics(figure.words)
    places = (_labels(use.operand), _sections(use), use.operand.table, use.heading)
    met = [stems(place) for place in places]
    missing = [
        one.said
        for one in named
        if not (match_row(one.key, use.operand.row) or any(stems(one.said) <= own for own in met))
    ]
    return f"Nothing beside it says “{missing[0]}”." if missing and len(named) > 1 else ""


def unmet_name(use: Use) -> str:
    """A segment that is called after its company, where only the rest of its name was read.

    "Walmart U.S." is not what the company has in its country, nor the "Raytheon segment" it all.
    """
    figure, met = use.figure, stems(beside(use))
    for name in parts_in(use.filing.summary):
        if stems(name) <= met:
            continue
        if figure.part:
            read = stems(figure.part) < stems(name) and name.lower() in use.question.lower()
        else:
            named = rf"\b{re.escape(name)}{_KIND_OF_PART}{re.escape(figure.words)}"
            read = re.search(named, use.question, re.IGNORECASE) is not None
        if read:
            return f"Nothing says that “{use.operand.row}” is of “{name}”."
    return ""


def unmet_company(use: Use) -> str:
    """What a company has itself and not its franchisees: "company sales", asked without "the"."""
    asked = stems(f"{use.figure.words} {use.figure.part}")
    if not any(stems(own["what"]) & asked for own in _ITS_OWN.finditer(use.question)):
        return ""
    if _COMPANY in words_in(_labels(use.operand)):
        return ""
    return f"“{use.operand.row}” may be more than what the company itself has."


def part_of_part(use: Use) -> str:
    """A row that bears but some words of a part's name, in a table that is of the whole part."""
    part, table = stems(use.figure.part), use.table
    row = stems(use.operand.row)
    if table is None or not part or not part <= stems(table.caption) or not row < part:
        return ""
    return f"“{use.operand.row}” may be a part of “{use.figure.part}” only."


def whole_or_own(use: Use) -> str:
    """All of a company's sales, where a part's profit or cost is held against sales."""
    held = _OF_SALES.search(use.question)
    if use.figure.concept not in SALES or use.figure.part or held is None:
        return ""
    asked = stems(held["above"])
    parts = [one for one in parts_in(use.filing.summary) if stems(one) <= asked]
    profit = _PROFIT_OF.search(held["above"])
    own = profit and (profit["name"].lower() in use.own_name or stems(profit["name"]) <= _LEVELS)
    parts += [profit["name"]] if profit and not own else []
    if not parts:
        return ""
    return f"“{use.operand.row}” is of the whole company, not of “{parts[0]}” alone."


def _stands_apart(word: str, use: Use) -> bool:
    """Whether the question says a word that is part of no figure's name, nor before another's."""
    names = [mention.said for mention in find_metrics(use.question)]
    others = (name for name in names if not stems(name) <= stems(use.figure.words))
    before = any(f"{word} {name}".lower() in use.question.lower() for name in others)
    named = before or any(word in words_in(name) for name in names)
    return word in words_in(use.question) and not named


def _labels(operand: Operand) -> str:
    return f"{operand.row} {operand.column}"


def _near(operand: Operand) -> str:
    return f"{_labels(operand)} {operand.table}"


def beside(use: Use) -> str:
    """Row, column, section, caption and heading of a number."""
    caption = use.table.caption if use.table else ""
    return f"{_near(use.operand)} {_sections(use)} {caption} {use.heading}"


def _sections(use: Use) -> str:
    return " ".join(row.section for _, _, row, _ in use.places)
