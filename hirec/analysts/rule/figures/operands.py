"""Find the one cell that states a figure, or say that it is not there."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hirec.analysts.rule.evidence import passages_of
from hirec.analysts.rule.figures.candidates import Found, as_told, settle
from hirec.analysts.rule.prose.figures import find_in_prose
from hirec.analysts.rule.requirements.exclusion import leaves_out
from hirec.analysts.rule.requirements.phrases import Wanted, stems
from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.analysts.rule.requirements.verbatim import is_row_called, reported_words
from hirec.analysts.rule.tables.cell_operand import UNSCALED, taken_from
from hirec.analysts.rule.tables.reported import LEAD, doubt_of_note, reported_cells
from hirec.analysts.rule.tables.surroundings import Runs, phrase_fit, surroundings
from hirec.caching import remembered
from hirec.grounding.affiliates import affiliate_statements, statement_key
from hirec.grounding.cells import same_number
from hirec.grounding.stubs import spelled_out
from hirec.grounding.tables import (
    DEFERRED,
    PER_SHARE,
    Standing,
    ahead_of_filing,
    cell_fit,
    column_fit,
    is_change,
    is_opening,
    is_year_column,
    kind_fits,
    of_deferred_tax,
    period_fit,
    row_fit,
    says_percent,
    standing_of,
    table_fit,
    tag_fit,
    told_again,
    undated,
)
from hirec.lexicon import (
    Kind,
    content_words,
    excludes_itself,
    get_metric,
    head_nouns,
    normalize_label,
)
from hirec.periods import cell_period, straddles
from hirec.sums import sums
from hirec.types import Column, Filing, Form, Operand, Passage, PeriodRef, Row, Table

_OTHER_NAME = "The row is called “{}”; other companies print its tag under the name asked for."
_LEAST = 0.6
"""Candidates below this score are not trusted."""
_PERCENT_CHANGE = re.compile(r"%\s*(?:change|growth|increase|decrease)", re.IGNORECASE)
_OF_ANOTHER = re.compile(r"\b(?:as a )?(?:percent(?:age)?|%) of\b", re.IGNORECASE)
"""Heading of a table whose rows are shares of another figure."""
_MOVED = stems("decline declines increase decrease growth")
_CHANGES = stems("change movement")
_OF_EQUITY = 0.95
"""Changes of equity repeat flows of the other statements on a basis of their own."""
_SUPPOSED = re.compile(
    r"\bhypothetical|\bsensitivit|\bpotential (?:impact|effect|loss)|\bbasis points?\b",
    re.IGNORECASE,
)
"""Tables of what would be, were rates or prices others."""
_UNDATED = "Its table does not say of when it is."


def find_operand(
    requirement: Requirement,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    preferred: Sequence[str] = (),
    *,
    by_tag: bool = True,
) -> Operand | None:
    """The number that fills a requirement, None where the passages do not state it for sure.

    Tables first: the row by label or tag, the column by period, statements before notes. Prose
    only where no table has it. Where equally good candidates differ, the filing made last wins
    (restated figures); statements of affiliates behind the registrant's own are not read; where
    candidates of one filing still differ, nothing is returned. Of filings that state the value
    so chosen, the one that comes first in ``preferred`` is cited, by its primary statement.
    ``by_tag``: a row of another name answers, whose tag other companies print under the one asked.
    """
    ours = [p for p, _ in passages_of(requirement.company, passages, filings)]
    others = affiliate_statements(ours)
    found = [
        candidate
        for p in ours
        for candidate in _in_table(requirement, p, filings[p.filing_id])
        if statement_key(p, candidate.statement) not in others
    ]
    sure = [c for c in found if c.score >= _LEAST and (by_tag or not c.by_tag)]
    found = _amounts_first(requirement, sure)
    if not found and not reported_words(requirement.metric):
        found = _amounts_first(requirement, list(_in_prose(requirement, ours, filings)))
    chosen = settle(_scaled(found, ours))
    if chosen is None or _is_contested(chosen, found):
        return None
    return as_told(chosen, requirement, found, filings, preferred)


def _amounts_first(requirement: Requirement, found: Sequence[Found]) -> list[Found]:
    """Amounts before the percentages of the same name, their share or growth, unless one is asked.

    A name that says itself that it is a rate is one.
    """
    words = reported_words(requirement.metric) or requirement.metric
    rate = requirement.wanted.kind or content_words(words) & head_nouns(Kind.PERCENT)
    amounts = [candidate for candidate in found if candidate.operand.unit != "%"]
    shares = (candidate for candidate in found if not _OF_ANOTHER.search(candidate.operand.table))
    return list(found) if rate else amounts or list(shares)


def _is_contested(chosen: Operand, found: Sequence[Found]) -> bool:
    """Whether a number known by its tag alone has a rival that may as well be meant by the name."""
    own = [c for c in found if c.operand.value == chosen.value]
    if not all(candidate.by_tag for candidate in own):
        return False
    least = max(candidate.score for candidate in own) - LEAD
    filings = {candidate.operand.filing_id for candidate in own}
    rivals = (c for c in found if c.score > least and c.operand.filing_id in filings)
    return any(not same_number(chosen, rival.operand) for rival in rivals)


def _scaled(found: Sequence[Found], passages: Sequence[Passage]) -> Sequence[Found]:
    """Candidates whose scale is said; all, of a filing whose tables say none anywhere."""
    said = [candidate for candidate in found if candidate.operand.doubt != UNSCALED]
    elsewhere = {p.filing_id for p in passages if p.table is not None and p.table.scale}
    return said or [c for c in found if c.operand.filing_id not in elsewhere]


def _in_prose(
    requirement: Requirement, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Iterator[Found]:
    for p in passages:
        filing = filings[p.filing_id]
        if p.table_json == "":
            scale = _scale_of(p.filing_id, passages)
            for score, operand in find_in_prose(requirement, p, filing, scale):
                yield Found(score, filing.identity.known_since, operand, filing.company_key)


def _scale_of(filing_id: str, passages: Sequence[Passage]) -> int:
    """The scale that most of a filing's tables say they are printed in; 0 where none says."""
    said = [p.table.scale for p in passages if p.filing_id == filing_id and p.table is not None]
    return max(Counter(filter(None, said)).items(), key=lambda one: one[1], default=(0, 0))[0]


@remembered
def _in_table(requirement: Requirement, passage: Passage, filing: Filing) -> tuple[Found, ...]:
    """Candidates of a passage; every round of curation asks for them again."""
    return tuple(_read_table(requirement, passage, filing))


def _read_table(requirement: Requirement, passage: Passage, filing: Filing) -> Iterator[Found]:
    table = passage.table
    if table is None:
        return
    table = spelled_out(table, filing.identity.fiscal_quarter)
    words = reported_words(requirement.metric)
    wanted = Wanted(None, frozenset(), None) if words else requirement.wanted
    standing = standing_of(table, passage.section)
    primary = standing.statement if standing.primary else ""
    if _SUPPOSED.search(table.caption) and not _SUPPOSED.search(requirement.metric):
        return
    if (primary or filing.identity.form is Form.EARNINGS) and ahead_of_filing(table, filing):
        return
    found: list[tuple[int, int, Found]] = []
    runs = Runs(table)
    for at, row in enumerate(table.rows):
        if words:
            asked = _asked(requirement, filing)
            cells = list(reported_cells(words, asked, table, row, standing, filing))
        elif wanted.plain:
            cells = list(_cells(requirement, table, row, standing, filing))
        else:
            cells = list(_part_cells(wanted, requirement, passage, runs, row, filing))
        cells = [one for one in cells if not _straddles(table.columns[one[1]], row, filing)]
        best = max((score for score, _ in cells), default=0.0)
        cells = [(score, index) for score, index in cells if score == best]
        values = {cell.value for _, index in cells if (cell := row.cells[index])}
        if len(values) != 1:
            continue
        operand = taken_from(requirement, wanted, passage, table, row, cells[0][1])
        by_tag = bool(words) and not is_row_called(row, words, filing.identity.company)
        if standing.statement == "equity" and (by_tag or not any(values)):
            continue  # flows on a basis of their own, of which most columns have none
        if operand is not None and undated(table) and filing.identity.form is Form.ANNUAL:
            operand = replace(operand, doubt=operand.doubt or _UNDATED)
        if operand is not None and by_tag:
            operand = replace(operand, doubt=operand.doubt or _OTHER_NAME.format(row.label))
        elif operand is not None and words:
            operand = replace(operand, doubt=operand.doubt or doubt_of_note(words, table, standing))
        if operand is not None:
            score = best * (_OF_EQUITY if standing.statement == "equity" else 1)
            one = Found(
                score, filing.identity.known_since, operand, filing.company_key, primary, by_tag
            )
            found.append((at, cells[0][1], one))
    for at, column, one in found:
        rows = (n for n, index, _ in found if n != at and index == column)
        own = frozenset() if words or wanted.plain else wanted.words
        if not any(_adds_up_to(table, at, row, column, own) for row in rows):
            yield one


def _straddles(column: Column, row: Row, filing: Filing) -> bool:
    period = cell_period(column, row)
    return period is not None and straddles(period, filing.identity)


def _adds_up_to(
    table: Table, part: int, whole: int, column: int, own: frozenset[str] = frozenset()
) -> bool:
    """Whether a row adds up, with others, to one of its own name, or of the ``own`` of a part."""
    one, other = (table.rows[at].label.replace("&", "and") for at in (part, whole))
    named = own and own <= stems(one) & stems(other)
    if not (named or normalize_label(one) == normalize_label(other)):
        return False
    return any(run.total == whole and part in run.rows for run in sums(table, column))


def _asked(requirement: Requirement, filing: Filing) -> PeriodRef:
    return requirement.period or PeriodRef(filing.identity.period, "", True)


def _cells(
    requirement: Requirement, table: Table, row: Row, standing: Standing, filing: Filing
) -> Iterator[tuple[float, int]]:
    """Cells of a row that state the registrant's metric for the period asked, with scores."""
    metric = get_metric(requirement.metric)
    opening = metric is not None and metric.instant and is_opening(row.label)
    if excludes_itself(normalize_label(row.label)):
        return
    by_label = row_fit(requirement.metric, row, table.caption) * table_fit(metric, standing)
    if metric is not None and told_again(metric, row, table):
        return
    for index, cell in enumerate(row.cells):
        if cell is None or cell_fit(metric, cell) == 0.0:
            continue
        if opening and cell.fact is None:
            continue  # the column says which year was opened, not of which day the balance is
        by_tag = tag_fit(metric, cell)
        by_row = by_label if by_tag is None else by_tag
        own = cell.fact.period if cell.fact else None
        asked = _asked(requirement, filing)
        score = by_row * column_fit(metric, table.columns[index], row, asked, own)
        if score >= _LEAST:
            yield score, index


def _part_cells(
    wanted: Wanted,
    requirement: Requirement,
    passage: Passage,
    runs: Runs,
    row: Row,
    filing: Filing,
) -> Iterator[tuple[float, int]]:
    """Cells of a row that state a part's figure, or one of the question's own naming."""
    table = runs.table
    if PER_SHARE.search(row.label) and not PER_SHARE.search(requirement.metric):
        return
    if leaves_out(wanted.words, f"{row.section} {row.label}", requirement.metric):
        return
    share = wanted.kind is Kind.PERCENT
    moved = stems(f"{row.section} {row.label}" if share else row.label) & _MOVED
    moved |= stems(" ".join(row.section.split()[:1])) & _CHANGES  # "Changes in operating assets"
    if moved and not stems(requirement.metric) & (_MOVED | _CHANGES):
        return  # "declines from Acme's tools"; below "same store sales increase" stand no shares
    if of_deferred_tax(table, row) and not DEFERRED.search(requirement.metric):
        return
    if not wanted.metric and (_PERCENT_CHANGE.search(row.label) or is_opening(row.label)):
        return  # another row of that name states the figure, this one how it moved or began
    event = filing.identity.form in (Form.CURRENT, Form.PROXY)
    asked = _asked(requirement, filing)
    for index, cell in enumerate(row.cells):
        column = table.columns[index]
        if cell is None or cell.value is None:
            continue
        if is_change(column.label) and not (cell.unit == "%" and says_percent(column.label)):
            continue
        if not kind_fits(wanted.kind, cell) or is_year_column(column.label):
            continue
        period = cell_period(column, row) or (cell.fact.period if cell.fact else None)
        # "Interest rate" over a column of notes is so when it is filed, whatever is beside it.
        if period is None and (event or undated(table) or stems(column.label) & wanted.words):
            period = replace(filing.identity.period, months=None)
        if asked.period.months == 0 and period is not None and period.months:
            continue  # a balance is asked for, a flow is stated
        fit = period_fit(wanted.metric, period, asked)
        if fit < _LEAST:
            continue
        around = surroundings(passage, runs, row, index, filing.identity.company)
        score = fit * phrase_fit(wanted, around)
        if score >= _LEAST:
            yield score, index
