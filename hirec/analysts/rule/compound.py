"""A question that asks several things, split where each part is sure to stand alone (FinSage 3.2).

Sure is: several sentences or clauses with a question each, or one lookup over a plain list of
companies, periods or metrics. Each part has to be a question whose figures we know how to find, or
ask for the reason of one; otherwise the question stays whole. What is compared, added or divided
stays whole too.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from datetime import date

from hirec.analysts.rule.followup import follow_up
from hirec.analysts.rule.programs import plan
from hirec.analysts.rule.scope import read_scope
from hirec.companies import CompanyDirectory
from hirec.lexicon import find_metrics
from hirec.types import CannotAnswer
from hirec.understanding import understand

_MOST = 5
_ASKS = r"(?:what|how (?:much|many)|which|why|by how much|did|was|were|is|are|does|has|have)"
_SENTENCES = re.compile(rf"(?<=\?)\s+(?=(?:and\s+)?{_ASKS}\b)", re.IGNORECASE)
_CLAUSES = re.compile(
    r",?\s+and\s+(?=(?:what|how (?:much|many)|by how much|why)\b)|;\s*(?:and\s+)?(?=what|how|why)"
    r"|,\s+(?=(?:what|how (?:much|many)) (?:was|were|is|are|did)\b)",
    re.IGNORECASE,
)
_PLAIN_PERIOD = re.compile(r"(?:fiscal|FY|Q[1-4]|(?:19|20)\d\d|the\s+\w+\s+quarter)", re.I)
_EXPLAINS = re.compile(r"^(?:why|what (?:drove|drives|caused|explain(?:s|ed)|led to))\b", re.I)
_COMPARE = re.compile(r"^(?:please )?compare (?:the )?([^.?]+)[.?]*$", re.IGNORECASE)
_LEAD = re.compile(r"^and\s+", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:['’]s?)?\s*(?:,\s*and|,|and|&|as well as)\s*(?:the\s+|its\s+)?", re.I)
_BEGUN = re.compile(r"(?:,|&|\band)\s*$", re.IGNORECASE)
_JOINED = re.compile(
    r"\b(?:differ\w*|compar\w+|ratio|higher|lower|larg\w+|small\w+|greater|less|more|most|total of"
    r"|sum|combined|together|averag\w+|between|versus|vs|than|relative|chang\w+|grow\w*|grew"
    r"|increas\w+|decreas\w+|which|from|over|divided|minus|plus|if)\b",
    re.IGNORECASE,
)
"""Words that make one question of several figures."""


def split_question(
    question: str, companies: CompanyDirectory, as_of: date | None
) -> tuple[str, ...]:
    """The parts of a compound question in order; the question alone where it is not one."""
    clauses = _sentences(question, companies, as_of)
    each = [_lists(clause, companies, as_of) or (clause,) for clause in clauses]
    for parts in (tuple(itertools.chain(*each)), clauses, _lists(question, companies, as_of)):
        if 1 < len(parts) <= _MOST and all(_stands(part, companies, as_of) for part in parts):
            return parts
    return (question,)


def _stands(question: str, companies: CompanyDirectory, as_of: date | None) -> bool:
    """Whether a part asks for a figure that we can plan, or for the reason of one."""
    if _EXPLAINS.match(question):
        return bool(find_metrics(question))
    parsed = understand(question, read_scope(question, companies, as_of))
    numeric = plan(parsed)
    asks = parsed.figure_asked or all(figure.concept for figure in parsed.figures)
    return numeric is not None and not numeric.optional and asks


def _sentences(question: str, companies: CompanyDirectory, as_of: date | None) -> tuple[str, ...]:
    """Sentences or clauses that ask; each takes what it leaves out from the one before."""
    pieces = _SENTENCES.split(question)
    clauses = len(pieces) == 1
    if clauses:
        pieces = _CLAUSES.split(question)
    parts: list[str] = []
    for piece in pieces:
        text = _LEAD.sub("", piece.strip()).rstrip("?.").strip()
        try:
            whole = follow_up(f"{text}?", [(part, "") for part in parts], companies, as_of)
        except CannotAnswer:
            return ()
        parts.append(whole[:1].upper() + whole[1:])
    return _of_one_period(parts, companies, as_of) if clauses else tuple(parts)


def _of_one_period(
    parts: Sequence[str], companies: CompanyDirectory, as_of: date | None
) -> tuple[str, ...]:
    """The only period that the clauses of a sentence say, put to those that say none."""
    periods = [[ref.said for ref in read_scope(p, companies, as_of).periods] for p in parts]
    said = {name for names in periods for name in names}
    if len(said) != 1 or not _PLAIN_PERIOD.match(name := said.pop()):
        return tuple(parts)
    return tuple(
        part if names else f"{part.rstrip('?')} in {name}?"
        for part, names in zip(parts, periods, strict=True)
    )


def _lists(question: str, companies: CompanyDirectory, as_of: date | None) -> tuple[str, ...]:
    """One lookup for each member of the one list that the question has."""
    question = _COMPARE.sub(r"What were the \1?", question)
    if _JOINED.search(question) or _EXPLAINS.match(question):
        return ()
    scope = read_scope(question, companies, as_of)
    if understand(question, scope).definitions:
        return ()
    groups: tuple[Sequence[str], ...] = (
        [company.said for company in scope.companies],
        [ref.said for ref in scope.periods],
        _metrics(question),
    )
    several = [group for group in groups if len(group) > 1]
    if len(several) != 1:
        return ()
    return tuple(_each(question, several[0]))


def _metrics(question: str) -> list[str]:
    """What the question calls its metrics; none where it calls one by two names."""
    mentions = find_metrics(question)
    if len({mention.key for mention in mentions}) < len({mention.said for mention in mentions}):
        return []
    return list(dict.fromkeys(mention.said for mention in mentions))


def _each(question: str, members: Sequence[str]) -> Iterator[str]:
    """The question with one member in the place of the whole list, if it is a plain list."""
    spans = []
    position = 0
    for member in members:
        start = question.find(member, position)
        if start < 0:
            return
        spans.append((start, start + len(member)))
        position = start + len(member)
    gaps = [question[a[1] : b[0]] for a, b in itertools.pairwise(spans)]
    if not all(_LISTED.fullmatch(gap) for gap in gaps):
        return
    if _BEGUN.search(question[: spans[0][0]]):
        return  # "issuances of loans, notes payable and debt": the list began before
    head = re.sub(r"\b(?:both|each of)\s+$", "", question[: spans[0][0]], flags=re.IGNORECASE)
    for start, end in spans:
        member = question[start:end]
        yield f"{_singular(head, member)}{member}{question[spans[-1][1] :]}"


def _singular(head: str, member: str) -> str:
    """The head of a list as one member of it needs it: "was" for "were"."""
    said = [mention.said for mention in find_metrics(f"{head}{member}")]
    if not said or said[0].endswith("s"):
        return head
    return re.sub(r"^What were\b", "What was", head)
