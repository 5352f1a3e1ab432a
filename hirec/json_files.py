"""Files of one JSON document, or of a JSON object a line."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from hirec.types import HirecError


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write one document; what JSON has no type for is written as text."""
    text = json.dumps(content, indent=1, ensure_ascii=False, default=str)
    path.write_text(text + "\n", encoding="utf-8")


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write JSON Lines; the folder is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")


def read_lines(path: Path, failure: type[HirecError]) -> Iterator[tuple[int, str]]:
    """Each line that is not blank with its number, read no further than is asked for.

    Lines end where :func:`write_lines` ends them, not at the separators that strings may hold
    (U+2028, U+0085). Raises ``failure`` where the file cannot be read.
    """
    with readable(path, failure), path.open(encoding="utf-8-sig") as stream:
        for number, line in enumerate(stream, start=1):
            if line.strip():
                yield number, line


@contextmanager
def readable(path: Path, failure: type[HirecError]) -> Iterator[None]:
    """Reads a text file inside; what goes wrong is raised as ``failure``, in one sentence."""
    try:
        yield
    except IsADirectoryError as error:
        raise failure(f"{path} is a folder; name the file in it.") from error
    except OSError as error:
        raise failure(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise failure(f"{path} is not UTF-8 text: {error}.") from error


def parse_json(
    text: str,
    place: str,
    failure: type[HirecError],
    constant: Callable[[str], Any] | None = None,
) -> Any:  # noqa: ANN401 - what JSON may hold
    """A value with its fractions as decimals; raises ``failure``, which names the place.

    Args:
        text: JSON.
        place: Where it stands, for the message.
        failure: What is raised.
        constant: Takes ``NaN`` and the infinities, which are no JSON but often written.

    """
    try:
        return json.loads(text, parse_float=Decimal, parse_constant=constant)
    except ValueError as error:
        raise failure(f"{place} is no JSON: {error}.") from error
    except RecursionError as error:
        raise failure(f"{place} is no JSON of this kind: nested too deep.") from error
