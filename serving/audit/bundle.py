"""An audit bundle in a folder: ``bundle.json`` for machines, ``bundle.html`` for people."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from hirec.index import Index
from hirec.llm.cache import ReplyCache
from hirec.types import HirecError
from serving.audit.page import page
from serving.audit.story import Replies, build_story, canonical

FORMAT = 1
_NAME = "bundle.json"

Bundle = dict[str, Any]


def make_bundle(content: Mapping[str, Any], index: Index) -> Bundle:
    """A stored trace as a bundle; raises :class:`HirecError` for one made before there were any."""
    if "run" not in content:
        raise HirecError("This trace does not say how it was asked; ask the question again.")
    cache = content["run"]["settings"].get("llm", {}).get("cache", "")
    with kept_replies(cache) as replies:
        story = build_story(content, index, replies)
    return {
        "format": FORMAT,
        "trace_id": content["trace_id"],
        "run": content["run"],
        "sha256": hashlib.sha256(canonical(story).encode()).hexdigest(),
        "spent": {"usage": content["usage"], "seconds_by_stage": content["seconds_by_stage"]},
        "story": story,
    }


@contextmanager
def kept_replies(cache: str) -> Iterator[Replies]:
    """Looks replies up in a cache; where there is no such file none was kept."""
    if not cache or not Path(cache).is_file():
        yield lambda _: None
        return
    with closing(ReplyCache(cache)) as opened:

        def reply(key: str) -> str | None:
            kept = opened.get(key)
            return (kept.text or None) if kept else None

        yield reply


def write_bundle(bundle: Bundle, folder: Path) -> tuple[Path, Path]:
    """Write both files; returns their paths. Raises :class:`HirecError`."""
    as_json, as_page = folder / _NAME, folder / "bundle.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(bundle, ensure_ascii=False, indent=1, sort_keys=True)
        as_json.write_text(text + "\n", encoding="utf-8")
        as_page.write_text(page(bundle), encoding="utf-8")
    except OSError as error:
        raise HirecError(f"Cannot write the bundle to {folder}: {error.strerror}.") from error
    return as_json, as_page


def read_bundle(path: Path) -> Bundle:
    """A bundle by its folder or its JSON file; raises :class:`HirecError`."""
    file = path / _NAME if path.is_dir() else path
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise HirecError(f"Cannot read the bundle {file}: {error.strerror}.") from error
    except ValueError as error:
        raise HirecError(f"The bundle {file} is damaged: {error}.") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise HirecError(f"{file} is no audit bundle of format {FORMAT}; make it again.")
    if missing := {"run", "story", "trace_id"} - content.keys():
        raise HirecError(f"The bundle {file} is damaged: it lacks {', '.join(sorted(missing))}.")
    return content
