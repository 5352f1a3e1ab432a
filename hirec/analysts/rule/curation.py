"""Curation by slots: which (metric × company × period) the question needs, which are stated."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hirec.analysts.protocol import Curation, CurationTask, Statement
from hirec.analysts.rule.counts.counting import comparable
from hirec.analysts.rule.figures.grounded import ground_plan, nearest_of
from hirec.analysts.rule.figures.own_words import of_a_month, read_lookup
from hirec.analysts.rule.figures.segments import choose_part
from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.prose.figures import AS_TABLES
from hirec.analysts.rule.requirements.requirement import encoded
from hirec.analysts.rule.retrieval.rewrite import query_for
from hirec.analysts.rule.sentences.scorer import may_quote, packaged_sentences
from hirec.analysts.rule.tables.due_windows import read_due
from hirec.grounding.counted import counted_in
from hirec.lexicon import find_metrics, get_metric
from hirec.types import CannotAnswer, Figure, Operand, Passage, Query
from hirec.understanding import parse_of, parts_called

_WORTH_A_LOOK = 0.4
"""Least likelihood of a look-up's place that a refusal names: 38 of 68 below .5 were right."""


def curate_numbers(task: CurationTask, numeric: Plan) -> Curation:
    """Keep the passages that carry operands; ask for the first operand that is missing."""
    passages = _evidence(task)
    grounded = ground_plan(numeric, passages, task.filings, task.ranking, likely=task.last)
    operands = grounded.operands
    numeric = numeric.as_share(operands)
    missing = (numeric.computable(operands) if task.last else numeric).missing(operands)
    if not task.last and not missing:
        missing = tuple(n for n, operand in operands.items() if counted_in(n) and operand.doubt)
    by_id = {passage.passage_id: passage for passage in passages}
    carriers = dict.fromkeys(operand.passage_id for operand in operands.values())
    # What was restated is shown as well, behind what is computed with.
    carriers |= dict.fromkeys(o.earlier.passage_id for o in operands.values() if o.earlier)
    carriers |= dict.fromkeys(_telling_scale(operands.values(), passages))
    for need in operands:
        carriers |= dict.fromkeys(comparable(need, passages, task.filings))
    kept = tuple(by_id[passage_id] for passage_id in carriers)[: task.limit]
    return Curation(
        # What a given page is about is said all over it.
        kept=tuple(passages) if numeric.given else kept,
        answerable=not missing,
        missing=tuple(describe(need) for need in missing),
        complement=_complement(task.query, missing[0], numeric.share) if missing else None,
        nearest=grounded.nearest,
        notes=grounded.notes,
    )


def _telling_scale(operands: Iterable[Operand], passages: Sequence[Passage]) -> Iterator[str]:
    """For each amount of a sentence that says no scale a table of its filing that does."""
    for operand in operands:
        if operand.doubt == AS_TABLES:
            tables = (p for p in passages if p.filing_id == operand.filing_id and p.table)
            telling = (p.passage_id for p in tables if p.table and p.table.scale == operand.scale)
            yield from itertools.islice(telling, 1)


def curate_text(task: CurationTask) -> Curation:
    """Keep the passages of the likeliest sentences; quote the first where it is likely enough."""
    scorer = packaged_sentences()
    ranked = scorer.rank(task.query, _evidence(task), task.filings)
    kept = _unique([said.passage for said in ranked.said])[: task.limit]
    missing = () if kept else ("a passage about what is asked",)
    likely = scorer.answer(task.query, ranked)
    return Curation(tuple(kept), answerable=bool(kept), missing=missing, likely=likely)


def curate_sentence(task: CurationTask, otherwise: Curation) -> Curation:
    """Quote the sentence that states a figure which no place was sure of; else ``otherwise``."""
    quoted = curate_text(task) if may_quote(task.query) else otherwise
    return quoted if quoted.likely else otherwise


def curate_fact(task: CurationTask, statement: Statement) -> Curation:
    """Keep the passages that state the fact asked for."""
    passages = _evidence(task)
    carriers = {citation.passage_id for citation in statement.citations}
    kept = tuple(passage for passage in passages if passage.passage_id in carriers)
    return Curation(kept=kept[: task.limit], answerable=True)


def curate_lookup(task: CurationTask, otherwise: Curation | None = None) -> Curation | None:
    """Keep the passages of the likeliest places of one amount.

    Where none is likely enough, ``otherwise`` with the place that comes nearest.
    """
    passages = _evidence(task)
    lookup = read_lookup(task.query, passages, task.filings, task.ranking)
    if lookup is None:
        return otherwise
    if not lookup.operands:
        near = nearest_of([lookup.found], _WORTH_A_LOOK)
        return otherwise and replace(otherwise, nearest=otherwise.nearest or near)
    kept = tuple(p for p in passages if p.passage_id in lookup.carriers)
    try:
        likely = lookup.program()
    except CannotAnswer:
        return None  # an amount is wanted, and a percentage was found
    return Curation(kept=kept, answerable=True, notes=lookup.notes, likely=likely)


def curate_month(task: CurationTask) -> Curation | None:
    """Keep the row of a month, where one is asked for that the evidence has rows of."""
    return curate_lookup(task) if of_a_month(task.query, _evidence(task)) else None


def curate_part(task: CurationTask) -> Curation | None:
    """Keep the table that says which part has the most; None where no such choice is asked."""
    passages = _evidence(task)
    try:
        choice = choose_part(task.query, passages, task.filings, likely=task.last)
    except CannotAnswer as refusal:
        return Curation(
            kept=(),
            answerable=False,
            missing=refusal.missing or (str(refusal),),
            complement=_table_of_parts(task.query, refusal.missing),
        )
    if choice is None:
        return None
    kept = tuple(p for p in passages if p.passage_id in choice.carriers)
    return Curation(kept=kept, answerable=True)


def curate_due(task: CurationTask) -> Curation:
    """Keep the schedule that says what falls due, with the page that says of what."""
    passages = _evidence(task)
    try:
        program = read_due(parse_of(task.query), passages, task.filings)
    except CannotAnswer as refusal:
        missing = refusal.missing or (str(refusal),)
        return Curation(kept=(), answerable=False, missing=missing)
    at = program.operands[0]
    # What it is of may be said beside it.
    page = [p for p in passages if (p.filing_id, p.page_number) == (at.filing_id, at.page_number)]
    kept = sorted(page, key=lambda passage: passage.passage_id != at.passage_id)
    kept = passages if task.query.scope.given else kept[: task.limit]
    return Curation(kept=tuple(kept), answerable=True, likely=program)


def describe(need: Figure) -> str:
    """Say a figure in words: ``inventories of Nike in FY2021``."""
    metric = None if need.part else get_metric(need.concept)
    phrase = metric.names[0] if metric else need.words
    company = f" of {need.company.name}" if need.company else ""
    period = f" in {need.period.period.label()}" if need.period else ""
    return f"{phrase}{company}{period}"


def _complement(query: Query, need: Figure, share: tuple[Figure, Figure] | None) -> Query:
    """Ask for one missing operand, in the filings of its own company and period.

    For a part of a whole the table is asked for that states the whole by its parts.
    """
    scope = replace(
        query.scope,
        companies=(need.company,) if need.company else query.scope.companies,
        periods=(need.period,) if need.period else query.scope.periods,
        forms=(),
    )
    text = f"What is the {describe(need)}?"
    if counted_in(need):
        text = f"total number of {need.words}, count, activity, statistics"
    elif share and need == share[0]:
        text = f"{share[1].words}: {need.words}, total {share[1].words}"
    return query_for(text, scope, (encoded(need),))


def _table_of_parts(query: Query, missing: tuple[str, ...]) -> Query | None:
    """Ask for the table that states a metric by the parts that are chosen among."""
    if not missing:
        return None
    keys = tuple(dict.fromkeys(mention.key for mention in find_metrics(missing[0])))
    among = parse_of(query).choose
    called = ", ".join((among, *parts_called(among)))
    text = f"Reportable operating segment information: {missing[0]} by {called}"
    return query_for(text, query.scope, keys)


def _evidence(task: CurationTask) -> list[Passage]:
    """What was kept before and what is shown now, each passage once."""
    return _unique([*task.kept, *(candidate.passage for candidate in task.shown)])


def _unique(passages: Sequence[Passage]) -> list[Passage]:
    return list({passage.passage_id: passage for passage in passages}.values())
