"""The operands of a plan: what the rules find for sure, then what the scorer finds likely."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hirec.analysts.rule.counts.counting import find_count
from hirec.analysts.rule.counts.places import AMONG_MONEY
from hirec.analysts.rule.figures.meant import (
    bears_both,
    is_for_each,
    is_meant,
    is_of_class,
    is_of_kind,
)
from hirec.analysts.rule.figures.one_place import (
    from_one_filing,
    from_one_place,
    in_one_way,
    in_the_row,
)
from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.figures.totals import of_total
from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.plans.shares import larger_part
from hirec.analysts.rule.prose.deals import SAID, find_price
from hirec.analysts.rule.prose.note_rates import find_note_rate
from hirec.analysts.rule.prose.stated_shares import find_share, is_stated_share, says_share
from hirec.analysts.rule.requirements.phrases import TERM, stems
from hirec.analysts.rule.requirements.requirement import named, requirement_of
from hirec.analysts.rule.tables.asides import find_aside, find_taken_off
from hirec.analysts.rule.tables.balances import find_balance, followed
from hirec.analysts.rule.tables.issued_shares import find_issued
from hirec.analysts.rule.tables.portions import portion_of, taken_as
from hirec.analysts.rule.tables.returns import DRAWN, find_worth
from hirec.analysts.rule.tables.schedules import find_due, is_told, scheduled
from hirec.analysts.rule.tables.twins import without_other_parts
from hirec.grounding import Grounding, ground
from hirec.grounding.counted import counted_in
from hirec.grounding.nouns import is_of_things, same_noun
from hirec.grounding.tables import is_opening
from hirec.lexicon import Kind, content_words, head_nouns, metric_asked
from hirec.types import Citation, Figure, Filing, Operand, Passage
from hirec.understanding import joined_in, named_apart

_OF_THINGS = "Nothing says whether it counts such things or is an amount of money."
_BY_SCORE = "It is the likeliest place; no rule of reading says that it is the one."
_BY_NAME = "It is taken by its name; the page may state another."
_SIDE = re.compile(
    r"\bother (?:long[- ]term|non-?current|current) (?:assets|liabilities)", re.IGNORECASE
)
_WORTH_TELLING = 0.5
"""A candidate as likely as this is worth a look, though not to be answered with."""

_COUNTRY = stems("US")
"""Who sells there alone prints its name before all that is sold."""


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

    Args:
        numeric: What to find; says whether the page was given with the question.
        passages: The evidence.
        filings: By filing_id; passages of others are not read.
        ranking: filing_ids, best first; of equal sources the first is cited.
        likely: What no rule finds is looked for by the scorer; its operands are in doubt.

    """
    every = (*numeric.figures, *numeric.further)
    passages = _as_told(every, passages, filings)
    if any(need.kind == Kind.INVESTMENT for need in every):
        worth = find_worth(every, passages, filings)
        return Grounded({one: named(one, operand) for one, operand in worth.items()}, DRAWN)
    if numeric.given:
        return _on_page(numeric, passages, filings)
    found = _in_passages(numeric, passages, filings, ranking, likely=likely)
    operands = found.operands
    lacking = _lacks(numeric, operands)
    rest = without_other_parts(passages, every, operands.values(), lacking=lacking)
    if rest is None:
        return found
    read = _in_passages(numeric, rest, filings, ranking, likely=likely)
    lost = not lacking and _lacks(numeric, read.operands)
    return found if found.doubt and (lost or _says_more(found, read)) else read


def _says_more(found: Grounded, read: Grounded) -> bool:
    """Whether a figure's words are met better where a part is spoken of than elsewhere."""
    both = found.operands.keys() & read.operands.keys()
    return any(_met(need, found) > _met(need, read) for need in both)


def _met(need: Figure, grounded: Grounded) -> int:
    place = grounded.operands[need]
    said = f"{place.row} {place.column} {place.section} {place.table}"
    return len(stems(need.words) & stems(said))


def _as_told(
    needs: Sequence[Figure], passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Sequence[Passage]:
    """What is read of figures "as of" a day that is not theirs: the filing of that day alone."""
    if not needs or any(need.told is None for need in needs):
        return passages
    return [
        passage
        for passage in passages
        if (filing := filings.get(passage.filing_id)) and any(is_told(filing, n) for n in needs)
    ]


def _lacks(numeric: Plan, operands: Mapping[Figure, Operand]) -> bool:
    """Whether something is missing of every usual convention."""
    return bool(numeric.computable(operands).missing(operands))


def _in_passages(
    numeric: Plan,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
    *,
    likely: bool,
) -> Grounded:
    """What the passages state, as if each spoke of all of the company where nothing says else."""
    every = (*numeric.figures, *numeric.further)
    rules = {need: _by_rules(need, passages, filings, ranking) for need in every}
    sure = {need: operand for need, operand in rules.items() if operand is not None}
    sure |= dict(_tagged(every, sure, passages, filings, ranking))
    sure |= dict(_followed(numeric.missing(sure), passages, filings))
    if numeric.missing(sure):
        other = [need for need in numeric.figures if need not in sure]
        sure |= dict(in_the_row(other, sure, passages))
    for is_unsure in (_is_one_side, _is_undated):
        sure |= dict(_closed(sure, passages, filings, is_unsure))
    sure = dict(from_one_place(in_one_way(numeric, sure), passages, filings))
    sure = dict(from_one_filing(numeric, sure, passages, filings))
    lacking = numeric.missing(sure)
    larger = not lacking and numeric.within_whole and larger_part(numeric.settled(sure), sure)
    if lacking or larger or _is_put_together(numeric, sure):
        pair = _in_one_table(numeric, passages, filings)
        if pair and (lacking or larger or _differ(pair, pair_of(numeric, sure))):
            return pair
    apart = numeric.apart and not _lacks(numeric, sure)
    if apart or not (likely and lacking):
        return Grounded(sure)
    # A row's very name is another way to the same figure, not one more to be found.
    open_ = [
        need
        for need in numeric.figures
        if need not in sure and not (need.row_name or counted_in(need) or is_stated_share(need))
    ]
    scored = ground(open_, passages, filings, ranking)
    found = {
        one.figure: of_total(one.figure, named(one.figure, one.operand), passages)
        for one in scored
        if one.operand and is_meant(one.figure, one.operand)
    }
    doubts = (one.reason or _BY_SCORE for one in scored if one.operand)
    return Grounded({**sure, **found}, next(doubts, ""), nearest_of(scored), _notes(scored))


def _by_rules(
    need: Figure,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
) -> Operand | None:
    if rate := find_note_rate(need, passages, filings):
        return rate
    if share := find_share(need, passages, filings):
        return named(need, share)
    if issued := find_issued(need, passages, filings):
        return named(need, issued)
    phrase = counted_in(need)
    if not phrase:
        found = find_operand(requirement_of(need), passages, filings, ranking, by_tag=False)
        if found is not None and is_stated_share(need) and not says_share(found):
            return None  # of another part or another whole, or a change
        return found if found is None or is_meant(need, found) else None
    counted = find_count(need, passages, filings)
    if counted is not None and not (is_for_each(need, counted) and bears_both(need, counted)):
        return None
    said = need.kind or need.concept
    if said or (counted is not None and counted.doubt != AMONG_MONEY):
        return counted
    found = find_operand(requirement_of(need), passages, filings, ranking)
    if found is None or not same_noun(phrase, found.row):
        return counted  # "home sale costs" are no homes
    if is_of_things(phrase) and found.unit:
        return counted  # nor are "customers payable" customers
    if found.tagged is not None or content_words(need.words) & head_nouns(Kind.MONEY):
        return found
    return replace(found, doubt=found.doubt or _OF_THINGS)


def _tagged(
    needs: Sequence[Figure],
    found: Mapping[Figure, Operand],
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
) -> Iterator[tuple[Figure, Operand]]:
    """Rows by whose tags others print the name asked for, where nothing found says the same.

    A part whose row says it is not known by the tag of the whole, nor is what a country has.
    """
    values = {operand.value for operand in found.values()}
    parts = {
        (one.words, one.company, one.period)
        for one, operand in found.items()
        if one.part and stems(one.part) <= stems(f"{operand.row} {operand.column}")
    } | {(one.words, one.company, one.period) for one in needs if joined_in((one,))}
    for need in needs:
        if need in found or not need.row_name or stems(need.words) >= _COUNTRY:
            continue
        if (need.words, need.company, need.period) in parts:
            continue
        operand = find_operand(requirement_of(need), passages, filings, ranking)
        if operand is None or (named_apart((need,)) and not is_meant(need, operand)):
            continue
        if operand.value not in values:
            yield need, operand


def _followed(
    needs: Sequence[Figure],
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
) -> Iterator[tuple[Figure, Operand]]:
    """Figures of tables whose rows bear no name: what they close with or schedule; asides."""
    for need in needs:
        if (found := _close(need, passages, filings)) is not None:
            yield need, found
        elif (found := find_due(need, passages, filings)) is not None:
            yield need, named(need, replace(found, doubt=scheduled(found, filings)))
        elif aside := find_aside(need, passages, filings):
            yield need, named(need, replace(aside[0], doubt=aside[1]))
        elif (found := find_taken_off(need, passages, filings)) is not None:
            yield need, named(need, found)
        elif (found := find_price(need, passages, filings)) is not None:
            yield need, named(need, replace(found, doubt=SAID))


def _close(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """What a table that follows a figure closes with, in doubt; None where none does."""
    found = find_balance(need, passages, filings)
    return None if found is None else named(need, replace(found, doubt=followed(found)))


def _closed(
    found: Mapping[Figure, Operand],
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    is_unsure: Callable[[Figure, Operand], bool],
) -> Iterator[tuple[Figure, Operand]]:
    """In the place of what is unsure another number that a table following the figure closes with.

    Args:
        found: What was found.
        passages: Evidence.
        filings: By filing_id.
        is_unsure: Whether a number may not be the figure of the day that is asked for.

    """
    for need, operand in found.items():
        if is_unsure(need, operand):
            closes = _close(need, passages, filings)
            if closes is not None and closes.value != operand.value:
                yield need, closes


def _is_one_side(need: Figure, operand: Operand) -> bool:
    """Accrued warranty among "other long-term liabilities" is the long-term part."""
    return _SIDE.search(operand.table) is not None and not TERM.search(need.words)


def _is_undated(need: Figure, operand: Operand) -> bool:
    """A balance that a sentence, or a table without a day, states."""
    metric = metric_asked(need.concept, need.words)
    dated = operand.column and not operand.doubt
    return not dated and metric is not None and metric.instant and not counted_in(need)


def _is_opening(need: Figure, operand: Operand) -> bool:
    """What a period began with, where that is not asked for."""
    return is_opening(operand.row) and not is_opening(need.words)


def _on_page(numeric: Plan, passages: Sequence[Passage], filings: Mapping[str, Filing]) -> Grounded:
    """What the scorer is sure enough of; all figures of a page that came with its question."""
    if pair := _in_one_table(numeric, passages, filings, sure=True):
        return pair
    # Ways to compute a measure that is stated only draw its figures from one another's places.
    scored = ground(numeric.foremost, passages, filings, given=True)
    if any(one.operand is None for one in scored):
        every = (*numeric.figures, *numeric.further)
        scored = ground(every, passages, filings, given=True)
    found = {
        one.figure: of_total(one.figure, named(one.figure, one.operand), passages)
        for one in scored
        if one.operand
        and is_of_kind(one.figure, one.operand)
        and is_of_class(one.figure, one.operand)
    }
    found |= dict(_closed(found, passages, filings, _is_opening))
    unsure = next((one.reason for one in scored if one.operand and not one.sure), "")
    for need in numeric.missing(found):
        if (by_rule := find_operand(requirement_of(need), passages, filings)) is not None:
            found[need] = named(need, by_rule)
            unsure = unsure or _BY_NAME
    found |= dict(_followed(numeric.missing(found), passages, filings))
    if numeric.missing(found) and (pair := _in_one_table(numeric, passages, filings)):
        return pair
    return Grounded(found, unsure, notes=_notes(scored))


def _in_one_table(
    numeric: Plan,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    *,
    sure: bool = False,
) -> Grounded | None:
    """A share's part and whole, in doubt; None where no table states both."""
    pair = portion_of(numeric, passages, filings, sure=sure)
    if not pair:
        return None
    *_, whole = pair.values()
    return Grounded({one: named(one, pair[one]) for one in pair}, taken_as(whole))


def nearest_of(scored: Sequence[Grounding], least: float = _WORTH_TELLING) -> tuple[Citation, ...]:
    """The places of figures that were not found where a reader would look first."""
    best = (one.candidates[0] for one in scored if one.candidates and one.operand is None)
    return tuple(
        Citation(at.filing_id, at.page_number, at.passage_id, at.says())
        for at in best
        if at.probability >= least
    )


def _is_put_together(numeric: Plan, found: Mapping[Figure, Operand]) -> bool:
    """Whether a share of what is no whole company's is of two tables."""
    of_part = numeric.share is not None and bool(numeric.share[1].part)
    return of_part and len({one.passage_id for one in pair_of(numeric, found)}) > 1


def _differ(pair: Grounded, found: Sequence[Operand]) -> bool:
    return [one.value for one in pair.operands.values()] != [one.value for one in found]


def pair_of(numeric: Plan, found: Mapping[Figure, Operand]) -> list[Operand]:
    """What was found for a share's part and whole, whether or not as a row's very name."""
    said = {(one.words, one.part): operand for one, operand in found.items()}
    return [said[key] for one in numeric.share or () if (key := (one.words, one.part)) in said]


def _notes(scored: Sequence[Grounding]) -> tuple[str, ...]:
    return tuple(
        f"{one.figure.words}: {candidate.describe()}"
        for one in scored
        for candidate in one.candidates
    )
