"""Questions over several years and companies, in the manner of SEC-QA's templates.

Lai et al., "SEC-QA: A Systematic Evaluation Corpus for Financial QA", 2024; HiREC's appendix B.4
lists the templates that LOFin takes from it. The gold answer is computed from inline XBRL tags, the
gold pages are those of the primary statements.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from hirec.datasets.wording import company_names, possessive, short_when
from hirec.evaluation.generated.phrasings import templates
from hirec.evaluation.generated.questions import Asked, Draft, percent, printed
from hirec.evaluation.generated.tagged_facts import StatedFact, stated_facts
from hirec.evaluation.generated.wording import Naming, best_by_metric, name_facts
from hirec.index import Index
from hirec.lexicon import all_metrics, content_words, metric_named

_YEAR_DAYS = (350, 380)
_MOST_YEARS = 3
_COMPARED = 3
"""Companies among which the highest is looked for."""
_LEAD = Decimal("1.005")
"""How far the highest is ahead of the next, so that rounding cannot turn them."""
_MOST_PERCENT = 1000
"""A change by more is a ratio of next to nothing."""
_SHORT_FORM = re.compile(r"\((?!loss|deficit|gain)[a-z&]{2,6}\)$")
"""What a filing defines for itself: "cost of revenue (cor)"."""
_SAMPLES = 40
"""Groups of companies drawn for a metric and period, at most."""

Cohort = tuple[str, str, str]
"""Metric, tag and the words of a period: what figures of two companies have in common."""


@dataclass(frozen=True, slots=True)
class _Company:
    key: str
    name: str
    facts: Sequence[StatedFact]
    named: Mapping[tuple[str, str], Asked]
    """By concept and unit, a row's own label of the newest figure."""
    metrics: Mapping[Cohort, Asked]


def several_drafts(index: Index, rng: random.Random) -> list[Draft]:
    """Every question over two to three years of a company, and a sample over several companies."""
    companies = [_company(index, key) for key in index.companies.keys()]  # noqa: SIM118
    drafts = [draft for company in companies for draft in _over_years(company, rng)]
    return [*drafts, *_over_companies(companies, rng)]


def _company(index: Index, key: str) -> _Company:
    legal = index.companies.name(key)
    facts = stated_facts(index, key)
    labels: dict[tuple[str, str], Asked] = {}
    for named in name_facts(facts, legal):
        if named.naming is Naming.LABEL and says_enough(named.words):
            labels[named.fact.concept, named.fact.unit] = Asked(named.words, named.fact)
    metrics = {}
    for (_, metric), fact in best_by_metric(facts).items():
        if fact.unit == "USD" and fact.value > 0:
            names = all_metrics()[metric].names
            words = next((name for name in names[:3] if name.endswith("expense")), names[0])
            if not surely_called(words, fact):
                continue
            metrics[metric, fact.concept, short_when(fact.period)] = Asked(words, fact)
    name = company_names(legal, index.companies.aliases(key))[0]
    return _Company(key, name, facts, labels, metrics)


def says_enough(label: str) -> bool:
    """Whether a label stands without its heading: two words, or the name of a metric."""
    plain = len(content_words(label)) > 1 or metric_named(label) is not None
    return plain and not _SHORT_FORM.search(label)


def surely_called(words: str, fact: StatedFact) -> bool:
    """Whether a metric's usual name is surely this figure's: by its tag, or by its own label.

    What is "other" differs from company to company.
    """
    metric, printed_as = metric_named(words), metric_named(fact.label)
    if metric is None or words.startswith("other "):
        return False
    by_tag = metric.tags[:1] == (fact.concept,)
    return by_tag or (printed_as is not None and printed_as.key == metric.key)


def _when(fact: StatedFact) -> str:
    return f"{'in' if fact.period.months else 'at'} {short_when(fact.period)}"


def _over_years(company: _Company, rng: random.Random) -> Iterator[Draft]:
    """Sums and growth over consecutive fiscal years, all figures positive."""
    series: defaultdict[tuple[str, str, int], list[StatedFact]] = defaultdict(list)
    for fact in company.facts:
        if fact.period.fiscal_quarter in (None, 4) and fact.period.months in (0, 12):
            series[fact.concept, fact.unit, fact.period.months].append(fact)
    for (concept, unit, months), facts in series.items():
        facts.sort(key=lambda fact: fact.key[2])
        named = company.named.get((concept, unit))
        years = _consecutive(facts)[-_MOST_YEARS:]
        if named is None or unit != "USD" or any(fact.value <= 0 for fact in years):
            continue
        asked = [Asked(named.words, fact) for fact in years]
        kind = "flow" if months else "balance"
        words = {
            "company": company.name,
            "owner": possessive(company.name),
            "what": named.words,
            "before": short_when(years[0].period),
            "after": short_when(years[-1].period),
        }
        answer, answer_unit, scale = printed(
            sum((f.value for f in years), Decimal(0)), _coarsest(years)
        )
        if len(years) == _MOST_YEARS and scale:
            counted = words | {"n": "three", "scale": f"{unit} {scale}"}
            gold = {"answer": answer, "unit": answer_unit}
            yield from _draft("total", kind, counted, gold, asked, rng)
        change = 100 * (years[-1].value / years[0].value - 1)
        if len(years) == _MOST_YEARS and 0 < abs(change) < _MOST_PERCENT:
            ends = [asked[0], asked[-1]]
            yield from _draft("growth", kind, words | {"n": "two"}, percent(change), ends, rng)


def _over_companies(companies: Sequence[_Company], rng: random.Random) -> Iterator[Draft]:
    """Two companies' difference, and a figure of the one that leads in another."""
    cohorts: defaultdict[Cohort, list[_Company]] = defaultdict(list)
    for company in companies:
        for cohort in company.metrics:
            cohorts[cohort].append(company)
    for cohort in sorted(cohorts):
        members = cohorts[cohort]
        for _ in range(min(_SAMPLES, len(members) * (len(members) - 1))):
            yield from _gap(rng.sample(members, 2), cohort, rng)
        for _ in range(min(_SAMPLES, len(members)) if len(members) >= _COMPARED else 0):
            yield from _leader(rng.sample(members, _COMPARED), cohort, rng)


def _gap(pair: Sequence[_Company], cohort: Cohort, rng: random.Random) -> Iterator[Draft]:
    first, second = (company.metrics[cohort] for company in pair)
    gap = 100 * (first.fact.value / second.fact.value - 1)
    if 0 < abs(gap) < _MOST_PERCENT:
        words = {
            "owner": possessive(pair[0].name),
            "rival": pair[1].name,
            "rival_owner": possessive(pair[1].name),
            "what": first.words,
            "when": _when(first.fact),
        }
        yield from _draft("gap", "any", words, percent(gap), [first, second], rng)


def _leader(group: Sequence[_Company], cohort: Cohort, rng: random.Random) -> Iterator[Draft]:
    ranked = sorted(group, key=lambda company: -company.metrics[cohort].fact.value)
    leader, second = (company.metrics[cohort] for company in ranked[:2])
    others = [
        key
        for key in ranked[0].metrics
        if key[2] == cohort[2] and key[0] != cohort[0] and all(key in c.metrics for c in group)
    ]
    if not others or leader.fact.value < second.fact.value * _LEAD:
        return
    other = ranked[0].metrics[rng.choice(sorted(others))]
    answer, unit, scale = printed(other.fact.value, other.fact)
    if not scale or other.fact.value == leader.fact.value:
        return
    names = [company.name for company in group]
    words = {
        "companies": f"{', '.join(names[:-1])} and {names[-1]}",
        "what": leader.words,
        "other": other.words,
        "when": _when(leader.fact),
        "scale": f"USD {scale}",
    }
    asked = [*(company.metrics[cohort] for company in group), other]
    yield from _draft("leader", "any", words, {"answer": answer, "unit": unit}, asked, rng)


def _draft(
    relation: str,
    kind: str,
    words: Mapping[str, str],
    gold: Mapping[str, str],
    asked: Sequence[Asked],
    rng: random.Random,
) -> Iterator[Draft]:
    found = templates("several", relation, [kind], scaled="scale" in words)
    facts = [one.fact for one in asked]
    if not found:
        return
    row: dict[str, Any] = {
        "question": rng.choice(found).format(**words),
        **gold,
        "type": "numeric_table",
        "evidence": _evidence(facts),
        "any_evidence": False,
        "relation": relation,
        "naming": "usual_name" if relation in ("gap", "leader") else "label",
        "statement": facts[0].statement,
        "concept": facts[0].concept,
    }
    bucket = (relation, facts[0].company_key, facts[0].statement, asked[0].words)
    yield Draft(bucket, (relation, *(fact.key for fact in facts)), row, tuple(asked))


def _evidence(facts: Sequence[StatedFact]) -> list[dict[str, Any]]:
    """As few pages as hold all figures: one that states several of them stands for each."""
    chosen: dict[tuple[str, int], None] = {}
    waiting = list(facts)
    while waiting:
        places = [fact.primary for fact in waiting]
        best = max(places, key=lambda place: sum(_states(fact, place) for fact in waiting))
        chosen[best] = None
        waiting = [fact for fact in waiting if not _states(fact, best)]
    return [{"filing": filing_id, "page": page} for filing_id, page in chosen]


def _states(fact: StatedFact, place: tuple[str, int]) -> bool:
    return place[1] in fact.pages.get(place[0], ())


def _consecutive(facts: Sequence[StatedFact]) -> list[StatedFact]:
    """The last run of figures a year apart."""
    run = list(facts[:1])
    low, high = _YEAR_DAYS
    for before, after in pairwise(facts):
        run = [*run, after] if low <= (after.key[2] - before.key[2]).days <= high else [after]
    return run


def _coarsest(facts: Sequence[StatedFact]) -> StatedFact:
    return min(facts, key=lambda fact: fact.decimals)
