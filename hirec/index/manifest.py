"""What an index was made with, and the refusal to use it with anything else."""

from collections.abc import Mapping
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from hirec.index.layout import SCHEMA_VERSION, Layout
from hirec.settings import IndexSettings
from hirec.types import IndexIncompatibleError, IndexMissingError

REMEDY = "index the filings again into a new folder with: hirec index PATH… --index NEW_FOLDER"


class Manifest(BaseModel):
    """Content of ``manifest.json``."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    schema_version: int
    encoder: str = ""
    """Fingerprint of the encoder that made the vectors."""
    passages: Mapping[str, int | str] = {}
    """Settings that change the passages; of the enrichment steps only those that are on, each with
    what writes it: rules, or model and prompt."""
    profile: str = "filings"
    """What kind of files it holds, and so how they are identified and questions matched."""
    shard: str = ""
    """Which part of a collection it holds, as ``2/8``; empty: all of it."""

    @classmethod
    def of(
        cls,
        settings: IndexSettings,
        encoder_fingerprint: str,
        enrichment: Mapping[str, str] | None = None,
        shard: str = "",
    ) -> Self:
        """The manifest that a build with these settings writes.

        Args:
            settings: Sizes of passages and tables, and the profile, are written down.
            encoder_fingerprint: Of the encoder that makes the vectors.
            enrichment: Step that is on → what writes it.
            shard: Which part of a collection, as ``2/8``; empty: all of it.

        """
        cut = settings.model_dump(include={"chunk_size", "chunk_overlap", "table_size"})
        on = {f"enrichment.{name}": by for name, by in (enrichment or {}).items()}
        return cls(
            schema_version=SCHEMA_VERSION,
            encoder=encoder_fingerprint,
            passages=cut | on,
            profile=settings.profile,
            shard=shard,
        )


def read_manifest(layout: Layout) -> Manifest:
    """Read and check the schema version.

    Raises:
        IndexMissingError: there is no index in the folder.
        IndexIncompatibleError: its manifest is unreadable or of another schema version.

    """
    root = layout.root
    try:
        manifest = Manifest.model_validate_json(layout.manifest.read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        raise IndexMissingError(
            f"There is no index in {root}; make one with: hirec index PATH… --index {root}"
        ) from error
    except ValidationError as error:
        raise IndexIncompatibleError(
            f"{layout.manifest} is not the manifest of an index; {REMEDY}"
        ) from error
    if manifest.schema_version != SCHEMA_VERSION:
        kept = f" --labels {layout.labels}" if layout.labels.exists() else ""
        raise IndexIncompatibleError(
            f"The index in {root} has schema version {manifest.schema_version}, this program "
            f"reads version {SCHEMA_VERSION}; {REMEDY}{kept}"
        )
    return manifest


def require_encoder(manifest: Manifest, fingerprint: str, layout: Layout) -> None:
    """Refuse an encoder that did not make the vectors.

    Args:
        manifest: That of the index.
        fingerprint: Of the encoder that is to make query vectors.
        layout: Where the index is, for the message.

    Raises:
        IndexIncompatibleError: another one made them.

    """
    if manifest.encoder != fingerprint:
        raise IndexIncompatibleError(
            f"The index in {layout.root} was made with encoder {manifest.encoder}, the settings "
            f"name encoder {fingerprint}; use the settings it was made with, or {REMEDY}"
        )


def require_same(found: Manifest, expected: Manifest, layout: Layout) -> None:
    """Refuse a build that would mix two ways of indexing.

    Args:
        found: Manifest of the index that is there.
        expected: The one that the build would write.
        layout: Where the index is, for the message.

    Raises:
        IndexIncompatibleError: they differ in encoder, shard, profile or passages.

    """
    require_encoder(found, expected.encoder, layout)
    if found.shard != expected.shard:
        is_one = f"shard {found.shard} of a collection" if found.shard else "no shard"
        remedy = f"give --shard {found.shard}, or another folder"
        raise IndexIncompatibleError(
            f"The index in {layout.root} is {is_one}; "
            + (remedy if found.shard else "give another folder for the shard.")
        )
    if found.profile != expected.profile:
        raise IndexIncompatibleError(
            f"The index in {layout.root} is one of {found.profile}, the settings say "
            f"{expected.profile}; give --profile {found.profile}, or another folder."
        )
    for name in [*expected.passages, *found.passages]:
        made, stated = (each.passages.get(name, "off") for each in (found, expected))
        if made != stated:
            raise IndexIncompatibleError(
                f"The index in {layout.root} was made with index.{name} = {made}, the settings "
                f"say {stated}; use the settings it was made with, or {REMEDY}"
            )
