"""An answer as a notebook shows it, from what :meth:`hirec.types.Answer.to_dict` gives.

Everything that comes from a question or a filing is escaped; nothing is loaded from anywhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame

_COLOURS = {"verified": "#17693f", "unverified": "#8a5600", "abstained": "#a52f28"}
_CELL = 'style="text-align:left;padding:2px 10px 2px 0"'
_COLUMNS = ("part", "filing_id", "page_number", "passage_id", "quote")


def answer_html(answer: Mapping[str, Any]) -> str:
    """Text, verdict and why, each figure with its cell, and the other places cited."""
    text = f'<p style="font-size:1.2em;font-weight:600">{escape(answer["text"])}</p>'
    inside = [text, _verdict(answer)]
    for part in answer["parts"]:
        inside.append(f"<h4>{escape(part['subject'] or part['question'])}</h4>")
        inside.append(answer_html(part))
    if not answer["parts"]:
        operands = answer["program"]["operands"] if answer["program"] else ()
        inside += [_figures(operands), _places(answer["citations"], operands)]
        if answer["program"]:
            inside.append(f"<pre>{escape(answer['program']['source'].strip())}</pre>")
    return f"<div>{''.join(inside)}</div>"


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


def _verdict(answer: Mapping[str, Any]) -> str:
    verdict = answer["verdict"]
    badge = f'<b style="color:{_COLOURS[verdict]}">{escape(verdict)}</b>'
    reason = answer["reason"]
    return f"<p>{badge} {escape(reason) if reason and reason != answer['text'] else ''}</p>"


def _figures(operands: Iterable[Mapping[str, Any]]) -> str:
    rows = [
        (
            each["name"],
            each["printed"],
            each["row"],
            each["column"],
            each["table"],
            f"{each['filing_id']}, page {each['page_number']}",
        )
        for each in operands
    ]
    return _table(("Figure", "Printed", "Row", "Column", "Table", "Place"), rows)


def _places(citations: Iterable[Mapping[str, Any]], operands: Iterable[Mapping[str, Any]]) -> str:
    """Citations other than of figures."""
    shown = {each["passage_id"] for each in operands}
    items = [
        f"<li>{escape(each['filing_id'])}, page {each['page_number']}: "
        f"<q>{escape(each['quote'])}</q></li>"
        for each in citations
        if each["passage_id"] not in shown
    ]
    return f"<ul>{''.join(items)}</ul>" if items else ""


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th {_CELL}>{escape(each)}</th>" for each in heads)
    body = "".join(
        f"<tr>{''.join(f'<td {_CELL}>{escape(each)}</td>' for each in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
