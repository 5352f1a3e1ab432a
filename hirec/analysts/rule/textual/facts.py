"""Figures that an answer in words rests on, asked for beside the question itself.

A judgement is an analyst's, but the figures it looks at can be computed: those that the question
names, and those of ``judgements.yaml``. What explains a change needs the change.
"""

from collections.abc import Iterator
from dataclasses import replace

from hirec.analysts.protocol import Statement
from hirec.analysts.rule.plans.formula import prior
from hirec.lexicon.judgements import all_judgements
from hirec.types import (
    Answer,
    Asked,
    CompanyRef,
    Operation,
    ParsedQuestion,
    PeriodRef,
    Query,
    Verdict,
)
from hirec.understanding import parse_of, understand
from hirec.understanding.judged import figures_named

_MOST = 4
"""Figures of a company, those named first."""
_MOST_COMPANIES = 3
_YEARS = 2


def with_facts(asked: Asked) -> Asked:
    """The question with the figures that it rests on; itself where it asks for a figure.

    Of one over several filings each part has its own.
    """
    if asked.by_filing:
        return replace(asked, by_filing=tuple(map(with_facts, asked.by_filing)))
    parsed = asked.parsed
    if parsed is None or not (parsed.judgement or parsed.asks_text == "reason"):
        return asked
    facts = (
        _fact(asked, phrase, company)
        for company in parsed.companies[:_MOST_COMPANIES]
        for phrase in _phrases(parsed)
    )
    return replace(asked, rests_on=tuple(fact for fact in facts if fact is not None))


def _phrases(parsed: ParsedQuestion) -> tuple[str, ...]:
    entry = all_judgements().get(parsed.judgement)
    return tuple(dict.fromkeys((*figures_named(parsed.core), *(entry.figures if entry else ()))))[
        :_MOST
    ]


def _fact(asked: Asked, phrase: str, company: CompanyRef) -> Asked | None:
    """One figure of one company over the year asked and the year before."""
    if asked.parsed is None or asked.scope is None:
        return None
    periods = tuple(_two(asked.parsed.periods))
    scope = replace(asked.scope, companies=(company,), periods=periods, forms=(), own_filings=False)
    parsed = understand(f"What was the {phrase}?", scope)
    operation = parsed.operation
    if operation is Operation.VALUE:
        operation = Operation.SERIES if len(periods) != 1 else operation
    text = f"{company.name}: {phrase}"
    parsed = replace(
        parsed,
        text=text,
        core=text,
        operation=operation,
        companies=(company,),
        periods=periods,
        years=0 if periods or operation is not Operation.SERIES else _YEARS,
    )
    return Asked(text, parsed, scope)


def _two(periods: tuple[PeriodRef, ...]) -> Iterator[PeriodRef]:
    """One period with the one before it; several as they are."""
    if len(periods) == 1 and periods[0].period.fiscal_year:
        yield prior(periods[0])
    yield from periods


def told(facts: tuple[Answer, ...]) -> str:
    """Facts, each in a line: ``Acme: quick ratio FY2021 0.67; FY2022 0.69.``."""
    return "\n".join(f"{fact.question} {fact.text}." for fact in facts)


def judged(query: Query) -> Statement | None:
    """The figures that a judgement looks at, and how they are read; None where none was found."""
    entry = all_judgements().get(parse_of(query).judgement)
    if entry is None or not query.facts:
        return None
    cited = tuple(dict.fromkeys(place for fact in query.facts for place in fact.citations))
    unsure = [fact.reason for fact in query.facts if fact.verdict is not Verdict.VERIFIED]
    doubt = " ".join(["The judgement is the reader's.", *unsure])
    return Statement(f"{told(query.facts)}\n{entry.reads}", cited, doubt)
