"""Profiles: what kind of files an index holds, and so how each is read and identified."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from hirec.settings import IndexSettings
from hirec.types import Document, HirecError, Identity, Passage


@dataclass(frozen=True, slots=True)
class Steps:
    """From a file to what the index keeps of it."""

    read: Callable[[Path], Document]
    """Raises ReadError."""
    identify: Callable[[Document, str], Identity]
    """The text is what the file is told beside itself (:mod:`indexing.hints`)."""
    name: Callable[[Identity, str], str]
    """Its id, of an identity and the file's name."""
    cover: Callable[[Document, Identity], str]
    """The text that is embedded and searched when documents are chosen."""
    cut: Callable[[Document, str, Identity, IndexSettings], list[Passage]]
    weak: Callable[[Identity], str]
    """Which fields of the identity are weak, in words."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of files."""

    module: str
    """What reads them, with its ``STEPS``; a process that reads nothing need not import it."""
    registrants: bool
    """Whether files tell each other of companies, and users and EDGAR's list tell of them."""
    enriched: bool
    """Whether the steps of enrichment are made for them."""

    def steps(self) -> Steps:
        """Import what reads them."""
        steps: Steps = import_module(self.module).STEPS
        return steps


PROFILES: Mapping[str, Profile] = {
    "filings": Profile("indexing.filings", registrants=True, enriched=True),
    "documents": Profile("indexing.documents.steps", registrants=False, enriched=False),
}


def resolve_profile(settings: IndexSettings, labels: Sequence[object] = ()) -> Profile:
    """The profile of the settings.

    ``labels`` are labels and companies to be taken in. Raises HirecError where the profile has no
    use for them, or for enrichment that is on.
    """
    profile = PROFILES[settings.profile]
    if labels and not profile.registrants:
        raise HirecError(
            f"Labels and company lists are about filings; an index of {settings.profile} takes "
            "none."
        )
    if settings.enrichment.steps() and not profile.enriched:
        raise HirecError(
            f"Enrichment is made for filings; leave index.enrichment out for {settings.profile}."
        )
    return profile
