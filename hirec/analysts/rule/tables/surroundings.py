"""What stands around a cell, and whether it says a metric of a part: "Americas net sales".

The part and the metric may each be said by the row, by the headings above it, by the column, by
the caption or by the page's heading, the metric also by the total that a row is a part of. All
words asked for have to be met; what else a row, its heading or its column says may narrow it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hirec.analysts.rule.requirements.exclusion import EXCLUDING, excludes
from hirec.analysts.rule.requirements.phrases import (
    BRACKETS,
    OPTIONAL,
    Wanted,
    part_stems,
    says,
    stems,
)
from hirec.caching import remembered
from hirec.companies.names import is_generic_word, normalize_name
from hirec.companies.vocabulary import is_ordinary
from hirec.grounding.tables import residual, standing_of
from hirec.lexicon import ADJUSTED, Metric, find_metrics, get_metric, match_row
from hirec.sums import Sum, sums
from hirec.types import Operand, Passage, Row, Table

_BY = re.compile(r"\bby\b.*", re.IGNORECASE | re.DOTALL)
"""``by product group``: what the parts are, which names none of them."""
_INCOME_TAX = re.compile(r"\bincome tax(?=es\b|\b)", re.IGNORECASE)
"""In a heading over "Federal" and "Foreign" what people call taxes."""
_TRUST = {"label": 0.95, "column": 0.95, "section": 0.95, "block": 0.92, "total": 0.9}
_FAR = {"caption": 0.88, "heading": 0.84}
_NARROWER = 0.85
"""For a heading or a column that says more than is asked."""
_FARTHER = 0.2
"""Off for words that only the caption or the page's heading says."""
_FAR_WORDS = 0.3
"""The same where the row itself is named by words."""
_LABELS = 0.5
"""Off for a label of nothing but words that are not asked for."""
_UNSAID = 0.1
"""Off for words that need not be met and are not."""
_OTHER_WORDS = 0.7
"""A label with a larger share of other words is not called by one word of it."""
_KINDS = stems(" ".join(OPTIONAL))
_NEUTRAL = stems(
    "total totals amount consolidated dollars percentage percent weighted average worldwide"
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The texts that say what a cell states."""

    label: str
    section: str = ""
    """Heading row right above."""
    column: str = ""
    """Heading of the column, its period included."""
    caption: str = ""
    heading: str = ""
    """Heading of the page's section."""
    block: str = ""
    """Heading row farther above, over all rows down to the next total."""
    total: str = ""
    """Label of the row that the cell's row and others add up to."""
    primary: bool = False
    """The table is a primary statement: what its headings say is the whole company's."""
    own: frozenset[str] = frozenset()
    """Stems of the company's name, which part nothing: "Walmart U.S." is its U.S. segment."""


class Runs:
    """A table with the rows of each column that add up, which all cells of a column share."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._known: dict[int, tuple[Sum, ...]] = {}

    def of(self, at: int) -> tuple[Sum, ...]:
        """Sums of a column."""
        if at not in self._known:
            self._known[at] = tuple(sums(self.table, at))
        return self._known[at]


def surroundings(
    passage: Passage, runs: Runs, row: Row, at: int, company: str = ""
) -> Surroundings:
    """What stands around a row's cell in one column.

    Args:
        passage: Its section is the page's heading.
        runs: The passage's table with its sums.
        row: One of its rows.
        at: Position of the column.
        company: Whose filing it is; empty where its name may be a part's.

    """
    table, added = runs.table, runs.of(at)
    return Surroundings(
        row.label,
        _above(table, row, added),
        table.columns[at].label,
        table.caption,
        passage.section.rpartition(" > ")[2],
        _block(table, row),
        _total(table, row, added),
        standing_of(table, passage.section).primary,
        _own_stems(company),
    )


@remembered
def _own_stems(company: str) -> frozenset[str]:
    named = (word for word in normalize_name(company).split() if not is_generic_word(word))
    return stems(" ".join(word for word in named if not is_ordinary(word)))


def phrase_fit(wanted: Wanted, around: Surroundings) -> float:
    """How surely a cell states what is wanted, a part's figure or one named by words, 0 to 1."""
    if wanted.forward:
        return 0.0
    near = f"{around.label} | {around.section} | {around.column}"
    if wanted.adjusted and not ADJUSTED.search(near):
        return 0.0
    if wanted.metric is None:
        return _named(wanted.words, wanted.every, around)
    return _of_part(wanted.words, wanted.metric, around)


def _of_part(asked: frozenset[str], metric: Metric, around: Surroundings) -> float:
    """A part's figure: less sure for words met far off and for what is said beyond them."""
    if excludes(around.label) and not asked & EXCLUDING:
        return 0.0
    trust = _stated(metric, around, asked)
    label = _nearest(around.label, asked)
    near = (residual(around.column), residual(around.section))
    met = label.union(*(_nearest(text, asked) for text in near), stems(around.block))
    if not asked <= met:
        titles = [_title(text, asked, metric) for text in (around.caption, around.heading)]
        kind = stems(" ".join(_BY.findall(f"{around.caption}\n{around.heading}")))
        named = any(asked <= words for words in titles)
        if not named and not (asked & met and asked <= met.union(kind, *titles)):
            return 0.0
        trust *= 1 - _FARTHER * len(asked - met) / len(asked)
    known = asked | around.own
    if beyond(residual(around.column), known, metric):
        trust *= _NARROWER if says(metric, around.column) else 0.0
    trust *= _NARROWER if beyond(residual(around.section), asked, metric, part_stems) else 1
    if not label & asked and stems(residual(around.label)) and not says(metric, around.label):
        return 0.0  # a part of its own, of what the column names
    extra = beyond(around.label, known, metric, part_stems if label & asked else stems)
    return trust * (1 - _LABELS * len(extra) / max(len(label), 1))


def _named(asked: frozenset[str], every: frozenset[str], around: Surroundings) -> float:
    """1 where the label says exactly the phrase; less for more words; 0 if one is missing.

    ``every``: with the words that need not be met, which tell one row from another all the same.
    """
    own, column = _nearest(around.label, every), stems(residual(around.column))
    above = _nearest(_INCOME_TAX.sub("tax", around.section), every)
    heading = residual(BRACKETS.sub(" ", around.column))  # "Fair value (Level 2)"
    wider = stems(heading) - every - _KINDS
    if wider and not stems(heading.split()[-1]) & every:
        return 0.0  # "Contractual interest rate" ends on what is asked for
    ours = around.primary and above & asked  # "fuel expense": "Fuel" below "Railway expenses"
    if above - every - own - _KINDS - _NEUTRAL and not ours:
        if find_metrics(around.section) and not find_metrics(around.label):
            return 0.0  # a figure of its own: "Depreciation of segments" above "Tools"
        above = frozenset()  # "Franchised sales" above "U.S." are not the company's own
    about = above | column | _spelt(f"{around.block} {around.caption} {around.heading}")
    if not own & every or not asked <= own | about:
        return 0.0
    outside = len(asked - own - above - column) / max(len(asked), 1)
    extra = len(own - every) / len(own)
    if len(every) == 1 and extra > _OTHER_WORDS:
        return 0.0
    unsaid = len(every - asked - own - about) / len(every)
    fit = (1 - _LABELS * extra) * (1 - _FAR_WORDS * outside) * (1 - _UNSAID * unsaid)
    fit *= _NARROWER if wider else 1
    return round(fit, 4)


def narrower_heading(asked: frozenset[str], metric: Metric, around: Surroundings) -> str:
    """The heading above or over a cell that says more than is asked; empty where none does.

    Above a row that names the metric itself, a heading only says where in the table it stands.

    Args:
        asked: Stems of the part.
        metric: What is asked of it.
        around: The texts around the cell.

    """
    own = match_row(metric.key, around.label) or says(metric, around.label)
    if not own and beyond(residual(around.section), asked, metric, part_stems):
        return around.section
    return around.column if beyond(residual(around.column), asked, metric) else ""


def states(metric: Metric, around: Surroundings) -> bool:
    """Whether the nearest text around a cell that names a metric names this one."""
    return _stated(metric, around, frozenset()) > 0


def _stated(metric: Metric, around: Surroundings, asked: frozenset[str]) -> float:
    """Trust in the nearest text that names a metric, 0 where that is another one.

    What adds up to "total subscription revenue" is not all of a part's revenue.
    """
    if _divides(around.caption, metric):
        return 0.0
    if match_row(metric.key, around.label, around.section):
        return 0.0 if says(metric, around.column) is False else _TRUST["label"]
    for field, trust in (_TRUST | _FAR).items():
        said = says(metric, getattr(around, field))
        if field == "caption" and said is None:  # a title below a sentence about several tables
            said = says(metric, around.caption.rpartition(", ")[2]) or None
        if said is not None:
            narrower = field == "total" and beyond(around.total, asked, metric)
            return trust * (_NARROWER if narrower else 1) if said else 0.0
    return 0.0


def _divides(caption: str, metric: Metric) -> bool:
    """Whether a table divides another cost over lines: share-based compensation in cost of sales.

    Such costs are added back in the cash flow statement, and have no line of their own in the
    statement of income.
    """
    if metric.statement != "income" or says(metric, caption):
        return False
    named = [get_metric(mention.key) for mention in find_metrics(caption)]
    return any(one and one.statement == "cash_flow" and one.magnitude for one in named)


def spellings(text: str) -> Iterator[str]:
    """A name without its brackets, what stands in them, and both together."""
    yield BRACKETS.sub(" ", text)
    if inside := BRACKETS.findall(text):
        yield from inside
        yield text.replace("(", " ").replace(")", " ")


def _spelt(text: str) -> frozenset[str]:
    """Stems of a text and of what stands in its brackets."""
    return frozenset().union(*map(stems, spellings(text)))


def _nearest(
    text: str, asked: frozenset[str], read: Callable[[str], frozenset[str]] = stems
) -> frozenset[str]:
    """The words of the spelling that says most of what is asked."""
    return max((read(one) for one in spellings(text)), key=lambda words: len(words & asked))


def beyond(
    text: str,
    asked: frozenset[str],
    metric: Metric,
    read: Callable[[str], frozenset[str]] = stems,
) -> frozenset[str]:
    """What a text says beside the part, the metric's name in it and words of no weight.

    Args:
        text: A label or heading.
        asked: Stems of the part.
        metric: What is asked of it.
        read: Makes stems of a text; :func:`part_stems` passes over words that part nothing.

    """
    words = _nearest(text, asked, read) - asked - _NEUTRAL
    if not words or match_row(metric.key, text):
        return frozenset()
    said = (mention.said for mention in find_metrics(text)) if says(metric, text) else ()
    return words - stems(" ".join(said))


def _title(text: str, asked: frozenset[str], metric: Metric) -> frozenset[str]:
    """The words of a heading that is the name of a part, not a sentence about several."""
    found = frozenset[str]()
    for one in spellings(text):
        name = _BY.sub(" ", residual(one))
        spare = beyond(name, asked, metric, part_stems)
        if not excludes(one) and 2 * len(spare) < len(part_stems(name)):
            found |= stems(name)
    return found


def _block(table: Table, row: Row) -> str:
    """The nearest heading row above that names a metric, if no total closed its rows before."""
    at = _index(table, row)
    for above in reversed(table.rows[:at]):
        if find_metrics(above.label):
            return "" if any(above.cells) else above.label
    return ""


def _above(table: Table, row: Row, runs: Sequence[Sum]) -> str:
    """The heading above a row; none of a total that adds up what stands under several."""
    if not row.section:
        return ""
    own = _index(table, row)
    added = (at for run in runs if run.total == own for at in run.rows)
    return row.section if all(table.rows[at].section == row.section for at in added) else ""


def _total(table: Table, row: Row, runs: Sequence[Sum]) -> str:
    """The label of the row, further down, that rows up to it from this one or above add up to."""
    own = _index(table, row)
    found = (run.total for run in runs if run.rows[0] <= own < run.total)
    return next((table.rows[total].label for total in found), "")


def index_of_row(row: Row, table: Table) -> int:
    """Index of a row in its table, also where its label was spelled out since; else 0."""
    return next((at for at, one in enumerate(table.rows) if one.cells is row.cells), 0)


def places_of(
    operand: Operand, passages: Iterable[Passage]
) -> Iterator[tuple[Passage, Table, Row, int]]:
    """The cells of an operand's passage, row and column that print its number."""
    for passage in passages:
        table = passage.table
        if table is None or passage.passage_id != operand.passage_id:
            continue
        for row in table.rows:
            for at, (column, cell) in enumerate(zip(table.columns, row.cells, strict=False)):
                same = (row.label, column.label) == (operand.row, operand.column)
                if same and cell is not None and cell.text == operand.printed:
                    yield passage, table, row, at


def _index(table: Table, row: Row) -> int:
    return next(at for at, one in enumerate(table.rows) if one is row)
