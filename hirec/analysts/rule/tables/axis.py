"""Parts side by side, each with its cells, as one table states them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.analysts.rule.requirements.phrases import stems
from hirec.grounding.cells import TableCell
from hirec.types import Operand

_HALF = 2
"""Parts that come to less of the company's total are parts of another figure of that name."""


@dataclass(frozen=True, slots=True)
class Member:
    """One part, with its cell in each period."""

    label: str
    cells: tuple[TableCell, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """What one table states side by side: parts, and what is left of the whole beside them."""

    members: tuple[Member, ...]
    rest: tuple[Member, ...] = ()
    outside: tuple[Member, ...] = ()
    """Parts that are not among those asked about."""
    said: bool = True
    """The table itself says that they are all of it."""
    nested: bool = False
    """It has them at two levels: which of them is meant, is not sure."""

    def makes_up(self, total: Operand | None) -> bool:
        """Whether the parts, with the rest, are no less than what the company states in all."""
        if total is None:
            return self.said
        return _HALF * abs(self._sum()) >= abs(total.value)

    def _sum(self) -> Decimal:
        every = (*self.members, *self.rest, *self.outside)
        return sum((one.cells[-1].operand("x").value for one in every), Decimal(0))

    def without(self, name: str) -> "Axis":
        """The same without a part of that name; without any member where it has none."""
        if not name:
            return self
        out = [member for member in self.members if stems(member.label) == stems(name)]
        kept = tuple(member for member in self.members if member not in out)
        return replace(self, members=kept if out else (), outside=(*self.outside, *out))

    def among(self, names: Sequence[str]) -> "Axis":
        """The same with the parts of these names alone; without any where it lacks one.

        A part's own name may be a list, "Europe, Middle East & Africa", and its letters stand for
        it: EMEA.
        """
        if not names:
            return self
        at = 0
        kept: list[Member] = []
        while at < len(names):
            runs = [(end, names[at:end]) for end in range(len(names), at, -1)]
            named = [(end, m) for end, run in runs for m in self.members if _is_called(m, run)]
            if not named:
                break
            at, member = named[0]
            kept.append(member)
        members = tuple(one for one in self.members if one in kept and at == len(names))
        outside = (one for one in self.members if one not in kept)
        return replace(self, members=members, outside=(*self.outside, *outside))


def _is_called(member: Member, names: Sequence[str]) -> bool:
    """Whether a part bears what these names say together, or its letters."""
    if stems(member.label) == stems(" ".join(names)):
        return True
    words = member.label.replace("-", " ").split()
    letters = "".join(word[0] for word in words if word[0].isupper())
    return len(letters) > 1 and (*names,) == (letters,)
