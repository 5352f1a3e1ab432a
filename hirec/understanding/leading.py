"""Questions of the company that leads some others: "of the one with the highest revenue, …"."""

import itertools
import re

from hirec.types import Asked, Chosen, CompanyRef, Scope

_ONE = (
    r"\b(?:the\s+)?(?:one|company|firm),?\s+"
    r"(?:with|(?:that|which|who)\s+(?:had|has|reported|posted|made|earned))\s+(?:the\s+)?"
)
_MOST = r"(?P<most>highest|largest|greatest|biggest|most|lowest|smallest|least|fewest)"
_LEADING = re.compile(rf"{_ONE}{_MOST}\s+(?P<what>[^:;,?]+)", re.IGNORECASE)
_BEFORE = re.compile(r"(?:\b(?:among|amongst|of|out of|between|from)\s+)$", re.IGNORECASE)
_JOIN = re.compile(r"\s*(?:'s|’s)?\s*(?:,|&|and|or|,\s*and|,\s*or)?\s*", re.IGNORECASE)
_TAKE = re.compile(r"^(?:take|consider|pick|choose)\s+$", re.IGNORECASE)
_BEHIND = re.compile(r"^\s*,\s*")
_FEWEST = 2


def led(question: str, scope: Scope) -> Asked | None:
    """Such a question with the one that chooses the company; None for any other.

    Only over a plain list of companies and one period.
    """
    listed = _list_of(question, scope.companies)
    if listed is None or len(scope.periods) != 1:
        return None
    start, end = listed
    before = question[:start]
    if lead := _BEFORE.search(before):
        before = before[: lead.start()]
    behind = question[end:]
    if not before.strip():
        behind = _BEHIND.sub("", behind)
    text = f"{before.rstrip()} {behind.lstrip()}".strip()
    found = _LEADING.search(text)
    if found is None:
        return None
    said = scope.periods[0].said
    until = found["what"].find(said)
    inside = until >= 0
    stop = found.start("what") + until + len(said) if inside else found.end()
    what = text[found.start("what") : stop].strip()
    names = [company.said for company in scope.companies]
    which = f"Which of {', '.join(names[:-1])} and {names[-1]} had the {found['most']} {what}"
    first, last = _TAKE.sub("for ", text[: found.start()]), text[stop:]
    when = f" in {said}" if inside and said not in first + last else ""
    rest = f"{first}{{company}}{when}{last}"
    asked = f"{which}?" if inside else f"{which} in {said}?"
    return Asked(question, chosen=Chosen(Asked(asked), rest, scope.companies))


def _list_of(question: str, companies: tuple[CompanyRef, ...]) -> tuple[int, int] | None:
    """Where the companies stand one after the other with nothing but commas between."""
    if len(companies) < _FEWEST:
        return None
    places = []
    for company in companies:
        at = question.find(company.said)
        if at < 0 or question.find(company.said, at + 1) >= 0:
            return None
        places.append((at, at + len(company.said)))
    places.sort()
    joined = all(
        _JOIN.fullmatch(question[end:start]) for (_, end), (start, _) in itertools.pairwise(places)
    )
    return (places[0][0], places[-1][1]) if joined else None
