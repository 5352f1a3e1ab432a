"""Why a number that was found may not be the one that was meant: one table of checks.

A place was found for every word of the question. A number is in doubt all the same where its row
or sentence says more than the question does, or less; where its name is that of many figures;
where a table prints it with and without the share of others; and where its sign is not one that
its name allows.
"""

from collections.abc import Callable, Iterable, Mapping

from hirec.analysts.rule.doubts import (
    amounts,
    headings,
    names,
    periods,
    qualified,
    rows,
    sayings,
    terms,
)
from hirec.analysts.rule.doubts.number_used import Use
from hirec.types import Figure, Filing, Operand, Passage


def doubts_of(
    figure: Figure,
    operand: Operand,
    passages: Iterable[Passage],
    filings: Mapping[str, Filing],
    question: str = "",
) -> str:
    """The first reason to doubt a number; empty where there is none.

    Args:
        figure: What is asked.
        operand: What was found for it; a doubt of its own comes first.
        passages: Evidence; that of the operand is looked up in it.
        filings: By filing_id.
        question: Its core, for words beside the figure's own.

    """
    if operand.doubt:
        return operand.doubt
    passage = next((p for p in passages if p.passage_id == operand.passage_id), None)
    use = Use(figure, operand, passage, filings[operand.filing_id], question)
    return next(filter(None, (check(use) for check in CHECKS)), "")


CHECKS: tuple[Callable[[Use], str], ...] = (
    names.many_figures,
    amounts.other_kind,
    sayings.other_source,
    names.other_share,
    names.other_name,
    headings.other_surroundings,
    sayings.other_saying,
    headings.other_heading,
    headings.other_part,
    amounts.other_sign,
    rows.nothing_by_then,
    rows.other_rows,
    rows.other_precision,
    terms.other_term,
    periods.other_year,
    periods.other_length,
    periods.not_opened,
    rows.of_a_namesake,
    rows.said_beside,
    rows.word_for_word,
    rows.other_column,
    rows.unnamed_column,
    rows.said_in_passing,
    rows.one_of_several,
    amounts.other_measure,
    amounts.what_moved,
    amounts.what_stands,
    amounts.moved_no_cash,
    amounts.recognized_then,
    amounts.charged,
    amounts.still_owed,
    amounts.share_of_itself,
    amounts.share_of_row_above,
    amounts.said_twice,
    amounts.told_back,
    rows.netted,
    rows.without_costs,
    qualified.unmet_gross,
    qualified.unmet_metric,
    qualified.unmet_name,
    qualified.unmet_net,
    terms.unmet_term,
    qualified.is_taken_off,
    qualified.unmet_segments,
    qualified.adjusted_instead,
    qualified.only_a_bound,
    qualified.averaged,
    qualified.owned_or_else,
    qualified.not_left_out,
    qualified.unnamed,
    qualified.part_of_part,
    rows.printed_twice,
    qualified.whole_or_own,
    rows.totalled_beside,
    qualified.unmet_company,
)
"""Each gives a sentence for the user where it doubts; the first that does is told."""
