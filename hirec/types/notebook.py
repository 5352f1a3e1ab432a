"""An answer as a notebook shows it, from what :meth:`hirec.types.Answer.to_dict` gives.

Everything that comes from a question or a filing is escaped; nothing is loaded from anywhere.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame

_COLOURS = {"verified": "#17693f", "unverified": "#8a5600", "abstained": "#a52f28"}
_COLUMNS = ("part", "filing_id", "page_number", "passage_id", "quote")


def answer_html(answer: Mapping[str, Any]) -> str:
    """Text, verdict and why, each figure with its cell, and the other places cited."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # only notebooks wait for it

    environment = Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    return environment.get_template("notebook.html").render(answer=answer, colours=_COLOURS)


def citation_frame(answer: Mapping[str, Any]) -> "DataFrame":
    """A row for each citation, those of parts under the part's subject or question.

    Raises ModuleNotFoundError where pandas is not installed.
    """
    try:
        from pandas import DataFrame
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "A frame of citations needs pandas, which is not installed: pip install pandas"
        ) from error
    return DataFrame(_rows(answer), columns=list(_COLUMNS))


def _rows(answer: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    owners = [(part["subject"] or part["question"], part) for part in answer["parts"]]
    return [
        (name, *(cited[column] for column in _COLUMNS[1:]))
        for name, owner in owners or [("", answer)]
        for cited in owner["citations"]
    ]
