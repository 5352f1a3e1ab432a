"""Cards by the lexicon: what a passage states, in the fields a question demands (FinCards 3.2)."""

import re
from collections.abc import Sequence

from hirec.analysts.rule.retrieval.card_profile import (
    anchor_of,
    answerability_of,
    basis_of,
    risk_of,
    role_of,
    scope_of,
    sketch_of,
    type_of,
    verifiability_of,
)
from hirec.analysts.rule.retrieval.card_reading import read_prose, read_table
from hirec.caching import remembered
from hirec.lexicon import Signals, find_metrics, find_signals, get_metric, words_in
from hirec.types import Card, Filing, Intent, Passage, Period

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
_ORGANIZATION = re.compile(
    r"\b[A-Z][\w&'’-]*(?: (?:of |and |& )?[A-Z][\w&'’-]*){0,5},? "
    r"(?:Inc|Incorporated|Corp|Corporation|Ltd|Limited|LLC|PLC|plc)\b"
)
_LEGAL_FORM = re.compile(r"Inc|Corp|Ltd|Limited|LLC|PLC|plc")


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


def may_state(passage: Passage, intent: Intent) -> bool:
    """Whether a card is worth making: prose that mentions no metric demanded states none."""
    if passage.table_json:
        return True
    wanted = set(intent.metrics)
    return any(mention.key in wanted for mention in find_metrics(passage.text))


def make_card(passage: Passage, filing: Filing) -> Card:
    """Abstract a passage, whatever will be asked of it."""
    return card_of(passage, filing.identity.company, filing.identity.period)


def card_of(passage: Passage, company: str, own: Period) -> Card:
    """Abstract a passage of a company's filing.

    Args:
        passage: Prose or a table.
        company: Name on the filing's cover.
        own: The period the filing reports on; stands in where the passage names none.

    """
    table = passage.table
    if table is None:
        reading = read_prose(passage.text, company)
    else:
        reading = read_table(table, passage.text, company)
    signals = find_signals(passage.text)
    heading = _heading_signals(f"{passage.section} {table.caption if table else ''}")
    risk = risk_of(signals, reading.numbers)
    risky = any(word.startswith("risk") for word in words_in(passage.section))
    role = role_of(passage, reading, signals, risk, risky)
    kind = type_of(role, reading, signals)
    return Card(
        passage_id=passage.passage_id,
        topic=topic_of(passage),
        entities=_entities(passage.text, company),
        metrics=reading.metrics,
        numbers=reading.numbers,
        periods=reading.periods or (own,),
        section=passage.section,
        triples=reading.triples,
        spans=reading.spans,
        claim_role=role,
        evidence_type=kind,
        answerability=answerability_of(reading, signals, kind),
        temporal_anchor=anchor_of(reading.periods, own),
        scope=scope_of(heading),
        basis=basis_of(signals),
        verifiability=verifiability_of(reading, signals, table=table is not None),
        risk=risk,
        sketch=sketch_of(passage, table, reading),
        rows=reading.rows,
        caption=table.caption if table else "",
    )


@remembered
def _heading_signals(heading: str) -> Signals:
    return find_signals(heading)


def _entities(text: str, company: str) -> tuple[str, ...]:
    """The filing's company, and names with a legal form that the passage prints."""
    named = (m[0] for m in _ORGANIZATION.finditer(text)) if _LEGAL_FORM.search(text) else ()
    return tuple(dict.fromkeys(filter(None, (company, *named))))
