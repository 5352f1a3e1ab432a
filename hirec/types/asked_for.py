"""What a question says beside its figures: how to print them, how many to name, by what bound."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class WantedFormat:
    """How the result is to be printed."""

    scale: int = 0
    """Power of ten of "in USD millions", 0 where not said."""
    decimals: int | None = None
    percent: bool = False
    money: bool = False
    """An amount is asked for, not a rate: "gross margin in dollars"."""


@dataclass(frozen=True, slots=True)
class DueWindow:
    """Years to come in which something falls due; without a first and a last, all later ones."""

    first: int | None
    """None: from the next year on."""
    last: int | None
    """None: without an end."""
    counted: bool = False
    """They are counted from the day of the schedule: 1 is the year behind it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure or its change is held against: "more than $5 billion"."""

    value: Decimal
    unit: str = ""
    """``%``, ``USD`` or empty where not said."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Which of those that a choice puts in order are named: the second, the first three, all."""

    first: int
    last: int | None
    """None: all."""
    bound: Bound | None = None
    """Only those above it."""
    below: bool = False
    """Only those below the bound."""
    counted: bool = False
    """How many they are is asked."""
    than: str = ""
    """Only those above, or below, the part of this name."""
    among: tuple[str, ...] = ()
    """Only the parts of these names are held against each other; empty for all."""


@dataclass(frozen=True, slots=True)
class Convention:
    """By which of several usual conventions a ratio is computed."""

    measure: str
    """Key of the ratio."""
    name: str
    """The convention in words."""
    formula: str = ""
    """The lexicon's formula where the question chooses it; empty where it leaves it open."""
    alternatives: tuple[tuple[str, str], ...] = ()
    """Name and formula of the others that are usual, where the question chooses none."""
