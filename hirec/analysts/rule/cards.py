"""Cards by the lexicon: what a passage states, in the fields a question demands (FinCards 3.2)."""

import re
from collections.abc import Sequence

from hirec.grounding.tables import cell_fit
from hirec.lexicon import find_metrics, get_metric, match_row
from hirec.numbers import find_numbers
from hirec.periods import cell_period, find_periods
from hirec.types import Card, Filing, Intent, Passage, Period, Table

ROW_MATCH = 0.6
"""Least row score at which a row counts as stating a metric."""
_BOILERPLATE = re.compile(
    r"forward-looking statements?|incorporated (?:herein )?by reference"
    r"|pursuant to the requirements|critical audit matter|in witness whereof|exhibit (?:no|number)",
    re.IGNORECASE,
)
_STATEMENTS = (
    ("balance sheet", r"balance sheets?|statements? of financial (?:position|condition)"),
    ("cash flow statement", r"statements? of cash flows?|cash flows? statements?"),
    ("comprehensive income", r"statements? of (?:other )?comprehensive"),
    ("equity statement", r"statements? of (?:stockholders|shareholders|shareowners|changes in)"),
    (
        "income statement",
        r"statements? of (?:consolidated )?(?:income|operations|earnings)|income statements?",
    ),
)


_TOPICS = {
    "income": "income statement",
    "balance": "balance sheet",
    "cash_flow": "cash flow statement",
    "equity": "equity statement",
}


def topics_wanted(metrics: Sequence[str]) -> str:
    """Name the statements that metrics stand in, each once."""
    found = (metric for key in metrics if (metric := get_metric(key)) is not None)
    return ", ".join(dict.fromkeys(_TOPICS[m.statement] for m in found if m.statement))


def topic_of(passage: Passage) -> str:
    """Name the statement a passage belongs to by its caption or section, else its section."""
    table = passage.table
    places = [table.caption, passage.section] if table else [passage.section]
    for place in places:
        for name, pattern in _STATEMENTS:
            if re.search(pattern, place, re.IGNORECASE):
                return name
    return passage.section.rsplit(" > ", 1)[-1].lower()


def make_card(passage: Passage, filing: Filing, intent: Intent) -> Card:
    """Abstract a passage; only the intent's metrics are looked for."""
    table = passage.table
    company = filing.identity.company
    if table is not None:
        triples, spans, numbers = _read_table(table, company, intent)
        said = (cell_period(column, row) for row in table.rows for column in table.columns)
        periods = tuple(dict.fromkeys(period for period in said if period is not None))
    else:
        triples, spans = _read_text(passage.text, company, intent)
        numbers = tuple(span.text for span in find_numbers(passage.text))
        periods = tuple(ref.period for ref in find_periods(passage.text))
    return Card(
        passage_id=passage.passage_id,
        topic=topic_of(passage),
        entities=(company,),
        metrics=tuple(dict.fromkeys(metric for _, metric, _ in triples)),
        numbers=numbers,
        periods=periods or (filing.identity.period,),
        section=passage.section,
        triples=triples,
        spans=spans,
        is_table=table is not None,
        boilerplate=bool(_BOILERPLATE.search(passage.text)),
    )


Triples = tuple[tuple[str, str, str], ...]


def _read_table(
    table: Table, company: str, intent: Intent
) -> tuple[Triples, tuple[str, ...], tuple[str, ...]]:
    triples: list[tuple[str, str, str]] = []
    spans: list[str] = []
    numbers: list[str] = []
    for row in table.rows:
        printed = [
            (at, cell) for at, cell in enumerate(row.cells) if cell and cell.value is not None
        ]
        if not printed:
            continue
        for metric in intent.metrics:
            if match_row(metric, row.label, row.section, table.caption) < ROW_MATCH:
                continue
            stated = [(at, cell) for at, cell in printed if cell_fit(get_metric(metric), cell)]
            if not stated:
                continue
            spans.append(row.label)
            for at, cell in stated:
                numbers.append(cell.text)
                period = cell_period(table.columns[at], row) if at < len(table.columns) else None
                triples.append((company, metric, (period or Period()).label()))
    if not numbers:
        numbers = [c.text for row in table.rows[:3] for c in row.cells if c and c.value is not None]
    return tuple(triples), tuple(spans), tuple(numbers)


def _read_text(text: str, company: str, intent: Intent) -> tuple[Triples, tuple[str, ...]]:
    wanted = set(intent.metrics)
    mentions = [mention for mention in find_metrics(text) if mention.key in wanted]
    triples = tuple((company, mention.key, Period().label()) for mention in mentions)
    return triples, tuple(text[mention.start : mention.end] for mention in mentions)
