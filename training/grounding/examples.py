"""From questions and tags to rows of features with labels, split by company."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from hirec.grounding.features import FeatureReader, prose_words
from hirec.grounding.late_interaction import LateInteraction
from hirec.grounding.memory import LabelMemory, remember
from hirec.grounding.places import Place, read_sheet
from hirec.grounding.scorer import read_meaning
from hirec.lexicon import query_terms
from hirec.ranking.lexical import LexicalIndex
from hirec.types import Figure, Filing, Passage
from training.grounding.aligning import Aligned, align, in_its_own_words, parse, states
from training.grounding.asking import Asker
from training.grounding.expansion import Expanded
from training.grounding.pages import Asked
from training.grounding.searched import SEARCHED, Searched
from training.grounding.tagged import TaggedFiling, seen_labels, value_states

FOLDS = 5
SHOWN = 30
"""Passages that retrieval would show for a figure of a tagged filing."""
_ASKED_OF_EACH = 16

Called = Mapping[str, Sequence[str]]
"""us-gaap concept → what people call it."""
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """One figure with the features of its places."""

    figure: Figure
    features: Floats
    right: Flags
    """Which places state it; all False where nobody knows."""
    values: tuple[Decimal, ...]
    """Of the places, without sign."""
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """The figures of one question, or one look-up of a tag."""

    source: str
    fold: int
    slots: tuple[Slot, ...]
    aligned: Aligned | None = None
    """None for tags."""
    known: bool = True
    """Whether the right places are known, or, of a tag, that there is none."""

    @property
    def given(self) -> bool:
        """Whether its page came with the question."""
        return self.aligned is not None


def fold_of(company: str) -> int:
    """The group with which a company is left out, the same in all data."""
    return int(hashlib.sha256(company.upper().encode()).hexdigest(), 16) % FOLDS


def company_of(tagged: TaggedFiling) -> str:
    """What tells a company in all data: its ticker, else its key."""
    return tagged.filing.identity.ticker or tagged.filing.company_key


def memory_without(
    filings: Iterable[TaggedFiling], fold: int | None, called: Called | None = None
) -> LabelMemory:
    """What the companies outside a fold print, of all companies for None; and people's names."""
    seen = (
        one
        for tagged in filings
        if fold_of(company_of(tagged)) != fold
        for one in seen_labels(tagged)
    )
    names = ((name, concept) for concept, own in (called or {}).items() for name in own)
    return remember(seen, called=names)


def page_cases(pages: Iterable[Asked], readers: Sequence[FeatureReader]) -> Iterator[Case]:
    """Questions over given pages; what nobody could align is unknown.

    Where the parse fails but one printed number answers, the question's own words ask for it.
    """
    for asked in pages:
        reader = readers[fold_of(asked.company)]
        expanded = parse(asked)
        case = _page_case(asked, expanded, asked.source, reader) if expanded else None
        if case is not None:
            yield case
        if (case is None or not case.known) and len(asked.numbers) == 1:
            worded = _page_case(asked, in_its_own_words(asked), f"words: {asked.source}", reader)
            if worded.known:
                yield worded


def _page_case(asked: Asked, expanded: Expanded, source: str, reader: FeatureReader) -> Case:
    filing = Filing(asked.question_id, asked.identity, asked.company, (), 1, 1, "")
    places = [_places(figure, asked.passages, filing, reader) for figure in expanded.figures]
    aligned = align(asked, expanded, places)
    numbers = aligned.numbers or [None] * len(places)
    prose = prose_words(asked.passages)
    slots = tuple(
        _slot(
            figure,
            own,
            [n is not None and states(p, n) for p in own],
            reader.read(figure, own, prose, [f for f in expanded.figures if f is not figure]),
        )
        for figure, own, n in zip(expanded.figures, places, numbers, strict=True)
    )
    return Case(source, fold_of(asked.company), slots, aligned, aligned.numbers is not None)


def tag_cases(
    filings: Sequence[TaggedFiling],
    readers: Sequence[FeatureReader],
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Case]:
    """Look-ups in tagged filings, in the words of other companies' labels."""
    groups = {tagged.filing.company_key: fold_of(company_of(tagged)) for tagged in filings}
    asker = Asker(filings, groups, seed)
    for done, tagged in enumerate(filings, start=1):
        fold = groups[tagged.filing.company_key]
        searchable = LexicalIndex([passage.retrieval_text for passage in tagged.passages])
        for one in asker.ask(tagged, _ASKED_OF_EACH):
            shown = _best_passages(one.figure, tagged.passages, searchable)
            places = _places(one.figure, shown, tagged.filing, readers[fold])
            if places:
                right = [value_states(place, one.value) for place in places]
                features = readers[fold].read(one.figure, places, prose_words(shown))
                slot = _slot(one.figure, places, right, features)
                yield Case(f"tags: {one.source}", fold, (slot,))
        if progress:
            progress(done, len(filings))


def searched_cases(
    asked: Iterable[Searched], readers: Sequence[FeatureReader], source: str = SEARCHED
) -> Iterator[Case]:
    """People's look-ups over what a search brought; known where it brought the answer."""
    for one in asked:
        fold = fold_of(one.company)
        features = readers[fold].read(one.figure, one.places, prose_words(one.passages))
        slot = _slot(one.figure, one.places, one.right, features)
        yield Case(source, fold, (slot,), known=any(one.right))


def read_all(cases: Iterable[Case], interaction: LateInteraction) -> None:
    """Fill in what late interaction knows of every place."""
    for case in cases:
        for slot in case.slots:
            features = slot.features.astype(np.float64)
            read_meaning(features, slot.figure, slot.places, interaction)
            slot.features[:] = features


def _slot(
    figure: Figure,
    places: Sequence[Place],
    right: Sequence[bool],
    features: npt.NDArray[np.float64],
) -> Slot:
    return Slot(
        figure,
        features.astype(np.float32),
        np.array(right, dtype=bool),
        tuple(abs(place.value) for place in places),
        tuple(places),
    )


def _places(
    figure: Figure, passages: Sequence[Passage], filing: Filing, reader: FeatureReader
) -> list[Place]:
    stems = reader.stems(figure)
    return [place for passage in passages for place in read_sheet(passage, filing).near(stems)]


def _best_passages(
    figure: Figure, passages: Sequence[Passage], searchable: LexicalIndex
) -> list[Passage]:
    terms = " ".join(query_terms(figure.concept)) if figure.concept else ""
    scores = searchable.scores(f"{figure.part} {figure.words} {terms}")
    best = np.argsort(-scores, kind="stable")[:SHOWN]
    return [passages[at] for at in sorted(best) if scores[at] > 0]
