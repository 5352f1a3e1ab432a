"""The review file: a CSV that a person edits in a spreadsheet and the tool takes back."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from hirec.datasets.gold import Sources
from hirec.types import HirecError, QuestionFileError

COLUMNS = ("id", "decision", "question", "answer", "unit", "evidence", "check", "relation", "note")
_MOST_TOLD = 20
_PLACE = re.compile(r"(?P<filing>\S.*?)\s*[,#]?\s*(?:\bp(?:age|\.)?\s*|#\s*)(?P<page>\d{1,6})")
_FORMULA = ("=", "+", "@", "\t")
"""First characters that a spreadsheet takes for a formula."""


class Decision(StrEnum):
    """What a person says of a question."""

    KEEP = "keep"
    DROP = "drop"
    REWORD = "reword"
    """Take the question as it stands in the file now."""
    CORRECT = "correct"
    """Take question, answer, unit and evidence as they stand in the file now."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What became of the candidates."""

    rows: list[dict[str, Any]]
    """Of the question set; each says in ``reviewed`` what was decided, where it was."""
    decisions: Mapping[str, int]
    """Decision → how many; ``open`` are those without one."""


def write_review(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Write one line a candidate, in UTF-8 with a mark by which spreadsheets know it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow(_cells(row))
    path.write_text("\ufeff" + out.getvalue(), encoding="utf-8", newline="")


def holds_decisions(path: Path) -> bool:
    """Whether a person has decided anything in a review file; one that cannot be read counts."""
    try:
        return any(row["decision"].strip() for _, row in _lines(path))
    except QuestionFileError:
        return True


def take_back(rows: Sequence[Mapping[str, Any]], path: Path, sources: Sources) -> Reviewed:
    """Apply a review file to the candidates it was written for.

    A candidate without a decision stays where nothing of it was to be checked, and is left out
    where something was. One whose line was deleted is dropped.

    Args:
        rows: The candidates.
        path: The review file.
        sources: Filings that corrected evidence may name.

    Raises:
        QuestionFileError: lines that cannot be taken, each with its number and the remedy; none of
            the file is taken then.

    """
    candidates = {str(row["id"]): row for row in rows}
    lines: dict[str, tuple[Decision | None, dict[str, Any]]] = {}
    problems = []
    for number, line in _lines(path):
        try:
            key = line["id"].strip()
            if key in lines:
                raise QuestionFileError(f"id {key!r} stands twice; delete one of the two lines")
            lines[key] = _decided(line, candidates, sources)
        except HirecError as error:  # a name that several filings carry is one too
            problems.append(f"line {number}: {str(error).rstrip('.')}.")
    if problems:
        more = len(problems) - _MOST_TOLD
        shown = problems[:_MOST_TOLD] + ([f"and {more} more."] if more > 0 else [])
        raise QuestionFileError(f"{path} was not taken:\n" + "\n".join(shown))
    counts = dict.fromkeys([*map(str, Decision), "open"], 0)
    kept = []
    for key, row in candidates.items():
        decision, changed = lines.get(key, (Decision.DROP, dict(row)))
        counts[decision.value if decision else "open"] += 1
        if decision is Decision.DROP or (decision is None and row.get("check")):
            continue
        kept.append(_without_check(changed) | ({"reviewed": decision.value} if decision else {}))
    _check_no_twins(kept, path)
    return Reviewed(kept, counts)


def _check_no_twins(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Refuse one question under two ids: what the second has as gold would be no answer to it."""
    first: dict[str, str] = {}
    for row in rows:
        other = first.setdefault(" ".join(row["question"].lower().split()), row["id"])
        if other != row["id"]:
            raise QuestionFileError(
                f"{path} was not taken: {row['id']} asks what {other} asks; reword or drop one."
            )


def unreviewed(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The set before anybody has looked: what the tool itself has doubts about is left out."""
    return [_without_check(row) for row in rows if not row.get("check")]


def _without_check(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "check"}


def _cells(row: Mapping[str, Any]) -> list[str]:
    places = "; ".join(f"{gold['filing']} p. {gold['page']}" for gold in row["evidence"])
    known = {"decision": "", "evidence": places, "note": ""}
    texts = [str(known.get(column, row.get(column, ""))) for column in COLUMNS]
    return [f"'{text}" if text.startswith(_FORMULA) else text for text in texts]


def _lines(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionFileError(
            f"Cannot read the review file {path}: {error}. Save it as CSV, UTF-8."
        ) from error
    head = text.split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        missing = {"id", "decision", "question", "answer", "unit", "evidence"} - {
            *(reader.fieldnames or ())
        }
        if missing:
            raise QuestionFileError(
                f"{path}, line 1: the column {', '.join(sorted(missing))} is missing; keep the "
                "first line as it was written, and save the file as CSV."
            )
        for line in reader:
            if any((value or "") for key, value in line.items() if isinstance(value, str)):
                yield reader.line_num, {k: v or "" for k, v in line.items() if isinstance(k, str)}
    except csv.Error as error:
        raise QuestionFileError(
            f"{path}, line {reader.line_num}: {error}; save the file as CSV again."
        ) from error


def _decided(
    line: Mapping[str, str], candidates: Mapping[str, Mapping[str, Any]], sources: Sources
) -> tuple[Decision | None, dict[str, Any]]:
    key = line["id"].strip()
    if key not in candidates:
        raise QuestionFileError(f"no candidate has the id {key!r}; delete the line")
    row = dict(candidates[key])
    stated = line["decision"].strip().lower()
    if stated and stated not in tuple(Decision):
        raise QuestionFileError(
            f"decision {line['decision']!r} is none of {', '.join(Decision)}, and not empty"
        )
    decision = Decision(stated) if stated else None
    if decision is Decision.DROP:
        return decision, row
    edited = _edited(line, row, sources)
    allowed = {Decision.REWORD: {"question"}, Decision.CORRECT: set(edited)}
    foreign = set(edited) - (allowed.get(decision, set()) if decision else set())
    if foreign:
        remedy = "reword" if foreign == {"question"} else "correct"
        raise QuestionFileError(
            f"{', '.join(sorted(foreign))} was changed, but the decision is "
            f"{stated or 'empty'}: write {remedy}, or put back what stood there"
        )
    if decision in allowed and not edited:
        raise QuestionFileError(f"the decision is {stated}, but nothing was changed: write keep")
    return decision, row | edited


def _edited(line: Mapping[str, str], row: Mapping[str, Any], sources: Sources) -> dict[str, Any]:
    """What a person changed; raises where it cannot be."""
    written = dict(zip(COLUMNS, _cells(row), strict=True))
    edited: dict[str, Any] = {}
    for column in ("question", "answer", "unit"):
        text = line[column].strip()
        if text == written[column].strip() or _same_number(text, written[column]):
            continue
        if not text and column != "unit":
            raise QuestionFileError(f"the {column} is empty: write it, or decide drop")
        edited[column] = text.removeprefix("'") if text[1:2] in _FORMULA else text
    if line["evidence"].strip() != written["evidence"]:
        places = _places(line["evidence"], sources)
        if places != [dict(gold) for gold in row["evidence"]]:
            edited["evidence"] = places
    return edited


def _same_number(text: str, written: str) -> bool:
    """Spreadsheets rewrite ``0.50`` as ``0.5``, and put commas between thousands."""
    try:
        return float(text.replace(",", "")) == float(written)
    except ValueError:
        return False


def _places(text: str, sources: Sources) -> list[dict[str, Any]]:
    found = []
    for part in filter(None, map(str.strip, re.split(r"[;\n]", text))):
        place = _PLACE.fullmatch(part)
        if place is None:
            raise QuestionFileError(f"evidence {part!r} is not written as “FILING p. 12”")
        filing = sources.by_source(place["filing"])
        if filing is None:
            raise QuestionFileError(f"the index holds no filing {place['filing']!r}")
        page = int(place["page"])
        if not 1 <= page <= filing.page_count:
            raise QuestionFileError(
                f"{filing.filing_id} has the pages 1 to {filing.page_count}, not {page}"
            )
        found.append({"filing": filing.filing_id, "page": page})
    if not found:
        raise QuestionFileError("the evidence is empty: write “FILING p. 12”, or decide drop")
    return found
