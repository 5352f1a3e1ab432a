"""What one source says about a filing, and how sources are put together."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date

from hirec.companies import normalize_name
from hirec.types import Alias, Form, Identity


@dataclass(frozen=True, slots=True)
class Findings:
    """Fields of an identity as one source states them; None where it is silent."""

    source: str
    """As in :attr:`Identity.sources`, or the name of a place that only confirms."""
    company: str | None = None
    form: Form | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    period_end: date | None = None
    filing_date: date | None = None
    amendment: bool | None = None
    ticker: str | None = None
    cik: str | None = None
    ein: str | None = None
    file_number: str | None = None
    former_name: str | None = None
    aliases: tuple[Alias, ...] | None = None
    transition_from: date | None = None
    notes: tuple[str, ...] = ()


_FIELDS = tuple(f.name for f in fields(Findings) if f.name not in ("source", "notes"))
_COMPARED = ("form", "fiscal_year", "fiscal_quarter", "period_end", "ticker", "cik", "file_number")


def merge(findings: Sequence[Findings]) -> Identity | None:
    """Put sources together, the first that states a field wins; None without company or form.

    Where a later source contradicts an earlier one, the identity carries a note. Where tag and
    cover spell one name, the cover's spelling stands (``COCA COLA CO``).
    """
    values: dict[str, object] = {}
    sources: dict[str, str] = {}
    notes: list[str] = []
    for finding in findings:
        notes += finding.notes
        for name in _FIELDS:
            value = getattr(finding, name)
            if value is None:
                continue
            spelt = name == "company" and sources.get(name) == "dei" and finding.source == "cover"
            if name not in values or (spelt and same_company(str(values[name]), value)):
                values[name], sources[name] = value, finding.source
            elif name in _COMPARED and _plain(name, values[name]) != _plain(name, value):
                notes.append(
                    f"{name}: {sources[name]} says {values[name]}, {finding.source} says {value}"
                )
    if "company" not in values or "form" not in values:
        return None
    values.setdefault("amendment", False)
    return Identity(**values, sources=sources, notes=tuple(dict.fromkeys(notes)))  # type: ignore[arg-type]


def same_company(left: str, right: str) -> bool:
    """Whether two spellings are one name: ``COCA COLA CO`` and ``The Coca-Cola Company``."""
    return normalize_name(left).replace(" ", "") == normalize_name(right).replace(" ", "")


def _plain(name: str, value: object) -> object:
    if name == "file_number" and isinstance(value, str):
        return [part.lstrip("0") for part in value.split("-")]
    return value
