"""How an index is built, from the first file to the last vector."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hirec.models.encoder import Encoder
from hirec.settings import Settings
from indexing.company_list import ListedCompany
from indexing.engine import Engine, LocalEngine
from indexing.labels import Label
from indexing.report import Progress, ignore
from indexing.shards import Part, Shards


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What is asked of a build besides the files."""

    prune: bool = False
    """Remove filings whose files have vanished from the folders given."""
    retry_failed: bool = False
    """Read again what failed before, though unchanged, and what lacked OCR."""
    labels: Sequence[Label] = ()
    """What a user says of files; kept for good, the files are read again with it."""
    companies: Sequence[ListedCompany] = ()
    """EDGAR's list; names and symbols become aliases, no file is read again for them."""
    part: Part | None = None
    """Only the files of this shard, for ``merge``; it takes neither labels nor list."""


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What every step of a build is given."""

    settings: Settings
    progress: Progress = ignore
    encoder: Encoder | None = None
    """Embeds the covers; by default the one of the settings, loaded when needed."""
    engine: Engine = field(default_factory=LocalEngine)
    """Reads the files."""
    retry_failed: bool = False
    """Read again what failed before, though unchanged."""
    learn: bool = True
    """Let filings take what they are unsure of from other filings."""
    shard: str = ""
    """Which shard is built, ``i/n``; empty for a whole index."""
    shards: Shards | None = None
    """Finished shards whose readings take the place of files, in a merge."""
