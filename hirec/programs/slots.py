"""Whether a cell is what its operand takes it for: the filing's tag, the period, the company."""

import ast
from collections.abc import Mapping, Sequence
from decimal import Decimal

from hirec.periods import cell_period, matches
from hirec.types import (
    UNKNOWN_COMPANY,
    Cell,
    Citation,
    Column,
    Confidence,
    Fact,
    Filing,
    Operand,
    Period,
    PeriodRef,
    Row,
    Scope,
)


def tag_reason(operand: Operand, cell: Cell, unsigned: frozenset[str]) -> str:
    """How the filing's own tag on a cell contradicts the operand; empty where it does not.

    Args:
        operand: With the value that the program uses.
        cell: The cell it cites.
        unsigned: Operands whose sign the program drops or turns.

    """
    fact = cell.fact
    if fact is None or fact.value == operand.value:
        return ""
    if operand.unit == "%" and fact.value * 100 == operand.value:
        return ""  # tags state percentages as fractions
    if abs(fact.value) != abs(operand.value):
        by_scale = _power_of_ten(fact.value, operand.value)
        what = f"another scale (10**{by_scale} apart)" if by_scale else "another value"
        return f"has the value {operand.value}, but the filing tags it {fact.value}: {what}."
    if operand.name in unsigned:
        return ""
    return (
        f"has the value {operand.value}, but the filing tags it {fact.value}: the printed sign "
        "only says which way the money went, so the program must say which is meant."
    )


def period_reason(operand: Operand, row: Row, column: Column, cell: Cell) -> str:
    """How the period of a cell contradicts the one its operand is used for; empty where not.

    Args:
        operand: With the period that the program takes it for; one without is not checked.
        row: That of the cell.
        column: That of the cell.
        cell: A tagged one is of its tag's period, others of the printed one.

    """
    printed = cell_period(column, row)
    stated = cell.fact.period if cell.fact is not None else printed
    if operand.period is None or stated is None:
        return ""
    if stated.fiscal_year is None and stated.end is None:
        return ""
    asked = PeriodRef(operand.period, "")
    if matches(asked, stated) > 0 or _fact_is_bare(cell.fact, printed, asked):
        return ""
    return f"is of {stated.label()}, but is used for {operand.period.label()}."


def entity_reason(operand: Operand, scope: Scope, filings: Mapping[str, Filing]) -> str:
    """Whether an operand is from a filing of a company that the question does not name.

    Args:
        operand: With the filing that it comes from.
        scope: One that names no company lets every filing pass.
        filings: By filing_id.

    Returns:
        The reason; empty where it is from a company named.

    """
    filing = filings.get(operand.filing_id)
    asked = {company.company_key for company in scope.companies}
    if filing is None or not asked or filing.company_key in asked:
        return ""
    company = filing.identity.company or UNKNOWN_COMPANY
    return f"is from a filing of {company}, which the question does not name."


def whose_reason(
    places: Sequence[Operand | Citation], scope: Scope | None, filings: Mapping[str, Filing]
) -> str:
    """Why it is not certain whose figures or words these are; empty where it is.

    A file whose company nothing in it confirms may be anybody's; one of another form than the
    question names is not the one it means; and a question that names no company, of an index of
    several, may mean another.

    Args:
        places: Figures or words that an answer rests on.
        scope: Of the question; None: only the company of each file is looked at.
        filings: By filing_id; all that were found, not only those cited.

    """
    cited = {at.filing_id: filings[at.filing_id] for at in places if at.filing_id in filings}
    for filing_id, filing in cited.items():
        if filing.identity.confidence.get("company") is Confidence.WEAK:
            return f"Whose filing {filing_id} is, is not certain: see hirec inspect {filing_id}."
    if scope is None:
        return ""
    for filing_id, filing in cited.items():
        form = filing.identity.form
        if scope.forms and form not in scope.forms:
            asked = " or ".join(scope.forms)
            return f"The question asks for a {asked}; {filing_id} is a {form}."
    if scope.companies:
        return ""
    first = next(iter(filings.values())).company_key
    if all(filing.company_key == first for filing in filings.values()):
        return ""
    names = sorted({filing.identity.company for filing in cited.values()})
    return f"The question names no company; this is of {', '.join(names)}."


def unsigned_names(source: str) -> frozenset[str]:
    """Variables that a program takes without their sign (``abs(x)``) or turns (``-x``)."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        inner: ast.AST | None = None
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "abs" and node.args:
            inner = node.args[0]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = node.operand
        if isinstance(inner, ast.Name):
            names.add(inner.id)
    return frozenset(names)


def _fact_is_bare(fact: Fact | None, printed: Period | None, asked: PeriodRef) -> bool:
    """Whether only the headings know the company's own calendar, and they agree."""
    if fact is None or fact.period.fiscal_year is not None or printed is None:
        return False
    return matches(asked, printed) > 0


def _power_of_ten(one: Decimal, other: Decimal) -> int:
    """The power of ten by which two values differ, 0 where they differ otherwise."""
    if not one or not other:
        return 0
    ratio = (abs(one) / abs(other)).normalize()
    digits = ratio.as_tuple()
    exponent = digits.exponent
    return exponent if digits.digits == (1,) and isinstance(exponent, int) else 0
