"""How analysts say a figure, a company and a period: the words of generated questions."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hirec.datasets.wording import bare_label
from hirec.evaluation.generated.tagged_facts import StatedFact
from hirec.lexicon import (
    all_metrics,
    excludes_itself,
    match_concept,
    match_row,
    metric_named,
    metrics_of_row,
    normalize_label,
)

_VAGUE = frozenset(
    ("total", "other", "net", "others", "current", "noncurrent", "balance", "amount")
) | {"basic", "diluted", "basic and diluted", "other net", "net total", "total net", "total other"}
_SHARED = re.compile(r"^(?:basic|diluted|assuming dilution|basic and diluted)$")
_NOTE = re.compile(r"\s*\((?:see\s+)?notes?\s[^()]*\)|\s*\(\d\)|\s*\$[\d.,]+.*$", re.IGNORECASE)
_DANGLING = re.compile(
    r"(?:\s+of)?\s*\([^()]*$|"
    r"[\s,]+(?:of|at|less|net of|(?:at\s+)?(?:the\s+)?end of (?:the\s+)?(?:fiscal\s+)?"
    r"(?:year|period|quarter))$",
    re.IGNORECASE,
)
"""What is left of "(of $9,500" without its amount, and the day that the question says itself."""
_BEGINNING = re.compile(r"\bbeginning\b", re.IGNORECASE)
_ACRONYM = re.compile(r"^(?:[A-Z]\.)+$|^(?:ESOP|OCI|AOCI|U\.S\.|PP&E|LIFO|FIFO|R&D)$")
_LONGEST_LABEL = 90
_SHORTEST_NAME = 4
_CLEAR_LEAD = 0.1
"""By how much the figure that is a metric must fit it better than any other of its period."""


class Naming(StrEnum):
    """Which words stand for the figure."""

    LABEL = "label"
    BORROWED = "another_label"
    """The label under which another company prints the same concept."""
    USUAL = "usual_name"
    ABBREVIATION = "abbreviation"


@dataclass(frozen=True, slots=True)
class Named:
    """A figure with one way of naming it."""

    fact: StatedFact
    naming: Naming
    words: str


def name_facts(facts: Sequence[StatedFact], company_name: str) -> list[Named]:
    """Every fair name of every figure of one company.

    A row's own label is fair where no other figure of the same filing and period has it in a
    primary statement, and where it is not the usual name of another figure ("income taxes" for
    taxes paid), of a percentage ("gross margin") or of a balance where the row states a flow. A
    metric's usual name or abbreviation is fair on the metric's own statement where the tag is the
    metric's first concept, or one of its others on a row that reads like the metric, no figure
    fits better, and no other figure reads like the metric and has another value ("net income" with
    and without noncontrolling interests).
    """
    labelled: defaultdict[tuple[object, ...], set[str]] = defaultdict(set)
    for fact in facts:
        labelled[same_period(fact), normalize_label(own_label(fact, company_name))].add(
            fact.concept
        )
    named = []
    best = best_by_metric(facts)
    for fact in facts:
        label = own_label(fact, company_name)
        spelled = labelled[same_period(fact), normalize_label(label)]
        if label and len(spelled) == 1 and not means_another(label, fact, best):
            named.append(Named(fact, Naming.LABEL, label))
    for (_, key), fact in best.items():
        metric = all_metrics()[key]
        abbreviations = [name for name in metric.names if is_abbreviation(name)]
        usual = [name for name in metric.names[:3] if len(name) > _SHORTEST_NAME]
        named += [Named(fact, Naming.USUAL, name) for name in usual[:2]]
        named += [Named(fact, Naming.ABBREVIATION, name) for name in abbreviations[:1]]
    return named


def own_label(fact: StatedFact, company_name: str) -> str:
    """The row's label as a question writes it; empty where it says too little to be asked.

    Changes of working capital are not asked by their labels: "change in accounts payable" is read
    as the difference of two balances, which acquisitions and currencies make another number.
    """
    label = bare_label(_NOTE.sub("", " ".join(fact.label.split())))
    label = bare_label(_DANGLING.sub("", label))
    plain = normalize_label(label)
    if _SHARED.match(plain) and re.search(r"per|share", fact.section, re.IGNORECASE):
        label = f"{label} {bare_label(_NOTE.sub('', fact.section))}"
    elif plain in _VAGUE or len(plain) < _SHORTEST_NAME or len(label) > _LONGEST_LABEL:
        return ""
    if fact.statement == "comprehensive" and "comprehensive" not in plain:
        return ""
    if fact.concept.startswith("IncreaseDecrease") or _BEGINNING.search(label):
        return ""
    return _lowered(label, company_name)


def is_abbreviation(name: str) -> bool:
    """``SG&A``, ``PP&E``, ``EPS``, ``capex``."""
    return " " not in name and (sum(map(str.isupper, name)) >= 2 or name.lower() == "capex")


def best_by_metric(facts: Sequence[StatedFact]) -> dict[tuple[object, str], StatedFact]:
    """For each period and metric the figure that is it most surely; ties name none."""
    scored: defaultdict[tuple[object, str], list[tuple[float, StatedFact]]] = defaultdict(list)
    for fact in facts:
        label = normalize_label(fact.label)
        stated = metrics_of_row(fact.label, fact.section)
        for key, metric in all_metrics().items():
            if key not in stated and metric.tags[:1] != (fact.concept,):
                continue
            concept = match_concept(key, fact.concept)
            row = match_row(key, fact.label, fact.section)
            if not metric.looked_up or metric.statement == "equity":
                continue
            if metric.statement not in ("", fact.statement) or excludes_itself(label):
                continue  # a statement's line may be a part: D&A that is not in cost of sales
            if metric.instant == (fact.period.months == 0):
                scored[same_period(fact), key].append((concept + row, fact))
    best = {}
    for key_, rivals in scored.items():
        rivals.sort(key=lambda pair: -pair[0])
        sure = rivals[0][0] >= 1 and match_concept(key_[1], rivals[0][1].concept) > 0
        clear = len(rivals) == 1 or rivals[0][0] - rivals[1][0] >= _CLEAR_LEAD
        if sure and clear and not _contested(key_[1], [fact for _, fact in rivals]):
            best[key_] = rivals[0][1]
    return best


def _contested(key: str, rivals: Sequence[StatedFact]) -> bool:
    """Whether a second figure, of another value, bears a tag of the metric too."""
    first, *others = rivals
    return any(
        other.value != first.value and match_concept(key, other.concept) > 0 for other in others
    )


def means_another(
    label: str, fact: StatedFact, best: Mapping[tuple[object, str], StatedFact]
) -> bool:
    """Whether a label is the name of a metric that another figure is, or of a percentage.

    Args:
        label: That a filing prints for the figure.
        fact: The figure.
        best: The figure that states a metric in a period, by period and lexicon key.

    """
    metric = metric_named(label)
    if metric is None:
        return False
    if metric.unit and metric.unit != fact.unit:
        return True
    if metric.instant != (fact.period.months == 0):
        return True  # "Debt" under "Interest" is what debt cost, not what is owed
    other = best.get((same_period(fact), metric.key))
    return other is not None and other.value != fact.value


def same_period(fact: StatedFact) -> tuple[object, ...]:
    """Key of the figures that one company states for one period."""
    return fact.period.end, fact.period.months


def _lowered(label: str, company_name: str) -> str:
    """Running text: lower case but for abbreviations and the company's own words."""
    own = {word.lower(): word for word in company_name.replace(",", " ").split() if len(word) > 2}
    words = []
    for word in label.split():
        if not _ACRONYM.match(word):
            word = own.get(word.lower(), word.lower())
        words.append(word)
    return " ".join(words)
