"""Margins whose profit the lexicon knows and not the margin, or that are of a part."""

import re
from dataclasses import replace

from hirec.lexicon import SALES, Kind, get_metric, unadjusted
from hirec.types import Arithmetic, Figure, Measure

MARGIN = re.compile(r"\bmargins?\b", re.IGNORECASE)
_OWN_MARGIN = re.compile(
    r"(?P<profit>(?:[\w-]+ ){0,3}(?:profit|income|earnings|ebit\w*)) margins? (?:in|of|for|at) "
    r"(?:the |its )?(?P<part>[A-Z].+)$",
    re.IGNORECASE,
)
"""``Operating EBIT margin in Paint``, a profit by a name of the company's own."""
_PROFITS = {"gross_margin": "gross_profit", "operating_margin": "operating_income"}
"""Of which profit a margin is the rate."""


def is_margin(figure: Figure) -> bool:
    """Whether a name says a margin last: its percentage is the margin itself, no share of it."""
    return MARGIN.fullmatch(figure.words.rpartition(" ")[2]) is not None


def earned_as(figure: Figure) -> Figure | None:
    """The profit of which a margin is the rate: a share that came from a part is one of it."""
    metric = get_metric(_PROFITS.get(figure.concept, ""))
    if metric is None or figure.part:
        return None
    return replace(figure, words=metric.names[0], concept=metric.key, kind=metric.kind.value)


def margin_of(figure: Figure) -> Measure:
    """The share of sales that a margin is, where the lexicon knows but the profit in its name."""
    metric = get_metric(figure.concept)
    own = _OWN_MARGIN.match(figure.words)
    called = own["profit"] if own and unadjusted(own["profit"]) == own["profit"] else ""
    if own and called and (metric is None or called.split()[0] in figure.part.split()[:1]):
        return _over_its_sales(figure, own["profit"], own["part"])
    if figure.concept == "net_margin" and figure.part and "profit" in figure.words.lower():
        return _over_its_sales(figure, "profit", " ".join(figure.part.split()))
    if metric is None or metric.kind is not Kind.MONEY or not MARGIN.search(figure.part):
        return figure
    if figure.concept in SALES:  # "revenue margin" is no share of itself
        return replace(figure, concept="", part="", kind=Kind.PERCENT.value)
    words, narrow = (" ".join(MARGIN.sub(" ", s).split()) for s in (figure.words, figure.part))
    profit = replace(figure, words=words, part=narrow)
    of = unadjusted(narrow)
    sales = Figure(f"{of} net sales".strip(), "net_sales", of, metric.kind.value)
    return Arithmetic("%", profit, sales)


def _over_its_sales(figure: Figure, profit: str, part: str) -> Measure:
    """What a part earns, as it is called, over the sales of the part."""
    named = ("operating_income", part) if profit == "profit" else ("", "")
    earned = replace(figure, words=f"{part} {profit}", kind=Kind.MONEY.value, row_name=False)
    earned = replace(earned, concept=named[0], part=named[1])
    sales = Figure(f"{part} net sales", "net_sales", part, Kind.MONEY.value)
    return Arithmetic("%", earned, sales)
