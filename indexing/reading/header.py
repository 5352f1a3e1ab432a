"""Header rows of a grid: unit line, period shared by the columns, labels of the columns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from hirec.numbers import parse_number
from hirec.periods.dates import MONTH_NAMES
from indexing.reading.tokens import Token, clean_label

UNIT_LINE = re.compile(
    r"\b(?:in|amounts?|dollars?|shares|u\.s\.|\$|expressed)\b.{0,40}\b(?:thousands?|millions?|billions?)\b"
    r"|^\W*(?:[$€£]|us\$)?\s*(?:in\s+)?(?:thousands?|millions?|billions?)\b.{0,120}\)?\s*$"
    r"|\((?:[$€£]\s*)?(?:in\s+)?(?:thousands|millions|billions)\b"
    r"|^\W*[$€£]\s+in\s+(?:thousands|millions|billions)|\(?\s*0{3}['’]?s\b"
    r"|^\W*(?:as\s+a\s+|in\s+)?percent(?:age)?s?\b.{0,60}\)?$"
    r"|^\(\s*(?:dollars|unaudited;?\s+in|tabular)\b",
    re.IGNORECASE,
)
_UNIT_PART = re.compile(
    r"\(\s*[^()]*\b(?:thousands?|millions?|billions?|0{3}['’]?s)\b(?:[^()]|\([^()]*\))*\)?",
    re.IGNORECASE,
)
PERIOD_WORDS = re.compile(
    r"\b(?:ended|ending|as of|years?|months|weeks|quarters?|fiscal|at|period"
    rf"|{MONTH_NAMES})\b",
    re.IGNORECASE,
)
_NAMES_LABELS = re.compile(
    r"(?:fiscal\s+)?(?:years?|quarters?|months?|periods?)(?:\s*\(\w\))?", re.IGNORECASE
)
"""A corner that says what the labels below it are; no period of the columns."""
_UNAUDITED = re.compile(r"\(?(?:un)?audited\)?", re.IGNORECASE)
YEAR = re.compile(
    r"(?:19|20)[0-9]{2}(?:\s?\(?[a-zA-Z0-9*]{0,2}\)|\s?\[[a-z0-9]\]|\s?[*†‡§#]{1,3})?"
)
"""A year with the mark of a footnote: ``2022``, ``2022*``, ``2022 (1)``, ``2022(a)``."""
_SPANNERS = 2
_MARK = re.compile(r"\((?:[1-9]|[a-z])\)")
_NO_VALUE = re.compile(r"(?:n\.?\s?/?\s?[am]\.?|nmf?|\*+|#|\(?[a-z]\)|unlimited)", re.IGNORECASE)

LabelledRow = tuple[Token | None, list[Token]]
"""A row's label, if any, and its values."""


def is_unit_line(text: str) -> bool:
    """Whether a line says the scale or unit of a table, such as ``(In millions)``."""
    return len(text) < 200 and UNIT_LINE.search(text) is not None


def in_sequence(texts: Sequence[str]) -> bool:
    """Whether at least two texts are years that follow one another, as column headings do."""
    years = [int(text[:4]) for text in texts if YEAR.fullmatch(text)]
    if len(years) < 2 or len(years) < len(texts):
        return False
    return all(abs(b - a) == 1 for a, b in pairwise(years))


@dataclass(slots=True)
class Header:
    """What the rows above a table's body say."""

    labels: list[str] = field(default_factory=list)
    """One a column, spanning parts first."""
    unit_line: str = ""
    caption: str = ""


def read_header(
    head: Sequence[LabelledRow],
    groups: Sequence[Sequence[int]],
    above: str,
    labels: Sequence[str] = (),
) -> Header:
    """Labels of the columns, and what stands in the corner.

    "December 31," before columns of years dates them; before rows of years it is the rows'.

    Args:
        head: Header rows, from the top.
        groups: Grid columns that make each column.
        above: Period that all columns share, printed over the grid; empty: none.
        labels: Of the rows below.

    """
    parts: list[list[str]] = [[] for _ in groups]
    header = Header()
    prefixes = [above] if above else []
    for row, (label, values) in enumerate(head, start=1):
        corner, values = _cornered(label, values)
        if corner:
            _read_corner(corner, header, prefixes)
        each = _repeated(values, head[row:], len(groups))
        for place, token in enumerate(values):
            if _UNAUDITED.fullmatch(token.text):
                continue
            spanned = range(place * each, (place + 1) * each) if each else _covered(token, groups)
            if token.text[0] == "(" and is_unit_line(token.text):
                last_some = len(spanned) > 1 and spanned[0] > 0 and spanned[-1] == len(groups) - 1
                header.unit_line = header.unit_line or ("" if last_some else token.text)
                if token.text == header.unit_line:
                    continue  # any other is that of its own columns only
            for at in spanned:
                if token.text not in parts[at]:
                    parts[at].append(token.text)
    if not any(YEAR.search(word) for part in parts for word in part):
        prefixes = [text for text in prefixes if not _NAMES_LABELS.fullmatch(text)]
        if _are_years(labels) and not any(map(YEAR.search, prefixes)):
            header.caption = ", ".join(text for text in (header.caption, *prefixes) if text)
            prefixes = []
    prefix = clean_label(" ".join(prefixes))
    header.labels = [clean_label(" ".join([prefix, *part])) for part in parts]
    return header


def _are_years(labels: Sequence[str]) -> bool:
    years = sum(YEAR.match(label) is not None for label in labels)
    return years >= _SPANNERS and years * 2 > len(labels)


def _with_whole_unit_line(row: Sequence[Token]) -> list[Token]:
    """A row of headings with a unit line in one that is cut up by the columns it runs over.

    "(in thousands, | except revenue per | membership and percentages)".
    """
    starts = (at for at, token in enumerate(row) if is_unit_line(token.text) and _opens(token.text))
    first = next(starts, len(row))
    for last in range(first + 1, len(row)):
        whole = " ".join(token.text for token in row[first : last + 1])
        if not _opens(whole):
            return [*row[:first], replace(row[first], text=whole), *row[last + 1 :]]
    return list(row)


def _cornered(label: Token | None, values: Sequence[Token]) -> tuple[str, list[Token]]:
    """Corner and headings of a row, a unit line in one piece."""
    if label is None:
        return "", _with_whole_unit_line(values)
    corner, *rest = _with_whole_unit_line([label, *values])
    return corner.text, rest


def _opens(text: str) -> bool:
    return text.count("(") > text.count(")")


def _read_corner(text: str, header: Header, prefixes: list[str]) -> None:
    """Text left of the column headings: a unit line, a period all columns share, or a caption."""
    if is_unit_line(text):
        part = _UNIT_PART.search(text)
        header.unit_line = header.unit_line or (part.group() if part else text)
        text = clean_label(text.replace(part.group(), " ")) if part else ""
    if not text:
        return
    if PERIOD_WORDS.search(text) and len(text) < 80:
        prefixes.append(text)
    elif text not in header.caption:
        header.caption = f"{header.caption}, {text}" if header.caption else text


def _repeated(values: Sequence[Token], below: Sequence[LabelledRow], columns: int) -> int:
    """How many columns each heading spans, by the headings below that begin anew under each.

    "2017 | 2016" under each of four quarters: printed by the middle of its two columns, a quarter
    may stand nearer to its neighbour's. 0 where nothing repeats so.
    """
    each = columns // max(len(values), 1)
    if len(values) < _SPANNERS or each < _SPANNERS or each * len(values) != columns:
        return 0
    if len({token.text for token in values}) < len(values):
        return 0  # "Gross | Gross" is the first line of what stands below
    lines = [[token.text for token in tokens] for _, tokens in below if len(tokens) == columns]
    return each if any(begins_anew(texts, each) for texts in lines) else 0


def begins_anew(texts: Sequence[str], each: int) -> bool:
    """Whether headings repeat, so many at a time and no two of these alike: "2017 | 2016" twice."""
    group = list(texts[:each])
    return len({*group}) == each and list(texts) == group * (len(texts) // each)


def _covered(token: Token, groups: Sequence[Sequence[int]]) -> list[int]:
    inside = [
        at for at, group in enumerate(groups) if any(token.first <= a <= token.last for a in group)
    ]
    if inside:
        return inside
    return [min(range(len(groups)), key=lambda at: min(abs(a - token.last) for a in groups[at]))]


def is_body(label: str, values: Sequence[Token]) -> bool:
    """Whether a row holds values rather than column headings such as years or dates."""
    if all(_is_heading(token.text) for token in values):
        return False
    numbers = [v for v in values if parse_number(v.text) is not None]
    if all(_MARK.fullmatch(v.text) for v in numbers):
        words = sum(v.text[0].isalpha() for v in values)
        if words or not label:
            return False
    years = [v for v in numbers if YEAR.fullmatch(v.text)]
    unmarked = [v for v in numbers if not _MARK.fullmatch(v.text)]
    if not years or len(years) < len(unmarked):
        return True
    bare = not label or is_unit_line(label) or PERIOD_WORDS.search(label) is not None
    return not (bare or in_sequence([v.text for v in values]))


def is_period_header(label: str, values: Sequence[Token]) -> bool:
    """Whether a row below the first body row starts a new header of years or dates."""
    if label and not (is_unit_line(label) or PERIOD_WORDS.search(label)):
        return in_sequence([v.text for v in values])
    if sum(YEAR.search(v.text) is not None for v in values) * 2 > len(values):
        return True
    # "Nine Months Ended March 31, 2025 | Net Sales Growth | Organic Sales Growth"
    dated = bool(label) and YEAR.search(label) and PERIOD_WORDS.search(label)
    return bool(dated) and len(values) > 1 and all(_is_heading(v.text) for v in values)


def body_start(rows: Sequence[LabelledRow]) -> int:
    """Index of the first row that is neither header nor a caption or unit line above it."""
    last_header = -1
    for at, (label, values) in enumerate(rows):
        if not values:
            continue
        if is_body(label.text if label else "", values):
            break
        last_header = at
    return last_header + 1


def _is_heading(text: str) -> bool:
    if YEAR.fullmatch(text):
        return True
    if parse_number(text) is not None or _NO_VALUE.fullmatch(text):
        return False
    stacked = text.split()
    return len(stacked) < 2 or any(
        parse_number(part) is None or YEAR.fullmatch(part) for part in stacked
    )
