"""Generations: what an index consists of after a finished build, and which one is in force.

A generation names segments and files of its own, none of which ever changes. A build that adds some
filings writes a small segment of them and lists it beside the older ones; filings that were removed
or replaced stay in their segment, without a place in the order of the generation.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from hirec.index.damage import IndexDamagedError, broken
from hirec.index.layout import Layout
from hirec.types import IndexMissingError

_SWITCHES = 5


class FileMark(BaseModel):
    """A file as it was written."""

    model_config = ConfigDict(frozen=True)

    size: int
    sha256: str


class SegmentMark(BaseModel):
    """A segment: its folder, how many filings it holds, its files by name."""

    model_config = ConfigDict(frozen=True)

    name: str
    rows: int
    files: Mapping[str, FileMark]


class Generation(BaseModel):
    """Content of ``generations/N.json``."""

    model_config = ConfigDict(frozen=True)

    number: int
    revision: int
    """State of the catalog that it was made from."""
    lease: int
    """Number of the lease under which it was written."""
    filings: int
    words: int
    """Words of all covers together, for BM25's mean length."""
    fingerprint: str
    """Of filing_ids, their sources and counts: what results depend on."""
    folder: str
    files: Mapping[str, FileMark]
    segments: tuple[SegmentMark, ...]

    def paths(self, layout: Layout) -> dict[Path, FileMark]:
        """All its files with their marks."""
        own = layout.generation_folder(self.folder)
        found = {own / name: mark for name, mark in self.files.items()}
        for segment in self.segments:
            folder = layout.segment_folder(segment.name)
            found |= {folder / name: mark for name, mark in segment.files.items()}
        return found


def generation_numbers(layout: Layout) -> list[int]:
    """Numbers of the generations that are there, the one in force last."""
    stems = (path.stem for path in layout.generations.glob("*.json"))
    return sorted(int(stem) for stem in stems if stem.isdecimal())


def read_generation(layout: Layout, number: int) -> Generation:
    """What a generation consists of.

    Raises:
        FileNotFoundError: a builder has dropped it.
        IndexDamagedError: its file is unreadable.

    """
    path = layout.generation_file(number)
    try:
        return Generation.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise broken(path, f"{error.error_count()} entries are wrong") from error


def newest_generation(layout: Layout) -> Generation:
    """The generation in force.

    Raises:
        IndexMissingError: no build has finished, or all filings were removed.
        IndexDamagedError: its file is unreadable.

    """
    for _ in range(_SWITCHES):
        numbers = generation_numbers(layout)
        if not numbers:
            raise _empty(layout)
        try:
            generation = read_generation(layout, numbers[-1])
        except FileNotFoundError:
            continue  # a builder switched generations between the two reads
        if not generation.filings:
            raise _empty(layout)
        return generation
    raise IndexDamagedError(f"The generations of {layout.root} come and go; is it being deleted?")


def require_whole(layout: Layout, generation: Generation) -> None:
    """Hold the sizes of all files against what was written.

    Raises:
        FileNotFoundError: a file has gone.
        IndexDamagedError: a file has another size.

    """
    for path, mark in generation.paths(layout).items():
        size = path.stat().st_size
        if size != mark.size:
            raise broken(path, f"it has {size} bytes and was written with {mark.size}")


def _empty(layout: Layout) -> IndexMissingError:
    return IndexMissingError(
        f"The index in {layout.root} holds no filings yet; add or finish them with: "
        f"hirec index PATH… --index {layout.root}"
    )
