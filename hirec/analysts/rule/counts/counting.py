"""How many there are: of the places that count what a question counts, the one that is meant."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from hirec.analysts.rule.counts.places import PLAIN, Count, counts_in_table, names_of
from hirec.analysts.rule.counts.sentences import counts_in_text
from hirec.analysts.rule.evidence import passages_of
from hirec.analysts.rule.requirements.requirement import requirement_of, variable_name
from hirec.grounding.counted import counted_in
from hirec.grounding.nouns import Counted, read_noun, stems_of
from hirec.lexicon.files import word_list
from hirec.types import Figure, Filing, Operand, Passage

_HOPED = stems_of("own owned operate run control hold carry serve report use company")
"""Verbs that places put otherwise: met they speak for a place, unmet they cast doubt on it."""
_SILENT = (
    stems_of(
        "operate run have employ employed hold there total work were are serve currently its count"
        " early late still"
    )
    | PLAIN
    | stems_of(" ".join(word_list("part_kind")))
)
_TOTAL = stems_of("total")
_MOST_MORE = 2
"""A place with more words that nobody asked for counts something else."""
_BOTH = tuple(map(stems_of, ("full part time", "salaried hourly", "permanent temporary")))
"""Kinds that together are all: "186,000 full-time and part-time employees"."""
_PARTS = 2
"""Beside a whole a number less than its half is that of a part."""
_AS_CLOSE = 0.2
"""Periods that fit so much worse are those of other years."""
_ROUNDED = Decimal("0.02")


def find_count(
    figure: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """The number of things that a figure counts; None where no place states it.

    A place counts them where its noun is the one asked for and every word that narrows it is met
    there. Words of the place that the question does not say make it a part; of a total asked for
    the largest such number is the whole. Parts that stand side by side state no whole. What
    speaks against the place is its operand's doubt.

    Args:
        figure: What is counted, with company and period.
        passages: Evidence, prose and tables.
        filings: By filing_id; passages of others are not read.

    """
    asked = read_noun(counted_in(figure))
    if asked is None:
        return None
    found = list(_places(figure, asked, passages, filings))
    top = _best(found, asked, filings)
    chosen = _chosen(top, bool(_needed(asked))) if top else None
    if chosen is None or _has_sibling(chosen, found, top, asked):
        return None
    return _operand(figure, chosen, _doubt(chosen, top, asked))


def _has_sibling(
    chosen: Count, found: Sequence[Count], top: Sequence[Count], asked: Counted
) -> bool:
    """Whether a sentence, or a table as surely, counts another part of the same things too."""
    own = _more(chosen, asked)
    in_table = bool(chosen.passage.table_json)
    if in_table and stems_of(chosen.row) >= _TOTAL:
        return False
    beside = [one for one in (top if in_table else found) if in_table or one.row == chosen.row]
    return bool(own) and any(_more(one, asked) - own for one in beside)


def comparable(
    figure: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> tuple[str, ...]:
    """Passages whose counts were held against each other: none of them may go unread.

    Args:
        figure: As in :func:`find_count`.
        passages: The evidence.
        filings: By filing_id.

    Returns:
        passage_ids, each once.

    """
    asked = read_noun(counted_in(figure))
    found = _places(figure, asked, passages, filings) if asked else ()
    top = _best(list(found), asked, filings) if asked else ()
    return tuple(dict.fromkeys(one.passage.passage_id for one in top))


def _best(found: Sequence[Count], asked: Counted, filings: Mapping[str, Filing]) -> list[Count]:
    """The places that fit best, of the filing made last; empty where none fits."""
    if not found:
        return []
    closest = max(one.fit for one in found) - _AS_CLOSE
    found = [one for one in found if one.fit >= closest]
    least = min(_rank(one, asked) for one in found)
    found = [one for one in found if _rank(one, asked) == least]
    latest = max(filings[one.passage.filing_id].identity.known_since for one in found)
    return [one for one in found if filings[one.passage.filing_id].identity.known_since == latest]


def _places(
    figure: Figure, asked: Counted, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Iterator[Count]:
    needed = _needed(asked)
    for passage, filing in passages_of(figure.company, passages, filings):
        read = counts_in_table if passage.table_json else counts_in_text
        for one in read(passage, asked.noun, figure.period, filing):
            most = 0 if one.likely_money or one.gone else _MOST_MORE
            happened = one.happened - asked.words
            if needed <= one.said and len(_more(one, asked)) <= most and not happened:
                yield one


def _needed(asked: Counted) -> frozenset[str]:
    return asked.words - _HOPED - _SILENT


def _more(one: Count, asked: Counted) -> frozenset[str]:
    both = (pair for pair in _BOTH if pair <= one.more and not pair & asked.words)
    named = {title for title in one.more if any(n and n <= asked.words for n in names_of(title))}
    return one.more - asked.words - named - frozenset().union(*both)


def _hoped(one: Count, asked: Counted) -> frozenset[str]:
    return (asked.words & _HOPED) - _SILENT - one.said


def _rank(one: Count, asked: Counted) -> tuple[int, int, int, bool, bool]:
    far = _needed(asked) - one.near
    return len(_more(one, asked)), len(far), len(_hoped(one, asked)), not one.home, bool(one.doubt)


def _chosen(top: Sequence[Count], narrowed: bool) -> Count | None:
    """The value that all agree on; of a whole the largest, of a part the one that most state."""
    exact = max(top, key=lambda one: (one.value, len(one.printed.rstrip("0"))))
    if not narrowed:
        return _exactest(exact, top)
    groups: dict[Decimal, list[Count]] = {}
    for one in top:
        groups.setdefault(_exactest(one, top).value, []).append(one)
    first, *others = sorted(groups.values(), key=lambda group: -len(group))
    if others and len(others[0]) == len(first):
        totals = [one for one in top if stems_of(one.row) >= _TOTAL]
        return totals[0] if len(totals) == 1 else None
    return first[0]


def _exactest(one: Count, top: Sequence[Count]) -> Count:
    """Of the values that round to one another, the one with the most digits."""
    alike = [other for other in top if _same(one, other)]
    return max(alike, key=lambda other: len(f"{other.value:f}".rstrip("0")))


def _same(one: Count, other: Count) -> bool:
    larger = max(one.value, other.value)
    return abs(one.value - other.value) <= _ROUNDED * larger


def _doubt(chosen: Count, top: Sequence[Count], asked: Counted) -> str:
    if more := _more(chosen, asked):
        return f"It may count a part only: “{chosen.row}” ({', '.join(sorted(more))})."
    if _hoped(chosen, asked):
        return f"The place does not say all of it: “{chosen.row}”."
    if chosen.doubt:
        return chosen.doubt
    pages = {(one.passage.filing_id, one.passage.page_number) for one in top if _same(chosen, one)}
    settled = _needed(asked) or chosen.home or len(pages) > 1
    least = 0 if _needed(asked) else chosen.value / _PARTS
    others = [one for one in top if not _same(chosen, one) and one.value >= least]
    if others:
        return f"Another place says {others[0].printed}."
    return "" if settled else "Only one place states it."


def _operand(figure: Figure, chosen: Count, doubt: str) -> Operand:
    return Operand(
        name=variable_name(requirement_of(figure)),
        value=chosen.value,
        unit="",
        filing_id=chosen.passage.filing_id,
        page_number=chosen.passage.page_number,
        passage_id=chosen.passage.passage_id,
        printed=chosen.printed,
        scale=chosen.scale,
        row=chosen.row,
        column=chosen.column,
        table=chosen.caption,
        box=chosen.box,
        period=figure.period.period if figure.period else None,
        doubt=doubt,
    )
