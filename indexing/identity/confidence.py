"""How sure each field of an identity is: counted over the independent places that say it."""

from collections.abc import Iterable, Mapping

from hirec.types import Confidence, Form, Identity
from indexing.identity.findings import Findings, same_company

FIELDS = ("company", "form", "fiscal_year", "fiscal_quarter", "period_end", "filing_date")
"""Fields that are weighed, as attributes of :class:`Identity`."""
_INFERRED = frozenset(("calendar", "derived", "name"))
"""Places that guess: what the calendar or another field suggests, and a file's name."""
_ORDER = (Confidence.WEAK, Confidence.LIKELY, Confidence.CERTAIN)


def weigh(identity: Identity, findings: Iterable[Findings]) -> Mapping[str, Confidence]:
    """Confidence of each field that is known.

    Args:
        identity: The identity as put together.
        findings: What every place says, those that made the identity and those that were only
            asked to confirm it; their ``source`` tells the places apart.

    A year taken from the period's last day is never surer than that day.

    """
    heard = list(findings)
    levels = {
        name: _level(name, identity, heard)
        for name in FIELDS
        if getattr(identity, name) is not None
    }
    day = levels.get("period_end")
    if day is None or "fiscal_year" not in levels:
        return levels
    if identity.form in (Form.CURRENT, Form.OTHER):
        levels["fiscal_year"] = day
    elif identity.sources.get("fiscal_year") == "derived":
        levels["fiscal_year"] = min(levels["fiscal_year"], day, key=_ORDER.index)
    return levels


def weak_fields(identity: Identity) -> str:
    """A note on the fields that are weak, for the ledger; empty where none is."""
    weak = [
        f"{name} {getattr(identity, name)} ({identity.sources.get(name, 'derived')})"
        for name in FIELDS
        if identity.confidence.get(name) is Confidence.WEAK
    ]
    return f"weak identity: {', '.join(weak)}" if weak else ""


def _level(name: str, identity: Identity, heard: Iterable[Findings]) -> Confidence:
    value = getattr(identity, name)
    agreeing: set[str] = set()
    against: set[str] = set()
    for finding in heard:
        said = getattr(finding, name)
        if said is not None:
            (agreeing if _equal(name, value, said) else against).add(finding.source)
    against -= agreeing
    agreeing = agreeing or {identity.sources.get(name, "derived")}
    if against:
        return Confidence.LIKELY if len(agreeing) > len(against) else Confidence.WEAK
    if len(agreeing) > 1:
        return Confidence.CERTAIN
    return Confidence.LIKELY if agreeing - _INFERRED else Confidence.WEAK


def _equal(name: str, left: object, right: object) -> bool:
    if name == "company":
        return same_company(str(left), str(right))
    return left == right
