"""The card of a constructed set: what it is made of, how it was checked, what is not known."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hirec.index import Index, LedgerRow
from hirec.types import Filing, HirecError

_MOST_LISTED = 400
"""Filings named one by one."""


@dataclass(frozen=True, slots=True)
class BuildRecord:
    """How a set was made, as ``build.json`` keeps it."""

    command: str
    version: str
    index_fingerprint: str
    seed: int
    phrasings: str
    candidates: int
    dropped: Mapping[str, int]
    made_precise: int
    model: str
    """That judged pages and wrote questions; empty where there was none."""
    skipped: str
    """What was left out for want of a model or a file, a sentence."""
    closed_sha256: str = ""
    candidates_sha256: str = ""


def write_card(
    rows: Sequence[Mapping[str, Any]],
    made: BuildRecord,
    index: Index,
    questions_sha256: str,
    decisions: Mapping[str, int] | None = None,
) -> str:
    """The card as Markdown: no date and no path, so that the same set has the same card.

    Args:
        rows: Of the question file.
        made: How the candidates came about.
        index: That the set was made from.
        questions_sha256: Of the question file as written.
        decisions: Decision of a person's review, or ``open`` → candidates; None: nobody has looked
            yet.

    """
    parts = [
        "# Card of a question set",
        f"{len(rows)} questions over {len(_filings(rows))} of the {len(index.filings)} filings of "
        f"an index, made by `{made.command}` (hirec {made.version or 'from a checkout'}).",
        "## Questions",
        _table("type", Counter(str(row["type"]) for row in rows)),
        _table("kind", Counter(str(row["relation"]) for row in rows)),
        _table("filings needed", Counter(_needed(row) for row in rows)),
        _table("form", _slices(rows, index, "form")),
        _table("fiscal year of the gold filing", _slices(rows, index, "year")),
        _table("company of the gold filing", _slices(rows, index, "company")),
        "## How it was made and checked",
        _checks(made),
        _table("candidates dropped because", made.dropped),
        "## What a person has looked at",
        _reviewed(decisions),
        "## Hashes and seeds",
        _hashes(made, questions_sha256),
        "## Licence",
        "The text of questions was made by a program from templates (Apache-2.0), except for "
        "those of kind `opened`, which stay under the licence of the closed questions they come "
        "from, and those of kind `written`, which a language model wrote. Answers are facts of the "
        "filings; the filings are their registrants'.",
        "## Sources",
        _sources(rows, index),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _checks(made: BuildRecord) -> str:
    lines = [
        "- Answers of kinds other than `opened` and `written` are inline XBRL tags of the filings, "
        "or computed from them; figures that two filings of the index state differently are left "
        "out.",
        "- A gold page stays only where a table on it prints the figure under the words of the "
        "question and for its period.",
        "- Unambiguous by search: the names of a question mean its companies alone, and no row of "
        "theirs in the index with the same words and period states another value. Where one does, "
        f"the question names its statement ({made.made_precise} candidates) or is dropped.",
        "- `opened`: company and period are put in; a gold page is taken where BM25 and the "
        "entailment check choose the same one, and left to a person elsewhere.",
    ]
    lines.append(f"- Model: {made.model or 'none'}." + (f" {made.skipped}" if made.skipped else ""))
    lines.append(
        "- Not known: whether an analyst would ask so. Templates give such questions an even "
        "wording; figures on them tell of reading and retrieval, less of understanding."
    )
    return "\n".join(lines)


def _reviewed(decisions: Mapping[str, int] | None) -> str:
    if decisions is None:
        return "Nothing yet: `review.csv` waits for decisions. Candidates in doubt are left out."
    counts = ", ".join(f"{decision} {count}" for decision, count in decisions.items())
    return f"Decisions in `review.csv`: {counts}. Rows deleted there count as drop."


def _hashes(made: BuildRecord, questions: str) -> str:
    rows = {
        "seed": str(made.seed),
        "wording": made.phrasings,
        "index": made.index_fingerprint,
        "questions.jsonl": questions,
        "candidates.jsonl": made.candidates_sha256,
        "closed questions": made.closed_sha256,
    }
    return "\n".join(f"- {name}: `{value}`" for name, value in rows.items() if value)


def _sources(rows: Sequence[Mapping[str, Any]], index: Index) -> str:
    used = _filings(rows)
    hashes = {row.stem: row.sha256 or "" for row in _ledger(index)}
    lines = ["| filing | source | SHA-256 | questions |", "|---|---|---|---|"]
    for filing_id in sorted(used)[:_MOST_LISTED]:
        names = index.filings[filing_id].source_names
        digests = ", ".join(hashes.get(name, "")[:16] for name in names)
        lines.append(f"| {filing_id} | {', '.join(names)} | {digests} | {used[filing_id]} |")
    if len(used) > _MOST_LISTED:
        lines.append(f"\n… and {len(used) - _MOST_LISTED} more.")
    return "\n".join(lines)


def _ledger(index: Index) -> Sequence[LedgerRow]:
    try:
        return index.ledger()
    except HirecError:  # a published index has none
        return ()


def _filings(rows: Sequence[Mapping[str, Any]]) -> Counter[str]:
    return Counter(filing for row in rows for filing in {g["filing"] for g in row["evidence"]})


def _needed(row: Mapping[str, Any]) -> str:
    filings = {gold["filing"] for gold in row["evidence"]}
    return "one" if row.get("any_evidence") or len(filings) == 1 else str(len(filings))


def _slices(rows: Sequence[Mapping[str, Any]], index: Index, by: str) -> Counter[str]:
    """Questions by form, year or company; one with gold in several counts in each."""
    counts: Counter[str] = Counter()
    for row in rows:
        filings = [index.filings[filing] for filing in {g["filing"] for g in row["evidence"]}]
        counts.update({_said(filing, by, index) for filing in filings})
    return counts


def _said(filing: Filing, by: str, index: Index) -> str:
    identity = filing.identity
    company = index.companies.name(filing.company_key)
    known = {"form": identity.form.value, "year": identity.fiscal_year, "company": company}
    return str(known[by] or "unknown")


def _table(head: str, counts: Mapping[str, int]) -> str:
    if not counts:
        return ""
    lines = [f"| {head} | questions |", "|---|---|"]
    return "\n".join([*lines, *(f"| {name} | {n} |" for name, n in sorted(counts.items()))])
