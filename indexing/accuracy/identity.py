"""Identity read from a filing's words, held against its document-and-entity tags."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from hirec.types import Document, Form, Identity
from indexing.identity import identify
from indexing.identity.dei import read_dei
from indexing.identity.findings import Findings
from indexing.identity.spelling import same_company

FIELDS = ("company", "form", "fiscal_year", "quarter", "period_end")


@dataclass(frozen=True, slots=True)
class ComparedField:
    """One field of one filing."""

    field: str
    read: str
    tagged: str
    equal: bool


def compare_fields(document: Document) -> list[ComparedField]:
    """Each field that the tags state, beside what the words alone say; empty without tags.

    Neither tags nor the file's name are shown to the reading of identity.
    """
    stated = read_dei(document.dei)
    if stated.form is None or stated.company is None:
        return []
    read = identify(replace(document, name="filing", dei={}))
    return [_held(name, stated, read, document.dei) for name in _named(stated)]


def _named(stated: Findings) -> list[str]:
    """Fields that can be compared: event filings have neither fiscal year nor quarter."""
    periodic = stated.form is not None and stated.form.is_periodic
    known = {
        "company": stated.company,
        "form": stated.form,
        "fiscal_year": stated.fiscal_year if periodic else None,
        "quarter": stated.form if periodic else None,
        "period_end": stated.period_end if stated.form is not Form.PROXY else None,
    }
    return [name for name in FIELDS if known[name] is not None]


def _held(name: str, stated: Findings, read: Identity, dei: Mapping[str, str]) -> ComparedField:
    attribute = "fiscal_quarter" if name == "quarter" else name
    tagged = getattr(stated, attribute)
    statement = getattr(read, attribute)
    equal = same_company(statement, tagged) if name == "company" else statement == tagged
    if name == "form":
        tagged = dei.get("DocumentType", "")
    return ComparedField(name, _text(statement), _text(tagged), equal)


def _text(value: object) -> str:
    if value is None:
        return ""
    return value.isoformat() if isinstance(value, date) else str(value)
