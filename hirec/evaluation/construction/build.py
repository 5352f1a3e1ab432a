"""An evaluation set from an index: candidates, each checked; those that fail counted by reason."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hirec.evaluation.construction.closed import ClosedQuestion, Opener
from hirec.evaluation.construction.entailment import PageJudge, states
from hirec.evaluation.construction.rivals import Collection
from hirec.evaluation.construction.several import (
    says_enough,
    several_drafts,
    surely_called,
)
from hirec.evaluation.generated.phrasings import BANKS
from hirec.evaluation.generated.questions import CHANGE_SHARE, Draft, balanced, named_drafts
from hirec.evaluation.generated.wording import Naming
from hirec.index import Index
from hirec.types import Passage, QuestionError

SEVERAL_SHARE = 0.4
"""Share of questions over several years or companies."""
_SPARE = 2
"""Candidates drawn for a question wanted: some fail their checks."""
_STATEMENTS = {
    "income": "the statement of income",
    "comprehensive": "the statement of comprehensive income",
    "balance": "the balance sheet",
    "cash_flow": "the statement of cash flows",
}


@dataclass(slots=True)
class Built:
    """Candidates of a set, and what was dropped."""

    rows: list[dict[str, Any]]
    """With ids; those with a ``check`` are for a person to decide."""
    dropped: Counter[str] = field(default_factory=Counter)
    """Reason → questions."""
    made_precise: int = 0
    """Questions that name their statement because another page has another value."""


class SetBuilder:
    """Builds a set over one index; the same for the same index, arguments and seed."""

    def __init__(
        self, index: Index, seed: int = 0, phrasings: str = "formal", judge: PageJudge | None = None
    ) -> None:
        """Take the index, and how questions are worded.

        Args:
            index: Its tagged filings give the answers.
            seed: Of every draw.
            phrasings: Bank of templates: ``formal``, ``plain`` or ``people``.
            judge: Asked of each gold page besides the rules; None where there is no model.

        """
        self._index = index
        self._seed = seed
        self._phrasings = phrasings
        self._judge = judge
        self._collection = Collection(index)

    def from_tags(self, count: int, several_share: float = SEVERAL_SHARE) -> Built:
        """Questions whose answers are tagged; fewer where the index has no more.

        Raises:
            QuestionError: no filing of the index holds tagged figures, or no such phrasings.

        """
        if self._phrasings not in BANKS:
            raise QuestionError(
                f"No phrasings are called “{self._phrasings}”: choose {' or '.join(BANKS)}."
            )
        rng = random.Random(self._seed)  # noqa: S311 - a sample, not a secret
        single = [
            draft for draft in named_drafts(self._index, self._phrasings, rng) if _is_plain(draft)
        ]
        if not single:
            raise QuestionError(
                "No filing of the index holds figures tagged with inline XBRL: index HTML filings "
                "of 2019 or later, or give closed questions of your own (--closed)."
            )
        several_count = round(count * several_share)
        several = self._accepted(
            _interleaved(several_drafts(self._index, rng), several_count, rng), several_count
        )
        remaining = count - len(several.rows)
        computed = [draft for draft in single if draft.bucket[0] != "lookup"]
        changes = self._accepted(
            balanced(computed, round(remaining * CHANGE_SHARE) * _SPARE, rng),
            round(remaining * CHANGE_SHARE),
        )
        remaining -= len(changes.rows)
        lookups = [draft for draft in single if draft.bucket[0] == "lookup"]
        looked_up = self._accepted(balanced(lookups, remaining * _SPARE, rng), remaining)
        parts = (looked_up, changes, several)
        rows = [row for part in parts for row in part.rows]
        rng.shuffle(rows)
        return Built(
            [{"id": f"set-{number:05}"} | row for number, row in enumerate(rows, 1)],
            sum((part.dropped for part in parts), Counter()),
            sum(part.made_precise for part in parts),
        )

    def from_closed(self, questions: Sequence[ClosedQuestion]) -> Built:
        """Closed questions made open, their gold pages found."""
        opener = Opener(self._index)
        built = Built([])
        for closed in questions:
            row, doubt = opener.opened(closed)
            if row is None:
                built.dropped[f"closed: {doubt}"] += 1
                continue
            filing = row["evidence"][0]["filing"]
            key = self._index.filings[filing].company_key
            others = self._collection.other_companies(row["question"], [key])
            if others:
                doubt = "; ".join(filter(None, [doubt, f"may mean {', '.join(others)}"]))
            if not doubt and not self._judged(row):
                doubt = "the model does not find the answer on the page"
            row = {"id": f"open-{closed.id}"} | row | ({"check": doubt} if doubt else {})
            built.rows.append(row)
        return built

    def _accepted(self, drafts: Sequence[Draft], remaining: int) -> Built:
        """The first ``remaining`` drafts that hold."""
        built = Built([])
        for draft in drafts:
            if len(built.rows) == remaining:
                break
            checked, reason = self._checked(draft)
            if checked is None:
                built.dropped[reason] += 1
                continue
            built.made_precise += checked.row["question"] != draft.row["question"]
            row = dict(checked.row)
            if not self._judged(row):
                row["check"] = "the model does not find the answer on the page"
            built.rows.append(row)
        return built

    def _checked(self, draft: Draft) -> tuple[Draft | None, str]:
        """The draft with the gold pages that hold, made precise where it must be; or why not."""
        keys = list(dict.fromkeys(one.fact.company_key for one in draft.asked))
        if self._collection.other_companies(draft.row["question"], keys):
            return None, "its names mean other companies too"
        evidence = self._stated(draft)
        if not evidence:
            return None, "no gold page states it under its words"
        row = draft.row | {"evidence": evidence}
        rivals = [rival for one in draft.asked for rival in self._collection.rivals(one)]
        if not rivals:
            return replace(draft, row=row), ""
        statement = draft.asked[0].fact.statement
        if len(keys) > 1 or any(rival.statement == statement for rival in rivals):
            return None, "another page states another value under the same words"
        own = [gold for gold in evidence if (gold["filing"], gold["page"]) in _primary(draft)]
        if not own or any(one.fact.statement != statement for one in draft.asked):
            return None, "another page states another value under the same words"
        text = _precise(str(row["question"]), _STATEMENTS[statement])
        return replace(draft, row=row | {"question": text, "evidence": own}), ""

    def _stated(self, draft: Draft) -> list[dict[str, Any]]:
        """Gold pages that state what is asked; empty where a figure stands on none of them."""
        holds = []
        covered: set[int] = set()
        for gold in draft.row["evidence"]:
            passages = self._page(gold["filing"], gold["page"])
            stated = {at for at, one in enumerate(draft.asked) if states(passages, one)}
            enough = len(stated) == len(draft.asked) if draft.row["any_evidence"] else bool(stated)
            if enough:
                holds.append(gold)
                covered |= stated
        return holds if len(covered) == len(draft.asked) else []

    def _judged(self, row: dict[str, Any]) -> bool:
        """Whether a model, where there is one, agrees that one of single gold pages answers."""
        if self._judge is None or (len(row["evidence"]) > 1 and not row["any_evidence"]):
            return True
        pages = (self._page(gold["filing"], gold["page"]) for gold in row["evidence"])
        return any(self._judge.answers(row["question"], passages) for passages in pages)

    def _page(self, filing_id: str, page: int) -> list[Passage]:
        return [p for p in self._index.passages([filing_id]) if p.page_number == page]


def _is_plain(draft: Draft) -> bool:
    """Whether any reader knows what is meant: no abbreviation, no label that leans on a heading."""
    named, first = draft.row["naming"], draft.asked[0]
    if named == Naming.ABBREVIATION:
        return False
    if named == Naming.USUAL and not surely_called(first.words, first.fact):
        return False
    return all(says_enough(one.words) for one in draft.asked)


def _primary(draft: Draft) -> set[tuple[str, int]]:
    return {one.fact.primary for one in draft.asked}


def _precise(text: str, statement: str) -> str:
    """The question with the statement that it means: ``Going by the balance sheet, what …``."""
    first = text.split(" ", 1)[0]
    starts = first.lower() in ("what", "how", "by", "in", "for", "at", "as", "over")
    return f"Going by {statement}, {text[0].lower() + text[1:] if starts else text}"


def _interleaved(drafts: Sequence[Draft], remaining: int, rng: random.Random) -> list[Draft]:
    """As many of each relation, and no company or measure more often than need be."""
    relations = sorted({draft.bucket[0] for draft in drafts})
    share = -(-remaining * _SPARE // max(1, len(relations)))
    chosen = [
        balanced([draft for draft in drafts if draft.bucket[0] == relation], share, rng)
        for relation in relations
    ]
    return [*_in_turn(chosen)]


def _in_turn(groups: Sequence[Sequence[Draft]]) -> Iterator[Draft]:
    for at in range(max(map(len, groups), default=0)):
        yield from (group[at] for group in groups if at < len(group))
