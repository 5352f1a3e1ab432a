"""The operands of a plan: what the rules find for sure, then what the scorer finds likely."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hirec.analysts.rule.affiliates import tables_of_parts
from hirec.analysts.rule.counting import find_count
from hirec.analysts.rule.given import ground_page
from hirec.analysts.rule.operands import find_operand
from hirec.analysts.rule.plans import Plan
from hirec.analysts.rule.requirement import requirement_of, variable_name
from hirec.analysts.rule.surroundings import whole_beside
from hirec.grounding import Grounding, ground
from hirec.grounding.counted import counted_in
from hirec.grounding.nouns import same_noun
from hirec.grounding.tables import standing_of
from hirec.lexicon import Kind, content_words, head_nouns
from hirec.types import Citation, Figure, Filing, Operand, Passage

_OF_THINGS = "Nothing says whether it counts such things or is an amount of money."
_WORTH_TELLING = 0.5
"""A candidate as likely as this is worth a look, though not to be answered with."""
_BY_WORDS = "The figures are those of the page whose words fit best; they may be others."


@dataclass(frozen=True, slots=True)
class Grounded:
    """What is known of where a plan's figures are stated."""

    operands: Mapping[Figure, Operand]
    doubt: str = ""
    """Why an operand may be another figure; empty where none is in doubt."""
    nearest: tuple[Citation, ...] = ()
    """The best candidate of each figure that was not found, where it is worth a look."""
    notes: tuple[str, ...] = ()
    """The best candidates of each figure that the scorer was asked for, for the trace."""


def ground_plan(
    numeric: Plan,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
    *,
    likely: bool = True,
) -> Grounded:
    """Find what the passages state of a plan's figures and of its alternatives'.

    ``likely``: what no rule finds is looked for by the scorer; its operands are in doubt.
    """
    every = (*numeric.figures, *numeric.further)
    if numeric.given:
        return _on_page(numeric, passages, filings)
    parts = tables_of_parts(passages)
    whole = [passage for passage in passages if passage.passage_id not in parts]
    rules = {
        need: _by_rules(need, whole if _of_company(need) else passages, filings, ranking)
        for need in every
    }
    sure = {need: operand for need, operand in rules.items() if operand is not None}
    sure |= dict(_wholes(numeric, sure, passages))
    sure |= dict(_tagged(every, sure, passages, filings, ranking))
    if not (likely and numeric.missing(sure)):
        return Grounded(sure)
    # A row's very name is another way to the same figure, not one more to be found.
    open_ = [
        need
        for need in numeric.figures
        if need not in sure and not (need.row_name or counted_in(need))
    ]
    among = whole if all(map(_of_company, open_)) else passages
    scored = ground(open_, among, filings, ranking)
    found = {one.figure: _named(one.figure, one.operand) for one in scored if one.operand}
    doubt = next((one.reason for one in scored if one.operand and not one.sure), "")
    return Grounded({**sure, **found}, doubt, nearest_of(scored), _notes(scored))


def _of_company(need: Figure) -> bool:
    """Whether a figure is a metric of the company itself, which no table of a part states."""
    return bool(need.concept) and not need.part


def _wholes(
    numeric: Plan, operands: Mapping[Figure, Operand], passages: Sequence[Passage]
) -> Iterator[tuple[Figure, Operand]]:
    """Totals of the tables of parts, where no primary statement says the whole of a share."""
    for part, whole in numeric.shares:
        same = part.part and part.concept == whole.concept and not whole.part
        if part not in operands or not same or _is_primary(operands.get(whole), passages):
            continue
        total = whole_beside(operands[part], passages)
        if total is not None:
            yield whole, _named(whole, replace(total, unit=operands[part].unit))


def _is_primary(operand: Operand | None, passages: Sequence[Passage]) -> bool:
    """Whether a primary statement states a number."""
    found = (p for p in passages if operand and p.passage_id == operand.passage_id)
    return any(standing_of(p.table, p.section).primary for p in found if p.table)


def _by_rules(
    need: Figure,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
) -> Operand | None:
    phrase = counted_in(need)
    if not phrase:
        found = find_operand(requirement_of(need), passages, filings, ranking, by_tag=False)
        amount = found is not None and found.unit.startswith("USD")
        return None if amount and need.kind == Kind.RATIO and not need.concept else found
    counted = find_count(need, passages, filings)
    if counted is not None or need.kind or need.concept:
        return counted
    found = find_operand(requirement_of(need), passages, filings, ranking)
    if found is None or not same_noun(phrase, found.row):
        return None  # "home sale costs" are no homes
    amount = "$" in found.printed or bool(content_words(need.words) & head_nouns(Kind.MONEY))
    total = whole_beside(found, passages)
    amount |= found.tagged is not None or (total is not None and "$" in total.printed)
    if amount or _is_primary(found, passages):
        return found
    tables = (p.table for p in passages if p.passage_id == found.passage_id)
    said = any(table.unit for table in tables if table)
    return replace(found, doubt=found.doubt or _OF_THINGS) if said else None


def _tagged(
    needs: Sequence[Figure],
    found: Mapping[Figure, Operand],
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
) -> Iterator[tuple[Figure, Operand]]:
    """Rows by whose tags others print the name asked for, where nothing found says the same."""
    values = {operand.value for operand in found.values()}
    for need in needs:
        if need in found or not need.row_name:
            continue
        operand = find_operand(requirement_of(need), passages, filings, ranking)
        if operand is not None and operand.value not in values:
            yield need, operand


def _on_page(numeric: Plan, passages: Sequence[Passage], filings: Mapping[str, Filing]) -> Grounded:
    """What the scorer is sure enough of, else the places that the words fit best together."""
    every = (*numeric.figures, *numeric.further)
    scored = ground(every, passages, filings, given=True)
    found = {one.figure: _named(one.figure, one.operand) for one in scored if one.operand}
    if not numeric.missing(found):
        unsure = next((one.reason for one in scored if one.operand and not one.sure), "")
        return Grounded(found, unsure, notes=_notes(scored))
    fitting = ground_page(every, passages, numeric.shares)
    return Grounded(fitting.operands, fitting.doubt or _BY_WORDS, notes=_notes(scored))


def _named(figure: Figure, operand: Operand) -> Operand:
    return replace(operand, name=variable_name(requirement_of(figure)))


def nearest_of(scored: Sequence[Grounding]) -> tuple[Citation, ...]:
    """The places of figures that were not found where a reader would look first."""
    best = (one.candidates[0] for one in scored if one.candidates and one.operand is None)
    return tuple(
        Citation(at.filing_id, at.page_number, at.passage_id, at.says())
        for at in best
        if at.probability >= _WORTH_TELLING
    )


def _notes(scored: Sequence[Grounding]) -> tuple[str, ...]:
    return tuple(
        f"{one.figure.words}: {candidate.describe()}"
        for one in scored
        for candidate in one.candidates
    )
