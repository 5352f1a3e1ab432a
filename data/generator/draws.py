"""Numbers drawn from a hash of names: the same on every machine and in any order."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def fraction(*names: object) -> float:
    """A number in [0, 1) that depends on nothing but the names."""
    text = "|".join(map(str, names)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big") / 2**48


def between(low: float, high: float, *names: object) -> float:
    """A number in [low, high)."""
    return low + (high - low) * fraction(*names)


def whole(low: int, high: int, *names: object) -> int:
    """A whole number from low to high, both included."""
    return low + int((high - low + 1) * fraction(*names))


def choose(options: Sequence[T], *names: object) -> T:
    """One of the options."""
    return options[whole(0, len(options) - 1, *names)]


def shuffled(options: Sequence[T], *names: object) -> list[T]:
    """The options in an order of their own."""
    order = sorted(range(len(options)), key=lambda index: fraction(index, *names))
    return [options[index] for index in order]


def split(total: int, weights: Sequence[float], *names: object) -> list[int]:
    """Whole parts that add up to the total, near the weights (each shaken by up to 3%)."""
    shaken = [w * between(0.97, 1.03, index, *names) for index, w in enumerate(weights)]
    parts = [round(total * w / sum(shaken)) for w in shaken[:-1]]
    return [*parts, total - sum(parts)]
