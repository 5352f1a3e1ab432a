"""The whole among several totals of one name, as segments' pages print them beside the group's."""

from collections.abc import Sequence
from dataclasses import replace

from hirec.lexicon import normalize_label
from hirec.types import Operand

_TOTAL = "total"


def largest_total(operands: Sequence[Operand]) -> Operand | None:
    """The largest of amounts in rows called "Total …" alike, in doubt; None of any others."""
    labels = {normalize_label(operand.row) for operand in operands}
    added = len(labels) == 1 and _TOTAL in min(labels, default="").split()
    if not added or any(one.value <= 0 or one.unit != "USD" or one.doubt for one in operands):
        return None
    largest = max(operands, key=lambda one: one.value)
    others = dict.fromkeys(one.printed for one in operands if one.value < largest.value)
    doubt = f"The filing also prints {', '.join(others)} as “{largest.row}”; this is the largest."
    return replace(largest, doubt=doubt)
