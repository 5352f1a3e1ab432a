"""A hypothetical passage by the lexicon: the rule analyst's form of HyDE (FinSage 3.2).

It invents no figures. What it adds to a question are the words in which filings say such things:
the statement's caption, its unit line, the row, the years beside each other; or, for a textual
question, the heading and the usual words of the part of the filing that it is about.
"""

from hirec.analysts.rule.retrieval.rewrite import asks_cause, strip_scope
from hirec.lexicon import all_topics, find_topics, get_metric, words_in
from hirec.periods import month_of
from hirec.types import Query

_CAPTIONS = {
    "income": "CONSOLIDATED STATEMENTS OF INCOME OPERATIONS EARNINGS",
    "balance": "CONSOLIDATED BALANCE SHEETS",
    "cash_flow": "CONSOLIDATED STATEMENTS OF CASH FLOWS",
    "equity": "CONSOLIDATED STATEMENTS OF EQUITY",
}
_UNIT_LINE = "(In millions)"
_OWN_SHARES = frozenset({"share", "shares", "stock", "buyback", "buybacks"})
_PURCHASES = "issuer purchases of equity securities number of shares purchased average price paid"
"""What every company bought of its own shares is told by month (Regulation S-K, item 703)."""
_CAUSE = "increased decreased primarily due to driven by offset by compared to"


def hypothesize(query: Query) -> tuple[str, ...]:
    """Write one hypothetical passage, none where the question gives no word to start from."""
    intent = query.intent
    asked = strip_scope(query.core, query.scope)
    parts = _table(query) if intent.needs_number else [asked, *_rows(query)]
    if not intent.needs_number and asks_cause(query):
        parts.append(_CAUSE)
    if any(map(month_of, query.scope.periods)) and _OWN_SHARES & words_in(asked):
        parts.append(_PURCHASES)
    parts += [all_topics()[key].filed for key in find_topics(asked)]
    text = " ".join(part for part in parts if part)
    return (text,) if text else ()


def _table(query: Query) -> list[str]:
    """Caption, unit line, header and rows of the table that would hold the metrics."""
    found = [metric for key in query.intent.metrics if (metric := get_metric(key)) is not None]
    captions = dict.fromkeys(_CAPTIONS[m.statement] for m in found if m.statement)
    years = dict.fromkeys(str(p.fiscal_year) for p in query.intent.periods if p.fiscal_year)
    return [*captions, _UNIT_LINE, *years, *_rows(query)]


def _rows(query: Query) -> list[str]:
    """Labels of the rows: a metric's usual name, a phrase of the question as it is."""
    metrics = [(key, get_metric(key)) for key in query.intent.metrics]
    return [metric.names[0] if metric else key for key, metric in metrics]
