"""EDGAR's full-submission text: header fields and the documents wrapped in one file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_DOCUMENT = re.compile(rb"<DOCUMENT>(.*?)(?:</DOCUMENT>|(?=<DOCUMENT>)|\Z)", re.DOTALL)
_TYPE = re.compile(rb"<TYPE>\s*([^\s<][^\n<]*)")
_TEXT = re.compile(rb"<TEXT>(.*?)(?:</TEXT>|\Z)", re.DOTALL)
_WANTED_EXHIBITS = re.compile(r"EX-(?:99|13)(?:\.|$|-)", re.IGNORECASE)
_HEADER_CHARS = 20_000
_FIELDS = {
    "CONFORMED SUBMISSION TYPE": "DocumentType",
    "CONFORMED PERIOD OF REPORT": "DocumentPeriodEndDate",
    "COMPANY CONFORMED NAME": "EntityRegistrantName",
    "CENTRAL INDEX KEY": "EntityCentralIndexKey",
    "IRS NUMBER": "EntityTaxIdentificationNumber",
    "SEC FILE NUMBER": "EntityFileNumber",
    "FILED AS OF DATE": "FilingDate",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One document of a submission: its EDGAR type (``10-K``, ``EX-99.1``) and its content."""

    form: str
    content: bytes


def is_submission(data: bytes) -> bool:
    """True where the file starts as a full submission or as one wrapped document."""
    start = data[:2000].lstrip()
    marks = (b"<SEC-DOCUMENT>", b"-----BEGIN PRIVACY", b"<DOCUMENT>", b"<IMS-DOCUMENT>")
    return start.startswith(marks)


def header_fields(data: bytes) -> Mapping[str, str]:
    """Fields of the SEC header under their dei names, dates as ISO; ``FilingDate`` besides."""
    head = data[:_HEADER_CHARS].partition(b"<DOCUMENT>")[0].decode("latin-1")
    fields: dict[str, str] = {}
    for name, dei in _FIELDS.items():
        found = re.search(rf"^\s*{name}:[ \t]*(\S.*?)\s*$", head, re.MULTILINE)
        if found:
            fields[dei] = re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", found[1])
    number = fields.get("EntityTaxIdentificationNumber", "")
    if re.fullmatch(r"\d{9}", number):
        fields["EntityTaxIdentificationNumber"] = f"{number[:2]}-{number[2:]}"
    return fields


def filing_parts(data: bytes) -> list[Part]:
    """The main document, then press releases (EX-99) and annual reports (EX-13).

    Other exhibits, images and data files are left out. Empty where nothing is wrapped.
    """
    parts: list[Part] = []
    for document in _DOCUMENT.finditer(data):
        kind = _TYPE.search(document[1])
        text = _TEXT.search(document[1])
        form = kind[1].decode("latin-1").strip() if kind else ""
        if text is None or not text[1].strip() or b"<PDF>" in text[1][:200]:
            continue
        if not parts or _WANTED_EXHIBITS.match(form):
            parts.append(Part(form, text[1]))
    return parts
