"""What tells a figure from the others of its question: "fixed income" in "all assets"."""

from collections.abc import Sequence

from hirec.grounding.memory import LabelMemory
from hirec.grounding.stems import stem_set
from hirec.types import Figure


def said_words(figure: Figure) -> str:
    """All words of a figure: its part, its name and its qualifiers."""
    return " ".join((figure.part, figure.words, *figure.qualifiers))


class Siblings:
    """What tells a figure from the others of its question."""

    def __init__(self, stems: frozenset[str], others: Sequence[Figure]) -> None:
        """``stems`` are the figure's own."""
        sets = [words for other in others if (words := stem_set(said_words(other))) != stems]
        union = frozenset().union(*sets)
        self._distinct = stems - union
        self._others = union - stems
        self._part = float(any(words < stems for words in sets))
        self._whole = float(any(stems < words for words in sets))

    def features(
        self,
        path: frozenset[str],
        beside: frozenset[str],
        met: frozenset[str],
        memory: LabelMemory,
    ) -> tuple[float, ...]:
        """The group ``siblings``."""
        weigh = memory.weigh
        own, other = weigh(self._distinct), weigh(self._others)
        return (
            weigh(self._distinct & path) / own if own else 1.0,
            weigh(self._distinct & met) / own if own else 1.0,
            weigh(self._others & beside) / other if other else 0.0,
            self._part,
            self._whole,
        )
