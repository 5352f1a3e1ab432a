"""Which documents a question names: its words held against titles, parties and file names."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus

import numpy as np
import numpy.typing as npt

from hirec.ranking.lexical import tokenize
from hirec.types import Filing

Scores = npt.NDArray[np.float32]

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_QUOTED = re.compile(r"[\"“]([^\"”]{2,120})[\"”]")
_RUN = re.compile(r"(?:\b[A-Z0-9][\w&.\-]*|\b\w*[A-Z]\w*)(?:,? (?:[A-Z0-9][\w&.\-]*|\w*[A-Z]\w*))*")
_SHORTEST = 3
"""Letters of a name that is looked for within words written together."""
_FEW = 0.1
"""Share of the documents that a telling word may be in."""
_IN_PASSING = 0.25
"""What a word counts that the question does not print as a name."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a question names."""

    scores: Scores
    """By document, in the order given: the share of what names that it has, 0 to 1."""
    said: tuple[str, ...]
    """The names in the question's own words, longest first."""


class Names:
    """The names of all documents of an index.

    A word counts the more the fewer documents have it (inverse document frequency), so that
    "agreement" tells nothing among agreements; names written together ("TabunKitchen") are found
    by their letters.
    """

    def __init__(self, filings: Iterable[Filing]) -> None:
        self._documents = list(filings)
        printed = [_called(filing) for filing in self._documents]
        self._letters = [_compact(text) for text in printed]
        self._stems = [frozenset(stems) for stems in tokenize([_spaced(text) for text in printed])]
        self._places: Mapping[str, list[int]] = _inverted(self._stems)

    def named_by(self, question: str) -> Named:
        """Hold a question against the names; all scores are 0 where it names none."""
        scores = np.zeros(len(self._documents), dtype=np.float32)
        names = self._name_runs(question)
        as_name = frozenset(stem for stems in tokenize(list(map(_spaced, names))) for stem in stems)
        told = 0.0
        for stem in dict.fromkeys(tokenize([_spaced(question)])[0]):
            if places := self._places.get(stem):
                weight = self._rarity(len(places)) * (1.0 if stem in as_name else _IN_PASSING)
                scores[places] += weight
                told += weight
        for letters in dict.fromkeys(filter(None, map(_compact, names))):
            places = [at for at, text in enumerate(self._letters) if letters in text]
            if places and len(letters) >= _SHORTEST:
                weight = self._rarity(len(places))
                scores[places] += weight
                told += weight
        if not told:
            return Named(scores, ())
        telling = [name for name in names if self._tells(name)]
        return Named(scores / told, tuple(sorted(telling, key=len, reverse=True)))

    def without(self, question: str) -> str:
        """The question without what names its documents, for their passages do not repeat it."""
        text = question
        for said in self.named_by(question).said:
            text = re.sub(rf"[\"“]?(?<!\w){re.escape(said)}(?!\w)[\"”]?(?:['’]s?)?", " ", text)
        return " ".join(text.split()) or question

    def _tells(self, name: str) -> bool:
        """Whether few documents have a word of a name, or its letters."""
        few = max(1, int(_FEW * len(self._documents)))
        counts = [len(self._places.get(stem, ())) for stem in tokenize([_spaced(name)])[0]]
        letters = _compact(name)
        counts.append(sum(letters in text for text in self._letters))
        return any(0 < count <= few for count in counts)

    def _name_runs(self, question: str) -> list[str]:
        """What is printed in quotes, and runs of capitalised words.

        The first word of a question is capital anyway, and counts only where a document has it.
        """
        runs = _QUOTED.findall(question)
        rest = _QUOTED.sub(" ", question)
        for found in _RUN.finditer(rest):
            text = found[0]
            if not rest[: found.start()].strip():
                first, _, others = text.partition(" ")
                text = text if self._has(first) else others
            if text := re.sub(r"['’]s?\b", "", text).strip():
                runs.append(text)
        return runs

    def _has(self, word: str) -> bool:
        return any(stem in self._places for stem in tokenize([_spaced(word)])[0])

    def _rarity(self, documents: int) -> float:
        """Inverse document frequency as a share of the highest one."""
        total = len(self._documents)
        highest = np.log(1 + (total - 0.5) / 1.5)
        return float(np.log(1 + (total - documents + 0.5) / (documents + 0.5)) / highest)


def _called(filing: Filing) -> str:
    identity = filing.identity
    names = (unquote_plus(name) for name in filing.source_names)
    return "\n".join((identity.document_title, *identity.parties, *names))


def _spaced(text: str) -> str:
    """Words parted where they are joined by a stroke or by capitals, and also as printed."""
    parted = re.sub(r"[_+\-./]+", " ", text)
    return f"{parted}\n{_CAMEL.sub(' ', parted)}"


def _compact(text: str) -> str:
    return "\n".join(re.sub(r"[\W_]+", "", line).casefold() for line in text.split("\n"))


def _inverted(documents: Sequence[frozenset[str]]) -> dict[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, stems in enumerate(documents):
        for stem in stems:
            places[stem].append(at)
    return dict(places)
