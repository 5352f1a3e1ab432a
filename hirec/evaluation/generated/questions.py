"""Questions made from tagged filings: gold answer, filing and pages without a person's hand.

Every figure of the primary statements that a filing tags in inline XBRL is a question whose answer
is known. What makes a question unfair leaves it out (see
:mod:`hirec.evaluation.generated.tagged_facts` and
:func:`hirec.evaluation.generated.wording.name_facts`).
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from hirec.datasets.wording import company_names, possessive, short_when, when
from hirec.evaluation.generated import wording
from hirec.evaluation.generated.borrowing import Borrower
from hirec.evaluation.generated.phrasings import BANKS, templates
from hirec.evaluation.generated.tagged_facts import FactKey, StatedFact, stated_facts
from hirec.evaluation.generated.wording import Named, Naming
from hirec.index import Index
from hirec.json_files import write_lines
from hirec.numbers import SCALE_WORDS
from hirec.types import QuestionError

CHANGE_SHARE = 0.15
"""Share of questions that compute: over two periods, or a share of a total."""
USUAL_NAME_SHARE = 0.7
"""Share of questions that surely use a company's usual name; the others any of its names."""
_LEAST_SHARE = 1
"""Percent; below it one decimal says too little."""
_BALANCED_AS = {"comprehensive": "income"}
"""The statement of comprehensive income is short; it shares a place with the income statement."""
_YEAR_APART_DAYS = (350, 380)


@dataclass(frozen=True, slots=True)
class Asked:
    """A figure that a question needs, and the words it is asked by."""

    words: str
    fact: StatedFact


@dataclass(frozen=True, slots=True)
class Draft:
    """A question that may be chosen."""

    bucket: tuple[str, ...]
    """Relation, company, statement, naming: what the choice is balanced over."""
    figure: tuple[object, ...]
    """What is asked, however it is said."""
    row: dict[str, Any]
    """A line of the question file but for its id."""
    asked: tuple[Asked, ...] = ()
    """All figures that the answer is made of."""


def make_questions(
    index: Index, count: int, seed: int = 0, bank: str = "plain"
) -> list[dict[str, Any]]:
    """Rows of a question file (``hirec eval run``), the same for the same index, seed and bank.

    Balanced over relations, companies, statements and ways of naming; no question twice, and no
    figure a second time before all figures of its kind were asked once. Fewer than ``count`` come
    back where the index has no more. The bank ``people`` names figures by their own row or as other
    companies print them, ``plain`` by their own row or as the lexicon does.

    Args:
        index: Its tagged filings give the answers.
        count: How many at most.
        seed: Of every draw.
        bank: One of :data:`BANKS`.

    Raises:
        QuestionError: no filing of the index holds tagged figures, or there is no such bank.

    """
    if bank not in BANKS:
        raise QuestionError(f"No phrasings are called “{bank}”: choose {' or '.join(BANKS)}.")
    rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
    drafts = [*named_drafts(index, bank, rng)]
    if not drafts:
        raise QuestionError(
            "No filing of the index holds figures tagged with inline XBRL: index HTML filings of "
            "2019 or later, PDF and older filings have no tags."
        )
    changes = [draft for draft in drafts if draft.bucket[0] != "lookup"]
    lookups = [draft for draft in drafts if draft.bucket[0] == "lookup"]
    chosen = balanced(changes, min(len(changes), round(count * CHANGE_SHARE)), rng)
    chosen = balanced(lookups, count - len(chosen), rng) + chosen
    rng.shuffle(chosen)
    return [{"id": f"tag-{number:05}"} | draft.row for number, draft in enumerate(chosen, 1)]


def write_questions(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Write JSON Lines; the folder is made where it is missing."""
    write_lines(path, rows)


def named_drafts(index: Index, bank: str, rng: random.Random) -> Iterator[Draft]:
    """Every question about every company, each figure's phrasings in a random order.

    Args:
        index: Its tagged filings give the figures.
        bank: ``people`` has other companies' labels lent to figures.
        rng: Draws names and phrasings.

    """
    companies = index.companies
    names = {key: companies.name(key) for key in companies.keys()}  # noqa: SIM118 - no mapping
    facts = {key: stated_facts(index, key) for key in names}
    borrower = Borrower(facts, names) if bank == "people" else None
    for key, legal in names.items():
        named = wording.name_facts(facts[key], legal)
        if borrower:
            named = [figure for figure in named if figure.naming is Naming.LABEL]
            named += borrower.names(key)
        called = company_names(legal, companies.aliases(key))
        writer = _Writer(bank, {fact.key: fact for fact in facts[key]}, legal, rng)
        for figure in named:
            usual = rng.random() < USUAL_NAME_SHARE
            yield from writer.drafts(figure, called[0] if usual else rng.choice(called))


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes every question about one figure of a company."""

    bank: str
    facts: Mapping[FactKey, StatedFact]
    company_name: str
    rng: random.Random

    def drafts(self, named: Named, company: str) -> Iterator[Draft]:
        """Look-up, share of a total, and what is asked of the figure and that of a year before."""
        fact = named.fact
        yield from self._lookup(named, company)
        whole = self.facts.get(("Assets", "USD", *fact.key[2:]))
        if whole is not None and whole is not fact and fact.unit == "USD":
            yield from self._share(named, whole, company)
        before = _year_before(fact, self.facts)
        if before is not None:
            yield from self._changes(named, before, company)

    def _lookup(self, named: Named, company: str) -> Iterator[Draft]:
        fact = named.fact
        answer, unit, scale = printed(fact.value, fact)
        gold = {"answer": answer, "unit": unit}
        unit_words = f"USD {scale}" if fact.unit == "USD" else scale
        text = self._text("lookup", named, company, scale=unit_words if scale else "")
        yield from _draft("lookup", named, text, gold, fact.evidence(), ())

    def _share(self, named: Named, whole: StatedFact, company: str) -> Iterator[Draft]:
        label = wording.own_label(whole, self.company_name)
        evidence = _common(named.fact.evidence(), whole.evidence())
        share = 100 * named.fact.value / whole.value
        if label and evidence and _LEAST_SHARE <= share < 100:
            text = self._text("share", named, company, whole=label)
            gold = percent(share)
            yield from _draft("share", named, text, gold, evidence, (Asked(label, whole),))

    def _changes(self, named: Named, before: StatedFact, company: str) -> Iterator[Draft]:
        """What one page states both figures of, where neither sign nor zero leaves doubts."""
        fact = named.fact
        evidence = _common(fact.evidence(), before.evidence(fact.gold))
        if not evidence or fact.value * before.value <= 0 or fact.value < 0:
            return
        also = (Asked(named.words, before),)
        results = {
            "difference": fact.value - before.value,
            "average": (fact.value + before.value) / 2,
            "sum": fact.value + before.value,
        }
        words = {
            "before": short_when(before.period),
            "after": short_when(fact.period),
        }
        for relation, value in results.items():
            answer, unit, _ = printed(value, fact)
            text = self._text(relation, named, company, **words)
            gold = {"answer": answer, "unit": unit}
            yield from _draft(relation, named, text, gold, evidence, also)
        growth = percent(100 * (fact.value / before.value - 1))
        text = self._text("growth", named, company, **words)
        yield from _draft("growth", named, text, growth, evidence, also)

    def _text(self, relation: str, named: Named, company: str, **words: str) -> str:
        """One of the bank's templates, filled in; empty where the bank has none."""
        fact = named.fact
        kinds = ["balance" if fact.period.months == 0 else "flow"]
        kinds += ["money"] if fact.unit == "USD" else []
        found = templates(self.bank, relation, kinds, scaled=bool(words.get("scale")))
        when_words = self.rng.choice(when(fact.period))
        return (self.rng.choice(found) if found else "").format(
            owner=possessive(company),
            company=company,
            what=named.words,
            when=when_words,
            When=when_words[0].upper() + when_words[1:],
            short=short_when(fact.period),
            **words,
        )


def _common(
    evidence: Sequence[dict[str, Any]], others: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    return [place for place in evidence if place in others]


def percent(value: Decimal) -> dict[str, str]:
    """Answer and unit of a percentage, to one decimal place."""
    return {"answer": f"{value.quantize(Decimal('0.1'), ROUND_HALF_UP)}%", "unit": "%"}


def _draft(
    relation: str,
    named: Named,
    text: str,
    gold: dict[str, str],
    evidence: list[dict[str, Any]],
    also: tuple[Asked, ...],
) -> Iterator[Draft]:
    """The question, unless nothing was written."""
    if not text:
        return
    fact = named.fact
    row = {
        "question": text,
        **gold,
        "type": "numeric_table",
        "evidence": evidence,
        "any_evidence": True,
        "relation": relation,
        "naming": named.naming.value,
        "statement": fact.statement,
        "concept": fact.concept,
    }
    statement = _BALANCED_AS.get(fact.statement, fact.statement)
    bucket = (relation, fact.company_key, statement, named.naming.value)
    asked = (Asked(named.words, fact), *also)
    yield Draft(bucket, (relation, fact.company_key, fact.key), row, asked)


def printed(value: Decimal, fact: StatedFact) -> tuple[str, str, str]:
    """Answer, unit and scale word at the precision of the tag: ``51362``, ``USD millions``."""
    scale = next((power for power in (6, 3) if fact.decimals <= -power), 0)
    word = SCALE_WORDS.get(scale, "")
    if fact.unit == "shares" and -6 < fact.decimals < 0:
        scale, word = 6, "millions"
    text = format(value.scaleb(-scale).normalize(), "f")
    unit = f"{fact.unit} {word}".strip()
    return text, unit, word


def _year_before(fact: StatedFact, by_key: Mapping[FactKey, StatedFact]) -> StatedFact | None:
    concept, unit, end, months = fact.key
    low, high = _YEAR_APART_DAYS
    for (other_concept, other_unit, other_end, other_months), other in by_key.items():
        same = (other_concept, other_unit, other_months) == (concept, unit, months)
        if same and low <= (end - other_end).days <= high and isinstance(other_end, date):
            return other
    return None


def balanced(drafts: Sequence[Draft], count: int, rng: random.Random) -> list[Draft]:
    """Take ``count`` from the kinds least served so far; figures not asked yet first.

    Args:
        drafts: Sorted into kinds by their bucket.
        count: Fewer come back where there are no more.
        rng: Shuffles each kind.

    """
    waiting: defaultdict[tuple[str, ...], list[Draft]] = defaultdict(list)
    for draft in drafts:
        waiting[draft.bucket].append(draft)
    for drafts_of_kind in waiting.values():
        rng.shuffle(drafts_of_kind)
    served: Counter[tuple[int, str]] = Counter()
    asked: Counter[tuple[object, ...]] = Counter()
    texts: set[str] = set()
    chosen: list[Draft] = []
    while waiting and len(chosen) < count:
        kind = min(waiting, key=lambda parts: (_load(served, parts), parts))
        pool = waiting[kind]
        best = min(range(len(pool)), key=lambda at: asked[pool[at].figure])
        draft = pool.pop(best)
        if not pool:
            del waiting[kind]
        if draft.row["question"] in texts:
            continue
        texts.add(draft.row["question"])
        asked[draft.figure] += 1
        served.update(enumerate(kind))
        served[len(kind), "/".join(kind)] += 1
        chosen.append(draft)
    return chosen


def _load(served: Counter[tuple[int, str]], bucket: tuple[str, ...]) -> tuple[int, ...]:
    """How much of a kind was taken: its company first, then all its parts, then itself."""
    parts = [served[place, part] for place, part in enumerate(bucket)]
    return parts[1], sum(parts), served[len(bucket), "/".join(bucket)]
