"""What users say of filings: ``key=value`` on the command line, or a CSV with a row a file."""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from hirec.types import Form, HirecError

_YEARS = range(1990, 2101)
_FIRST_ROW = 2
"""Of a CSV, as a spreadsheet counts: the first is the heading."""


class LabelError(HirecError):
    """A correction that cannot be taken; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a user says of one file."""

    file: str
    """Path, name or filing_id, as given."""
    values: Mapping[str, str]
    """Key → value in its normal form; empty takes a correction back."""
    place: str = ""
    """Where it was said, for messages: ``labels.csv, row 3: ``."""


def _company(text: str) -> str | None:
    return " ".join(text.split()) if re.search(r"\w", text) else None


def _form(text: str) -> str | None:
    plain = re.sub(r"\W", "", text).upper()
    known = {re.sub(r"\W", "", form.value).upper(): form for form in Form}
    form = known.get(plain)
    return form.value if form is not None and form.name != "UNKNOWN" else None


def _year(text: str) -> str | None:
    return text if re.fullmatch(r"\d{4}", text) and int(text) in _YEARS else None


def _quarter(text: str) -> str | None:
    found = re.fullmatch(r"[Qq]?([1-4])", text)
    return found[1] if found else None


def _day(text: str) -> str | None:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def _ticker(text: str) -> str | None:
    return text.upper() if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.-]{0,9}", text) else None


def _cik(text: str) -> str | None:
    return text.zfill(10) if re.fullmatch(r"\d{1,10}", text) and int(text) else None


def _ein(text: str) -> str | None:
    found = re.fullmatch(r"(\d{2})-?(\d{7})", text)
    return f"{found[1]}-{found[2]}" if found else None


def _file_number(text: str) -> str | None:
    return text if re.fullmatch(r"\d{1,3}-\d{2,8}(?:-\d{1,2})?", text) else None


def _truth(text: str) -> str | None:
    known = dict.fromkeys(("yes", "true", "1"), "yes") | dict.fromkeys(("no", "false", "0"), "no")
    return known.get(text.lower())


_FORMS = ", ".join(form.value for form in Form if form.name != "UNKNOWN")
KEYS: Mapping[str, tuple[str, Callable[[str], str | None]]] = {
    "company": ("the registrant's name", _company),
    "form": (f"one of {_FORMS}", _form),
    "fiscal_year": (f"a year from {_YEARS[0]} to {_YEARS[-1]}", _year),
    "fiscal_quarter": ("1, 2, 3 or 4", _quarter),
    "period_end": ("a day such as 2023-12-31", _day),
    "filing_date": ("a day such as 2024-02-15", _day),
    "ticker": ("a trading symbol such as BRK.B", _ticker),
    "cik": ("EDGAR's number of the company, up to ten digits", _cik),
    "ein": ("an I.R.S. number such as 12-3456789", _ein),
    "file_number": ("a Commission file number such as 001-36743", _file_number),
    "amendment": ("yes or no", _truth),
}
"""Fields a user may correct → what may be said, and how it is brought into its normal form."""


def parse_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """Read ``key=value`` pairs; raises :class:`LabelError` for what is none of them."""
    values: dict[str, str] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise LabelError(f"{pair!r} is no key=value; keys are {', '.join(KEYS)}.")
        if key in values:
            raise LabelError(f"{key} is given twice; say it once.")
        values[key] = _normal(key, text, "")
    return values


def printed_labels(corrections: Mapping[str, Mapping[str, str]]) -> bytes:
    """Corrections by file as :func:`read_labels` reads them, for an index made anew."""
    out = io.StringIO(newline="")
    rows = csv.DictWriter(out, ["file", *KEYS])
    rows.writeheader()
    rows.writerows({"file": file, **values} for file, values in sorted(corrections.items()))
    return out.getvalue().encode()


def read_labels(path: Path) -> list[Label]:
    """Rows of a CSV with a column ``file`` and any of the keys; an empty cell says nothing.

    Raises:
        LabelError: the file or a row of it cannot be used; the sentence names the row.

    """
    try:
        # Spreadsheets put a byte-order mark in front.
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        stated = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise LabelError(f"{path} cannot be read: {stated}; give a CSV file.") from error
    rows = csv.reader(text.splitlines())
    heading = [name.strip().lower() for name in next(rows, [])]
    _check_heading(heading, path.name)
    labels = []
    for number, row in enumerate(rows, start=_FIRST_ROW):
        place = f"{path.name}, row {number}: "
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(heading):
            raise LabelError(
                f"{place}{len(row)} cells under {len(heading)} headings; quote commas."
            )
        cells = dict(zip(heading, (cell.strip() for cell in row), strict=False))
        file = cells.pop("file", "")
        if not file:
            raise LabelError(f"{place}the column file is empty; say which file the row is about.")
        values = {key: _normal(key, cell, place) for key, cell in cells.items() if cell}
        labels.append(Label(file, values, place))
    return labels


def _check_heading(heading: Sequence[str], name: str) -> None:
    if "file" not in heading:
        raise LabelError(
            f"{name} has no column file; its first row must name the columns: file and any of "
            f"{', '.join(KEYS)}."
        )
    for column in heading:
        if column != "file" and column not in KEYS:
            raise LabelError(
                f"{name} has a column {column!r}, which is no key; keys are {', '.join(KEYS)}."
            )
        if heading.count(column) > 1:
            raise LabelError(f"{name} has two columns {column}; keep one.")


def _normal(key: str, text: str, place: str) -> str:
    if key not in KEYS:
        raise LabelError(f"{place}{key!r} is no key; keys are {', '.join(KEYS)}.")
    allowed, normalize = KEYS[key]
    text = text.strip()
    if not text:
        return ""
    value = normalize(text)
    if value is None:
        raise LabelError(f"{place}{key} cannot be {text!r}; it must be {allowed}.")
    return value
