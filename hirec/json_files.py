"""Result files: one JSON document, or a JSON object a line."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write one document; what JSON has no type for is written as text."""
    text = json.dumps(content, indent=1, ensure_ascii=False, default=str)
    path.write_text(text + "\n", encoding="utf-8")


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON Lines; the folder is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")
