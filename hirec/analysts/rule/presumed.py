"""What a question takes for granted, where its words may be read otherwise or figures deny it."""

import re
from collections.abc import Mapping, Sequence

from hirec.analysts.rule.phrases import stems
from hirec.lexicon import Kind
from hirec.types import Figure, Operand, Operation, ParsedQuestion

_ACROSS = "It is one company's figure over the other's; a share of its own may be meant."
_PART = "It is an amount per share; a part of the whole may be meant."
_FELL = re.compile(r"\b(?:declin\w+|decreas\w+|fall|fell|drop(?:ped)?|shr[aiu]nk)\b", re.IGNORECASE)
_PER_SHARE = re.compile(r"\b(?:per|a|an|each|every)[\s-]+(?:\w+[\s-]+){0,2}share\b", re.IGNORECASE)
_SHARE = re.compile(r"\bshare\b", re.IGNORECASE)


def presumed(
    parsed: ParsedQuestion, used: Sequence[Figure], operands: Mapping[Figure, Operand]
) -> str:
    """Why the answer may be to another question; empty where nothing speaks for that."""
    if parsed.operation is Operation.SHARE and len(parsed.companies) > 1:
        return _ACROSS
    per_share = any(figure.kind == Kind.PER_SHARE for figure in parsed.figures)
    if per_share and _SHARE.search(parsed.core) and not _PER_SHARE.search(parsed.core):
        return _PART
    if parsed.verb and not any(_says(parsed.verb, operands[figure]) for figure in used):
        return f"Nothing beside the figure says “{parsed.verb}”."
    moved = parsed.operation in (Operation.DIFFERENCE, Operation.GROWTH)
    if moved and len(used) == 2 and _FELL.search(parsed.core):
        before, after = (operands[figure] for figure in used)
        if after.value > before.value >= 0:
            return f"It did not fall: {before.printed}, then {after.printed}."
    return ""


def _says(verb: str, operand: Operand) -> bool:
    return stems(verb) <= stems(f"{operand.row} {operand.column} {operand.table}")
