"""Not disclosed: what a filing would have to say in a place made for it, and does not.

That something is not mentioned proves nothing, but for places where rules demand it: the section
on controls names a material weakness if there is one. Such a place is searched as a whole, not
only the passages that retrieval brought.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hirec.lexicon.duties import Duty, find_duty
from hirec.programs import Pages
from hirec.stages.identity_match import identity_score
from hirec.stages.recorder import Recorder
from hirec.types import Answer, Citation, Filing, Passage, Scope, Slot, Verdict

_NOTHING = r"[\s|.:—-]+(?P<said>None|Not applicable)(?=\.|\s*(?:\Z|\n|item\b|part\b))"
"""All that stands behind the heading of a section without content."""
_QUOTED = 160
"""Characters quoted of each page."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a filing would say it, in its own order."""

    name: str
    passages: Sequence[Passage]

    @property
    def text(self) -> str:
        """All its words on one line, in plain letters."""
        return _plain(" ".join(passage.text for passage in self.passages))

    def label(self) -> str:
        """``Item 9A Controls and Procedures of ACME_2022_10K, page 41``."""
        pages = sorted({passage.page_number for passage in self.passages})
        filing_id = self.passages[0].filing_id
        if not self.name:
            return f"all of {filing_id}"
        several = f"pages {pages[0]} to {pages[-1]}" if len(pages) > 1 else f"page {pages[0]}"
        return f"{self.name} of {filing_id}, {several},"

    def citations(self) -> tuple[Citation, ...]:
        """The pages read; of a whole filing its first."""
        first = {passage.page_number: passage for passage in reversed(self.passages)}
        pages = sorted(first)[: None if self.name else 1]
        return tuple(Citation.of(first[page], first[page].text[:_QUOTED]) for page in pages)


def undisclosed(
    question: str, scope: Scope, filing: Filing, pages: Pages, recorder: Recorder
) -> Answer | None:
    """What the silence of a filing answers; None where it answers nothing.

    Args:
        question: One that nobody could answer.
        scope: Of the question: silence is that of one company's filing of one period.
        filing: The one that was read first.
        pages: Gives all of its passages.
        recorder: Told which place was searched.

    """
    duty = find_duty(question)
    if duty is None or not _is_asked_of(filing, scope):
        return None
    place = _place(duty, pages([filing.filing_id]))
    if place is None:
        return None
    with recorder.step("silence") as detail:
        detail["place"] = place.label()
        detail["passages"] = [passage.passage_id for passage in place.passages]
        return _nothing(question, scope, duty, place) or _silent(question, duty, place)


def _is_asked_of(filing: Filing, scope: Scope) -> bool:
    """Whether a filing is the very one that a question is about."""
    if len(scope.companies) != 1 or len(scope.periods) > 1 or scope.event_dates or scope.given:
        return False
    period = scope.periods[0] if scope.periods else None
    own = Scope(forms=scope.forms, own_filings=True)
    return (
        filing.identity.form.is_periodic
        and filing.company_key == scope.companies[0].company_key
        and identity_score(filing.identity, Slot(scope.companies[0], period), own) > 0
    )


def _place(duty: Duty, passages: Sequence[Passage]) -> _Place | None:
    """The place made for it, where it was read whole."""
    if not duty.sections:
        found = _Place("", passages)
    else:
        headed = [(_heading(duty, passage), passage) for passage in passages]
        inside = [passage for heading, passage in headed if heading]
        found = _Place(_name(next((heading for heading, _ in headed if heading), "")), inside)
    text = found.text
    return found if found.passages and all(words in text for words in duty.holds) else None


def _heading(duty: Duty, passage: Passage) -> str:
    """The heading of the place over a passage, or in it where that is a single line; else empty."""
    headings = passage.section.split(" > ")
    over = next((h for h in headings if any(words in _plain(h) for words in duty.sections)), "")
    line = None if over else _line(duty, passage.text)
    return line["heading"] if line else over


def _line(duty: Duty, text: str) -> re.Match[str] | None:
    """``Item 1B. Unresolved Staff Comments None.``: heading and what it says."""
    headings = "|".join(r"\s+".join(map(re.escape, words.split())) for words in duty.sections)
    pattern = rf"(?P<heading>item\W+\w+\W+(?:{headings})s?){_NOTHING}"
    return re.search(pattern, text, re.IGNORECASE) if headings else None


def _nothing(question: str, scope: Scope, duty: Duty, place: _Place) -> Answer | None:
    """The place says in a word that there is none."""
    for passage in place.passages:
        if line := _line(duty, passage.text):
            stated = _Place(_name(line["heading"]), (passage,)).label().rstrip(",")
            return Answer(
                question,
                f"{line['said'].capitalize()}: so says {stated}.",
                Verdict.VERIFIED if scope.periods else Verdict.UNVERIFIED,
                "" if scope.periods else "The question names no period; this is the newest filing.",
                citations=(Citation.of(passage, " ".join(line[0].split())),),
            )
    return None


def _silent(question: str, duty: Duty, place: _Place) -> Answer | None:
    """The place has no word of it."""
    text = place.text
    for usual in duty.usual:
        text = text.replace(usual, "")
    if not duty.words or any(re.search(words, text) for words in duty.words):
        return None
    return Answer(
        question,
        f"Not disclosed: {place.label()} does not mention {duty.named}.",
        Verdict.UNVERIFIED,
        f"Concluded from silence: {duty.source} would have it there, and no word for it is there.",
        citations=place.citations(),
    )


def _name(heading: str) -> str:
    """A heading on one line, without the bars between the cells of a table."""
    return " ".join(heading.replace("|", " ").split())


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())
