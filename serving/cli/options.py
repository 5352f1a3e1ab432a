"""Options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

At = Annotated[Path, typer.Option("--index", help="Folder of the index.")]
Preset = Annotated[Path | None, typer.Option("--settings", help="YAML preset over the defaults.")]
ModelPreset = Annotated[Path, typer.Option("--settings", help="YAML preset with a section llm.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsMetrics = Annotated[bool, typer.Option("--json", help="Print metrics.json.")]
AsLines = Annotated[bool, typer.Option("--json", help="JSON lines on standard output.")]
