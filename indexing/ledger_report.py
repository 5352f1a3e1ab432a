"""What of an index wants a person's look, in groups, each with what to do about it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hirec.index.catalog import Catalog, LedgerRow, LedgerState
from hirec.types import Confidence, Identity
from indexing.hints import label_hints
from indexing.notes import OCR_ABSENT, QUARANTINED, RENDERING_OF, SAME_AS


@dataclass(frozen=True, slots=True)
class Entry:
    """A file, and what is the matter with it."""

    path: str
    filing_id: str | None
    what: str


@dataclass(frozen=True, slots=True)
class Group:
    """Files with one kind of matter."""

    name: str
    """``quarantined``, ``refused``, ``weak``, ``conflicting``, ``duplicates``, ``partly read`` or
    ``corrected``."""
    title: str
    remedy: str
    entries: tuple[Entry, ...]


def ledger_report(catalog: Catalog, index: str) -> tuple[Group, ...]:
    """The groups that hold any file, in the order in which to look at them.

    ``index`` is the index's folder as remedies name it. Raises ``IndexDamagedError``.
    """
    rows = catalog.ledger_of_interest()
    doubtful = catalog.doubtful()
    done = [row for row in rows if row.state is LedgerState.DONE]
    named = [(row, doubtful[row.filing_id]) for row in done if row.filing_id in doubtful]
    partly = list(_partly(done))
    command = f"hirec index --index {index}"
    relabel = f"{command} --relabel FILE key=value … (many files: --labels labels.csv)"
    failed = [(row, row.error or "") for row in rows if row.state is LedgerState.FAILED]
    groups = (
        Group(
            "quarantined",
            "quarantined: killed its reader",
            "look at the file; hirec index with --retry-failed tries it again, on purpose",
            tuple(_entries((row, e) for row, e in failed if QUARANTINED in e)),
        ),
        Group(
            "refused",
            "refused: not in the index",
            "put each right as its reason says, then run hirec index again with --retry-failed",
            tuple(_entries((row, e) for row, e in failed if QUARANTINED not in e)),
        ),
        Group(
            "weak",
            "identity unknown or weak",
            f"look at the file and give what is right, for good: {relabel}",
            tuple(_entries((row, _weak(identity)) for row, identity in named)),
        ),
        Group(
            "conflicting",
            "sources contradict each other",
            f"hirec inspect FILING shows who says what; where the choice is wrong: {relabel}",
            tuple(_entries((row, _conflicts(row, identity)) for row, identity in named)),
        ),
        Group(
            "duplicates",
            "duplicates",
            "nothing is lost; remove the files you do not want and run with --prune; two different "
            f"filings that are taken for one: {relabel}",
            tuple(_entries(_duplicates(done))),
        ),
        Group(
            "partly read",
            "read in part, or with help",
            _remedy_of(partly),
            tuple(_entries(partly)),
        ),
        Group(
            "corrected",
            "corrected by you",
            f"take one back with an empty value: {command} --relabel FILE key=",
            tuple(_corrected(catalog.corrections(), rows)),
        ),
    )
    return tuple(group for group in groups if group.entries)


def _entries(said: Iterable[tuple[LedgerRow, str | None]]) -> Iterator[Entry]:
    for row, what in said:
        if what:
            yield Entry(row.path, row.filing_id, what)


def _weak(identity: Identity) -> str:
    """``company unknown; fiscal_year 2023 (name)``: what is unknown, then what is weak."""
    if identity.document_title:
        return ""  # no filing, which has none of these
    unknown = [] if identity.company else ["company"]
    unknown += ["form"] if identity.form.name == "UNKNOWN" else []
    if identity.form.is_periodic and identity.fiscal_year is None:
        unknown.append("fiscal_year")
    said = [f"{field} unknown" for field in unknown]
    for field, level in identity.confidence.items():
        if level is Confidence.WEAK and field not in unknown:
            value = getattr(identity, field)
            said.append(f"{field} {value} ({identity.sources.get(field, 'derived')})")
    return "; ".join(said)


def _conflicts(row: LedgerRow, identity: Identity) -> str:
    """Contradictions, but for those that the user has settled."""
    settled = label_hints(row.told)
    notes = (note for note in identity.notes if " says " in note)
    return "; ".join(note for note in notes if note.partition(":")[0] not in settled)


def _duplicates(done: Sequence[LedgerRow]) -> Iterator[tuple[LedgerRow, str]]:
    first: dict[str | None, LedgerRow] = {}
    for row in done:
        known = first.setdefault(row.sha256, row)
        if known is not row:
            yield row, f"same content as {known.path}"
            continue
        beside = [line for line in _lines(row) if line.startswith((RENDERING_OF, SAME_AS))]
        if beside:
            yield row, "; ".join(beside)


def _partly(done: Sequence[LedgerRow]) -> Iterator[tuple[LedgerRow, str]]:
    for row in done:
        notes = [line for line in _lines(row) if not line.startswith((RENDERING_OF, SAME_AS))]
        if notes:
            yield row, "; ".join(notes)


def _remedy_of(partly: Sequence[tuple[LedgerRow, str]]) -> str:
    unseen = [what for _, what in partly if OCR_ABSENT in what]
    damaged = [what for _, what in partly if "the file is damaged" in what]
    said = ["install tesseract-ocr and run again with --retry-failed"] if unseen else []
    said += ["download the damaged files again"] if damaged else []
    if len(unseen) + len(damaged) < len(partly):
        said.append("the rest only says how the file was read")
    return "; ".join(said)


def _corrected(
    corrections: Sequence[tuple[str, str, str, str]], rows: Sequence[LedgerRow]
) -> Iterator[Entry]:
    """Each corrected file with the user's values, and whether it was read with them."""
    holders: defaultdict[str, list[LedgerRow]] = defaultdict(list)
    for row in rows:
        holders[row.sha256 or ""].append(row)
    for (sha256, path), values in _grouped(corrections).items():
        held = holders[sha256]
        said = ", ".join(f"{field}={value}" for field, value in values.items())
        if not held:
            yield Entry(path, None, f"{said} (no file with this content is here any more)")
        for row in held:
            waits = label_hints(row.told) != values
            when = " (not read with it yet: index the file again)" if waits else ""
            yield Entry(row.path, row.filing_id, f"{said}{when}")


def _grouped(
    corrections: Sequence[tuple[str, str, str, str]],
) -> Mapping[tuple[str, str], dict[str, str]]:
    paths = {sha256: path for sha256, _, _, path in corrections}
    found: dict[tuple[str, str], dict[str, str]] = {}
    for sha256, field, value, _ in corrections:
        found.setdefault((sha256, paths[sha256]), {})[field] = value
    return found


def _lines(row: LedgerRow) -> list[str]:
    return (row.note or "").splitlines()
