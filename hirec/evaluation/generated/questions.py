"""Questions made from tagged filings: gold answer, filing and pages without a person's hand.

Every figure of the primary statements that a filing tags in inline XBRL is a question whose answer
is known. What makes a question unfair leaves it out (see
:mod:`hirec.evaluation.generated.tagged_facts` and
:func:`hirec.evaluation.generated.wording.name_facts`).
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from hirec.evaluation.files import write_lines
from hirec.evaluation.generated import wording
from hirec.evaluation.generated.tagged_facts import StatedFact, stated_facts
from hirec.evaluation.generated.wording import Named
from hirec.index import Index
from hirec.types import QuestionError

CHANGE_SHARE = 0.15
"""Share of questions over two periods (differences and growth)."""
USUAL_NAME_SHARE = 0.7
"""Share of questions that surely use a company's usual name; the others any of its names."""
_LOOKUPS = (
    "What was {owner} {what} {when}?",
    "What is the {what} of {company} {when}?",
    "How much {what} did {company} report {when}?",
    "{When}, what was the {what} of {company}?",
    "{company}: {what} {when}, in {scale}?",
)
_PLAIN_LOOKUPS = tuple(t for t in _LOOKUPS if "How much" not in t)
"""For counts and per-share figures."""
_DIFFERENCES = (
    "By how much did {owner} {what} change from {before} to {after}?",
    "What is the difference in {owner} {what} between {before} and {after}?",
)
_GROWTH = (
    "What was the percentage growth of {owner} {what} from {before} to {after}?",
    "By what percentage did {owner} {what} change between {before} and {after}? "
    "Round to one decimal place.",
)
_SCALES = {6: "millions", 3: "thousands", 9: "billions"}
_BALANCED_AS = {"comprehensive": "income"}
"""The statement of comprehensive income is short; it shares a place with the income statement."""
_YEAR_APART_DAYS = (350, 380)


@dataclass(frozen=True, slots=True)
class _Draft:
    bucket: tuple[str, ...]
    """Relation, company, statement, naming: what the choice is balanced over."""
    figure: tuple[object, ...]
    """What is asked, however it is said."""
    row: dict[str, Any]
    """A line of the question file but for its id."""


def make_questions(index: Index, count: int, seed: int = 0) -> list[dict[str, Any]]:
    """Rows of a question file (``hirec eval run``), the same for the same index and seed.

    Balanced over relations, companies, statements and ways of naming; no question twice, and no
    figure a second time before all figures of its kind were asked once. Fewer than ``count`` come
    back where the index has no more.

    Raises:
        QuestionError: no filing of the index holds tagged figures.

    """
    chance = random.Random(seed)  # noqa: S311 - a sample, not a secret
    drafts: list[_Draft] = []
    for key in index.companies.keys():  # noqa: SIM118 - not a mapping
        drafts += _drafts(index, key, chance)
    if not drafts:
        raise QuestionError(
            "No filing of the index holds figures tagged with inline XBRL: index HTML filings of "
            "2019 or later, PDF and older filings have no tags."
        )
    changes = [draft for draft in drafts if draft.bucket[0] != "lookup"]
    lookups = [draft for draft in drafts if draft.bucket[0] == "lookup"]
    chosen = _balanced(changes, min(len(changes), round(count * CHANGE_SHARE)), chance)
    chosen = _balanced(lookups, count - len(chosen), chance) + chosen
    chance.shuffle(chosen)
    return [{"id": f"tag-{number:05}"} | draft.row for number, draft in enumerate(chosen, 1)]


def write_questions(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Write JSON Lines; the folder is made where it is missing."""
    write_lines(path, rows)


def _drafts(index: Index, company_key: str, chance: random.Random) -> Iterator[_Draft]:
    """Every question about one company, each figure's phrasings in a random order."""
    legal = index.companies.name(company_key)
    names = wording.company_names(legal, index.companies.aliases(company_key))
    facts = stated_facts(index, company_key)
    by_key = {fact.key: fact for fact in facts}
    for named in wording.name_facts(facts, legal):
        company = names[0] if chance.random() < USUAL_NAME_SHARE else chance.choice(names)
        yield _lookup(named, company, chance)
        before = _year_before(named.fact, by_key)
        if before is not None:
            yield from _changes(named, before, company, chance)


def _lookup(named: Named, company: str, chance: random.Random) -> _Draft:
    fact = named.fact
    answer, unit, scale = _printed(fact.value, fact)
    templates = _LOOKUPS if fact.unit == "USD" else _PLAIN_LOOKUPS
    if not scale:
        templates = tuple(template for template in templates if "{scale}" not in template)
    said = chance.choice(wording.when(fact.period))
    template = chance.choice(templates)
    text = template.format(
        owner=wording.possessive(company),
        company=company,
        what=named.words,
        when=said,
        When=said[0].upper() + said[1:],
        scale=f"USD {scale}" if fact.unit == "USD" else scale,
    )
    evidence = [
        {"filing": filing_id, "page": page}
        for filing_id in fact.gold
        for page in fact.pages[filing_id]
    ]
    return _draft("lookup", named, text, {"answer": answer, "unit": unit}, evidence)


def _changes(
    named: Named, before: StatedFact, company: str, chance: random.Random
) -> Iterator[_Draft]:
    """Difference and growth against the year before, where one page states both."""
    fact = named.fact
    evidence = [
        {"filing": filing_id, "page": page}
        for filing_id in fact.gold
        for page in fact.pages[filing_id]
        if page in before.pages.get(filing_id, ())
    ]
    if not evidence or fact.value * before.value <= 0 or fact.value < 0:
        return
    words = {
        "owner": wording.possessive(company),
        "what": named.words,
        "before": wording.short_when(before.period),
        "after": wording.short_when(fact.period),
    }
    answer, unit, _ = _printed(fact.value - before.value, fact)
    text = chance.choice(_DIFFERENCES).format(**words)
    yield _draft("difference", named, text, {"answer": answer, "unit": unit}, evidence)
    growth = (100 * (fact.value / before.value - 1)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    text = chance.choice(_GROWTH).format(**words)
    yield _draft("growth", named, text, {"answer": f"{growth}%", "unit": "%"}, evidence)


def _draft(
    relation: str, named: Named, text: str, gold: dict[str, str], evidence: list[dict[str, Any]]
) -> _Draft:
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
    return _Draft(bucket, (relation, fact.company_key, fact.key), row)


def _printed(value: Decimal, fact: StatedFact) -> tuple[str, str, str]:
    """Answer, unit and scale word at the precision of the tag: ``51362``, ``USD millions``."""
    scale = next((power for power in (6, 3) if fact.decimals <= -power), 0)
    word = _SCALES.get(scale, "")
    if fact.unit == "shares" and -6 < fact.decimals < 0:
        scale, word = 6, "millions"
    text = format(value.scaleb(-scale).normalize(), "f")
    unit = f"{fact.unit} {word}".strip()
    return text, unit, word


def _year_before(fact: StatedFact, by_key: dict[Any, StatedFact]) -> StatedFact | None:
    concept, unit, end, months = fact.key
    low, high = _YEAR_APART_DAYS
    for (other_concept, other_unit, other_end, other_months), other in by_key.items():
        same = (other_concept, other_unit, other_months) == (concept, unit, months)
        if same and low <= (end - other_end).days <= high and isinstance(other_end, date):
            return other
    return None


def _balanced(drafts: Sequence[_Draft], count: int, chance: random.Random) -> list[_Draft]:
    """Take from the kinds least served so far; figures not asked yet first."""
    waiting: defaultdict[tuple[str, ...], list[_Draft]] = defaultdict(list)
    for draft in drafts:
        waiting[draft.bucket].append(draft)
    for drafts_of_kind in waiting.values():
        chance.shuffle(drafts_of_kind)
    served: Counter[tuple[int, str]] = Counter()
    asked: Counter[tuple[object, ...]] = Counter()
    texts: set[str] = set()
    chosen: list[_Draft] = []
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
