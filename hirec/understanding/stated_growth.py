"""A growth that filings print as a percentage, where they do not print what grew."""

from dataclasses import replace

from hirec.lexicon import Kind
from hirec.types import Figure, Operation, ParsedQuestion

GROWTH = "growth"


def stated_growth(parsed: ParsedQuestion) -> ParsedQuestion | None:
    """The question for the percentage by which one figure grew; None where none is asked for.

    "Unit case volume growth in Asia": tables of growth have a row for Asia, none for its volume.
    """
    match parsed.measures:
        case (Figure() as figure,) if parsed.operation is Operation.GROWTH and not figure.kind:
            pass
        case (Figure(kind=Kind.MONEY.value, part=part) as figure,) if (
            part and parsed.operation is Operation.GROWTH
        ):
            pass
        case _:
            return None
    grown = Figure(f"{figure.words} {GROWTH}", kind=Kind.PERCENT, row_name=True)
    wanted = replace(parsed.wanted, percent=True, money=False)
    return replace(
        parsed,
        operation=Operation.VALUE,
        measures=(grown,),
        periods=parsed.periods[-1:],
        moving=None,
        wanted=wanted,
    )
