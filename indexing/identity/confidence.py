"""The identity that findings make together, and how sure each of its fields is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from hirec.types import Confidence, Form, Identity, IdentityCandidate
from indexing.identity.evidence import Weighed, weigh_field
from indexing.identity.evidence_kinds import EVIDENCE_KINDS, SHOWN
from indexing.identity.findings import Findings

FIELDS = ("company", "form", "fiscal_year", "fiscal_quarter", "period_end", "filing_date")
"""Fields whose confidence and candidates are kept, as attributes of :class:`Identity`."""
_OTHERS = ("amendment", "ticker", "cik", "ein", "file_number", "former_name", "transition_from")
_COMPARED = ("form", "fiscal_year", "fiscal_quarter", "period_end", "ticker", "cik")
_LOUD = 2.0
"""Weight of a place whose contradiction is worth a note."""


def weighed_identity(heard: Sequence[Findings], spell: Callable[[Sequence[str]], str]) -> Identity:
    """For each field the most probable value; unknown where no place names one.

    Args:
        heard: What every place says.
        spell: Chooses among spellings of the company.

    """
    weighed = {
        name: found
        for name in (*FIELDS, *_OTHERS)
        if (found := weigh_field(name, heard, spell)) is not None
    }
    company = weighed.get("company")
    candidates = {name: weighed[name].candidates for name in FIELDS if name in weighed}
    if company is not None and company.candidates[0].probability < SHOWN:
        del weighed["company"]
    form = weighed.get("form")
    if form is not None and form.value is Form.ANNUAL:
        weighed.pop("fiscal_quarter", None)
        candidates.pop("fiscal_quarter", None)
    values = {name: found.value for name, found in weighed.items()}
    identity = Identity(
        **{"company": "", "form": Form.UNKNOWN, "amendment": False} | values,  # type: ignore[arg-type]
        aliases=tuple(alias for found in heard for alias in found.aliases or ()),
        sources={name: found.source for name, found in weighed.items()},
        candidates=candidates,
        notes=_notes(weighed, heard),
    )
    levels = {name: found.level for name, found in weighed.items() if name in FIELDS}
    return _capped(identity, levels)


def weak_fields(identity: Identity) -> str:
    """A note on the fields that are weak or unknown, for the ledger; empty where none is."""
    weak = [
        f"{name} {getattr(identity, name)} ({identity.sources.get(name, 'derived')})"
        for name in FIELDS
        if identity.confidence.get(name) is Confidence.WEAK
    ]
    unknown = [] if identity.company else ["company unknown"]
    unknown += ["form unknown"] if identity.form is Form.UNKNOWN else []
    doubtful = [*unknown, *weak]
    return f"weak identity: {', '.join(doubtful)}" if doubtful else ""


def _capped(identity: Identity, levels: dict[str, Confidence]) -> Identity:
    """A year or quarter that follows from the period's last day is never surer than that day."""
    day = levels.get("period_end")
    for name in ("fiscal_year", "fiscal_quarter"):
        places = identity.candidates[name][0].places if name in levels else ()
        guessed = [
            EVIDENCE_KINDS[place].of_day or EVIDENCE_KINDS[place].source == "name"
            for place in places
        ]
        if day is not None and places and all(guessed):
            levels[name] = max(levels[name], day, key=list(Confidence).index)
    return replace(identity, confidence=levels)


def _notes(weighed: Mapping[str, Weighed], heard: Iterable[Findings]) -> tuple[str, ...]:
    """Notes of the places, and each contradiction of a loud one to what won."""
    findings = list(heard)
    notes = [note for found in findings for note in found.notes]
    for name in _COMPARED:
        found = weighed.get(name)
        if found is None:
            continue
        for candidate in found.candidates[1:]:
            place = candidate.places[0]
            if EVIDENCE_KINDS[place].weigh(name) >= _LOUD:
                notes.append(_contradiction(name, found.candidates[0], candidate))
    only_name = all(found.source == "name" for found in weighed.values()) if weighed else False
    if only_name:
        notes.append("identity read from the file's name only")
    return tuple(dict.fromkeys(notes))


def _contradiction(name: str, winner: IdentityCandidate, other: IdentityCandidate) -> str:
    stated, against = (
        EVIDENCE_KINDS[winner.places[0]].source,
        EVIDENCE_KINDS[other.places[0]].source,
    )
    return f"{name}: {stated} says {winner.value}, {against} says {other.value}"
