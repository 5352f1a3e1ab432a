"""How an index is built, from the first file to the last vector."""

from dataclasses import dataclass, field

from hirec.models.encoder import Encoder
from hirec.settings import Settings
from indexing.engine import Engine, LocalEngine
from indexing.report import Progress, ignore
from indexing.shards import Shards


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
    """Let filings be told what other filings say."""
    shard: str = ""
    """Which shard is built, ``i/n``; empty for a whole index."""
    shards: Shards | None = None
    """Finished shards whose readings take the place of files, in a merge."""
