"""JSON for programs: results on standard output, progress on standard error."""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def json_line(content: object) -> str:
    """JSON without a line break; dates and paths as they are written."""
    return json.dumps(content, ensure_ascii=False, default=str)


def print_json(content: object) -> None:
    """Print one line of JSON on standard output."""
    print(json_line(content), flush=True)


def print_progress(event: "DataclassInstance") -> None:
    """Print what happened in a long run, a line among others on standard output."""
    print_json({"event": "progress", **asdict(event)})


def log_progress(content: object) -> None:
    """Write how far long work is, a line on standard error."""
    print(json_line(content), file=sys.stderr, flush=True)
