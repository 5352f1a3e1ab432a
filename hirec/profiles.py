"""Profiles: what kind of files an index holds, and so how questions are matched and answered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from hirec.analysts.protocol import Analyst, History
from hirec.answerer import FilingAnswerer
from hirec.documents.answerer import DocumentAnswerer
from hirec.documents.retriever import DocumentRetriever
from hirec.index import Index
from hirec.models.cross_encoder import CrossEncoder
from hirec.models.encoder import Encoder
from hirec.models.static import load_static_encoder
from hirec.settings import Reading, Settings
from hirec.stages.documents import DocumentStage
from hirec.stages.passage_ranker import PassageRanker
from hirec.stages.passages import PassageSource, PassageStage
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import HierarchicalRetriever, Retriever
from hirec.tournament.by_model import ByModel
from hirec.types import Answer, HirecError, IndexIncompatibleError, Query, Retrieval


class Answerer(Protocol):
    """Questions over one generation of an index."""

    index: Index
    retriever: Retriever

    def understand(self, question: str, as_of: date | None, recorder: Recorder) -> Query:
        """Make it ready for retrieval; raises CannotAnswer.

        Args:
            question: One that stands alone.
            as_of: Filings made later do not count; None: all do.
            recorder: Takes the step.

        """
        ...

    def retrieve(self, question: str, as_of: date | None = None) -> Retrieval:
        """Rank documents and passages; read nothing."""
        ...

    def ask(
        self, question: str, as_of: date | None, history: History, recorder: Recorder
    ) -> Answer:
        """Answer, or abstain with what is missing.

        Args:
            question: As typed.
            as_of: Filings made later do not count; None: all do.
            history: The (question, answer) turns before it, oldest first.
            recorder: Takes the steps.

        """
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What retrieval is made of."""

    index: Index
    encoder: Encoder
    analyst: Analyst
    cross_encoder: CrossEncoder | None


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads filings."""

    first: Analyst
    second: Analyst | None
    """Reads what the first does not verify, by settings of its own."""
    second_settings: Settings
    by_model: ByModel | None
    """What a model does in the tournament."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of files."""

    hierarchy: Callable[[Parts, Settings], Retriever]
    """The system ``hirec``: how a question is matched to documents, then to passages."""
    answerer: Callable[[Index, Retriever, Settings, Readers], Answerer]
    """How it is understood and answered."""
    by_model: bool
    """Whether a language model may read."""

    def require(self, reading: Reading) -> None:
        """Raise HirecError where the settings want a reader that there is not."""
        if reading in (Reading.LLM, Reading.TIERED) and not self.by_model:
            raise HirecError(
                f"No language model reads this kind of index: set analyst to rules, not {reading}."
            )


def passage_stage(
    source: PassageSource,
    analyst: Analyst,
    settings: Settings,
    encoder: Encoder,
    cross_encoder: CrossEncoder | None,
) -> PassageStage:
    """Hirec's passage stage over filings; it gets an encoder only where vectors are asked for.

    Args:
        source: Filings and their passages.
        analyst: Says which passages may state what is asked.
        settings: Weights of the paths; the ranker's file, if any.
        encoder: For the dense path; not used where its weight is 0.
        cross_encoder: For the path of that name; None: the path is off.

    """
    retrieval = settings.retrieval
    embedder = None
    if retrieval.passage_dense_weight or retrieval.bundle_limit:
        full = retrieval.passage_encoder == "full"
        embedder = encoder if full else load_static_encoder(encoder)
    ranker = PassageRanker.load(Path(settings.models.ranker)) if settings.models.ranker else None
    return PassageStage(source, analyst, settings, cross_encoder, embedder, ranker)


def _of_filings(parts: Parts, settings: Settings) -> Retriever:
    index, analyst, encoder = parts.index, parts.analyst, parts.encoder
    return HierarchicalRetriever(
        DocumentStage(index, encoder, settings.retrieval, parts.cross_encoder),
        passage_stage(index, analyst, settings, encoder, parts.cross_encoder),
    )


def _of_documents(parts: Parts, settings: Settings) -> Retriever:
    return DocumentRetriever(parts.index, parts.encoder, settings.retrieval)


def _over_filings(
    index: Index, retriever: Retriever, settings: Settings, readers: Readers
) -> Answerer:
    answerer = FilingAnswerer(index, readers.first, retriever, settings, readers.by_model)
    if readers.second is not None:
        answerer.with_second(readers.second, readers.second_settings)
    return answerer


def _over_documents(
    index: Index, retriever: Retriever, settings: Settings, readers: Readers
) -> Answerer:
    del readers  # who read filings
    return DocumentAnswerer(index, retriever, settings)


PROFILES: Mapping[str, Profile] = {
    "filings": Profile(_of_filings, _over_filings, by_model=True),
    "documents": Profile(_of_documents, _over_documents, by_model=False),
}


def profile_of(index: Index) -> Profile:
    """The profile that an index was made with.

    Raises :class:`IndexIncompatibleError` where a later program made it with another.
    """
    if index.profile not in PROFILES:
        raise IndexIncompatibleError(
            f"The index in {index.layout.root} is one of {index.profile}, which this program does "
            f"not know; it knows {' and '.join(PROFILES)}."
        )
    return PROFILES[index.profile]
