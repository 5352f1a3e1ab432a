"""EDGAR's full-submission text: header fields and the documents wrapped in one file."""

import html
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
    "TYPE": "DocumentType",
    "CONFORMED PERIOD OF REPORT": "DocumentPeriodEndDate",
    "PERIOD": "DocumentPeriodEndDate",
    "COMPANY CONFORMED NAME": "EntityRegistrantName",
    "CONFORMED-NAME": "EntityRegistrantName",
    "CENTRAL INDEX KEY": "EntityCentralIndexKey",
    "CIK": "EntityCentralIndexKey",
    "IRS NUMBER": "EntityTaxIdentificationNumber",
    "IRS-NUMBER": "EntityTaxIdentificationNumber",
    "EIN": "EntityTaxIdentificationNumber",
    "SEC FILE NUMBER": "EntityFileNumber",
    "FILE-NUMBER": "EntityFileNumber",
    "FILED AS OF DATE": "FilingDate",
    "FILING-DATE": "FilingDate",
    "FISCAL YEAR END": "CurrentFiscalYearEndDate",
    "FISCAL-YEAR-END": "CurrentFiscalYearEndDate",
    "STANDARD INDUSTRIAL CLASSIFICATION": "StandardIndustrialClassification",
    "ASSIGNED-SIC": "StandardIndustrialClassification",
    "FORMER CONFORMED NAME": "FormerName",
    "FORMER-CONFORMED-NAME": "FormerName",
}
"""Both ways in which EDGAR writes its header: ``CIK: 1`` for people, ``<CIK>1`` for machines."""
_LINE = re.compile(
    r"^[ \t]*(?:<(?P<tag>[A-Z][A-Z-]+)>|(?P<label>[A-Z][A-Z -]+):)[ \t]*(?P<value>[^\n]*?)[ \t]*$",
    re.M,
)
_PARTY = re.compile(
    r"^[ \t]*(?:<(?P<tag>SUBJECT-COMPANY|ISSUER|FILER|FILED-BY|REPORTING-OWNER)>"
    r"|(?P<label>SUBJECT COMPANY|ISSUER|FILER|FILED BY|REPORTING-OWNER):)[ \t]*$",
    re.MULTILINE,
)
_PARTIES = ("SUBJECT COMPANY", "ISSUER", "FILER")
"""Whose filing it is, the first of these that a header names."""
_HEADED = re.compile(
    r"<(?:SEC|IMS)-HEADER>|^\s*(?:ACCESSION NUMBER:|CONFORMED SUBMISSION)|<ACCESSION-", re.M
)


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


def header_of(data: bytes) -> Mapping[str, str]:
    """Fields of the header in front of a submission's first document."""
    head = data[:_HEADER_CHARS].partition(b"<DOCUMENT>")[0].decode("latin-1")
    return header_fields(html.unescape(head))


def header_fields(head: str) -> Mapping[str, str]:
    """Fields of an SEC header under their dei names, dates as ISO.

    ``FilingDate``, ``FormerName`` (the latest) and ``StandardIndustrialClassification`` come
    besides, and ``CoRegistrants``, a name a line. Of several parties the subject or issuer
    counts, else the first filer. Empty where the text is no header.
    """
    if not _HEADED.search(head):
        return {}
    parts = _PARTY.split(head)
    parties = [
        ((tag or label).replace("-", " "), _labelled(text))
        for tag, label, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    ]
    fields = _labelled(parts[0])
    kind = next((kind for kind in _PARTIES if any(kind == party[0] for party in parties)), None)
    owners = [party for name, party in parties if name == kind]
    if owners:
        fields |= owners[0]
        others = [party.get("EntityRegistrantName", "") for party in owners[1:]]
        if any(others) and kind == "FILER":
            fields["CoRegistrants"] = "\n".join(dict.fromkeys(filter(None, others)))
    return fields


def _labelled(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in _LINE.finditer(text):
        name = _FIELDS.get((line["tag"] or line["label"]).strip())
        if name is None or not line["value"] or (name in fields and name != "FormerName"):
            continue
        fields[name] = re.sub(r"^((?:19|20)\d\d)(\d\d)(\d\d)$", r"\1-\2-\3", line["value"])
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
