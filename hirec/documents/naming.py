"""Which documents a question names: its words held against titles, parties and file names."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus

import numpy as np

from hirec.ranking.fusion import Scores
from hirec.ranking.lexical import tokenize
from hirec.types import Filing

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
"""Where words written together part: "LabelSmoother"."""
_QUOTED = re.compile(r"[\"“]([^\"”]{2,120})[\"”]")
_RUN = re.compile(r"(?:\b[A-Z0-9][\w&.\-]*|\b\w*[A-Z]\w*)(?:,? (?:[A-Z0-9][\w&.\-]*|\w*[A-Z]\w*))*")
_WORDS = (
    "am are can could did do does had has have how is may might must shall should was were what "
    "when where which who whom whose why will would"
)
_ASKING = re.compile(rf"\b(?:{'|'.join([*_WORDS.split(), *_WORDS.title().split()])})\b")
"""Words that ask: "Does" at the head of a clause is no name, nor the stem of "DOE"."""
_SHORTEST = 3
"""Letters of a name that is looked for within words written together."""
_FEW = 0.1
"""Share of the documents that a telling word may be in."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a question names."""

    scores: Scores
    """By document, in the order given: the share of what names that it has, 0 to 1."""
    said: tuple[str, ...]
    """The names in the question's own words, longest first."""


class Names:
    """The names of all documents of an index.

    A word counts the more the fewer documents have it in their names or on their covers (inverse
    document frequency): "agreement" tells nothing among agreements, nor does "disclosing", which
    few are called and most speak of. What the question prints as a name counts again where a cover
    has it, for a policy may be found by whom it speaks of. Names written together
    ("TabunKitchen") are found by their letters, which are as rare as the rarest of their words.
    """

    def __init__(self, filings: Iterable[Filing]) -> None:
        self._documents = list(filings)
        printed = [_called(filing) for filing in self._documents]
        self._letters = [_compact(text) for text in printed]
        called = _stems(printed)
        covers = _stems([filing.summary for filing in self._documents])
        self._called: Mapping[str, list[int]] = _inverted(called)
        self._covers: Mapping[str, list[int]] = _inverted(map(frozenset.union, called, covers))

    def named_by(self, question: str) -> Named:
        """Hold a question against the names; all scores are 0 where it names none."""
        scores = np.zeros(len(self._documents), dtype=np.float32)
        names = self._name_runs(question)
        facts = 0.0
        for places, rarity in self._found(_ASKING.sub(" ", question), names):
            scores[places] += rarity
            facts += rarity
        if not facts:
            return Named(scores, ())
        telling = [name for name in names if self._tells(name)]
        return Named(scores / facts, tuple(sorted(telling, key=len, reverse=True)))

    def _found(self, question: str, names: Sequence[str]) -> Iterator[tuple[list[int], float]]:
        """Which documents have something of the question, and how rare that is."""
        as_name = frozenset[str]().union(*_stems(names))
        for stem in dict.fromkeys(tokenize([_spaced(question)])[0]):
            rarity = self._rarity(self._documents_with(stem))
            if places := self._called.get(stem):
                yield places, rarity
            if stem in as_name and (places := self._covers.get(stem)):
                yield places, rarity
        for name in dict.fromkeys(names):
            if places := self._written_in(name):
                yield places, self._rarity(max(len(places), self._rarest(name)))

    def without(self, question: str) -> str:
        """The question without what names its documents, for their passages do not repeat it."""
        text = question
        for said in self.named_by(question).said:
            text = re.sub(rf"[\"“]?(?<!\w){re.escape(said)}(?!\w)[\"”]?(?:['’]s?)?", " ", text)
        return " ".join(text.split()) or question

    def _tells(self, name: str) -> bool:
        """Whether few documents have a word of a name, or its letters."""
        few = max(1, int(_FEW * len(self._documents)))
        stems = tokenize([_spaced(name)])[0]
        if any(0 < self._documents_with(stem) <= few for stem in stems):
            return True
        places = self._written_in(name)
        return bool(places) and max(len(places), self._rarest(name)) <= few

    def _written_in(self, name: str) -> list[int]:
        """The documents whose names have its letters, whatever parts its words."""
        letters = _compact(name)
        if len(letters) < _SHORTEST:
            return []
        return [at for at, text in enumerate(self._letters) if letters in text]

    def _rarest(self, name: str) -> int:
        """How many documents have that word of a name which the fewest have."""
        return min(map(self._documents_with, tokenize([name])[0]), default=0)

    def _documents_with(self, stem: str) -> int:
        return len(self._covers.get(stem, ()))

    def _name_runs(self, question: str) -> list[str]:
        """What is printed in quotes, and runs of capitalised words.

        The first word of a question is capital anyway, and counts only where a document has it.
        """
        runs = _QUOTED.findall(question)
        rest = _ASKING.sub(";", _QUOTED.sub(" ", question))
        for found in _RUN.finditer(rest):
            text = found[0]
            if not rest[: found.start()].strip():
                first, _, others = text.partition(" ")
                text = text if self._has(first) else others
            if text := re.sub(r"['’]s?\b", "", text).strip():
                runs.append(text)
        return runs

    def _has(self, word: str) -> bool:
        return any(stem in self._called for stem in tokenize([_spaced(word)])[0])

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
    return f"{parted}\n{CAMEL.sub(' ', parted)}"


def _compact(text: str) -> str:
    return "\n".join(re.sub(r"[\W_]+", "", line).casefold() for line in text.split("\n"))


def _stems(texts: Sequence[str]) -> list[frozenset[str]]:
    return [frozenset(stems) for stems in tokenize([_spaced(text) for text in texts])]


def _inverted(documents: Iterable[frozenset[str]]) -> dict[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, stems in enumerate(documents):
        for stem in stems:
            places[stem].append(at)
    return dict(places)
