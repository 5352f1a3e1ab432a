"""Which part is asked for: by which figure, and among what kind of parts."""

import re
from dataclasses import dataclass, replace

from hirec.analysts.rule.plans.formula import prior
from hirec.analysts.rule.requirements.phrases import BRACKETS, says, stems
from hirec.analysts.rule.tables.surroundings import beyond
from hirec.analysts.rule.vocabulary import said_in, words_of
from hirec.caching import remembered
from hirec.grounding.counted import counted_in
from hirec.grounding.nouns import is_of_things
from hirec.lexicon import SALES, Kind, Metric, find_metrics, get_metric, words_in
from hirec.lexicon.geography import is_country, is_region, is_state
from hirec.lexicon.metric import read_formula
from hirec.types import Arithmetic, Figure, Operation, ParsedQuestion, PeriodRef, Ranking
from hirec.understanding import KINDS_OF_PARTS, parts_called
from hirec.understanding.margins import MARGIN

TOTAL = frozenset({"total", "totals", "consolidated"})
NO_PART = re.compile(
    r"\b(?:totals?|consolidated|eliminat\w+|corporate|corp|unallocated|intersegment|reconcil\w+"
    r"|adjust\w+|hedging|non-?gaap|organic|constant currency)\b"
    r"|^\W*(?:all )?others?\b|\b(?:in|ex)cluding\b|-level\b|^\W*(?:19|20)\d\d\W*$",
    re.IGNORECASE,
)
"""What stands beside the parts of a whole and is none."""
NAMED_OTHER = re.compile(r"\W*(?:all )?others? (?!and\b)[a-z]{3}", re.IGNORECASE)
"""``Other Bets``: a part with a name, or several."""
_OTHER_PLACE = re.compile(r"\W*(?i:others?) (?!(?i:international|foreign|countries|regions))[A-Z]")
_PROFIT = stems("profit income earnings EBIT EBITA EBITDA")
"""What a margin may be called by without that word, as segments are: "adjusted EBITDA"."""
_ADJUSTED = stems("adjusted adj non gaap core underlying")
_MARGIN = stems("margin")
_OF_PROFIT = "profit margin"
_SEGMENT = stems("segment")
_GEOGRAPHIC = stems("geographic geographical")
"""Adjectives that say alone that parts are regions: "Geographic data"."""
_BY = re.compile(r"\b(?:by|for each)\b((?:(?!\b(?:within|in|for)\b).)*)", re.IGNORECASE | re.DOTALL)
"""``revenue by category within our Primary segment``: what the parts are stands behind it."""
_OF_ONE = re.compile(r"\b(?:segment|division|business|region|product)['’]s\b", re.IGNORECASE)
"""``the Retail segment's performance``: what stands below is of one part."""
_ELSEWHERE = re.compile(
    r"\b(?:see|refer to)\b (?!below|the (?:following|table))[^.;]*", re.IGNORECASE
)
"""``See Segment Review for information by segment``: what stands below is not that."""
_ONE_SEGMENT = re.compile(
    r"\b(?!(?:operating|report\w+|business|geographic\w*|industry|each|by|per|total|all|our|the"
    r"|and|other)\b)\w[\w&-]* (?:segment|division)\W*$"
    r"|\bin (?:our|its|the) (?-i:[A-Z])(?:[\w&-]+ ){1,5}?(?-i:business|segment|division)\b",
    re.IGNORECASE,
)
"""``International Segment``, ``spent in the Tools business``: what stands below are no segments."""
_TITLE = re.compile(
    r"(?!.*\b(?:tables?|following|below|information)\b)(?:.*['’]s? )?(?P<name>[^,.;:]{3,60}?) by\b",
    re.IGNORECASE,
)
_ALL = stems("external third party customers unaffiliated our disaggregated segment product")
"""What says no more than that a figure is all of it."""
_PLACE = words_of("place")
_FALLS = words_of("falling", "losing")
_ONE = words_of("one_part")
_SHARE = words_of("share", "percent")
_TIMES = stems("year quarter month period date day time")
"""Behind "by" they divide no whole into parts."""
ONE_WAY = {
    Operation.ROSE: Operation.POSITIVE,
    Operation.FELL: Operation.NEGATIVE,
    Operation.POSITIVE: Operation.POSITIVE,
    Operation.NEGATIVE: Operation.NEGATIVE,
}
"""What any number of parts did, "which segments shrank": the sign that tells them from the rest."""
_OVER_PARTS = (Operation.LARGEST, Operation.SMALLEST, Operation.SEVERAL)
"""Operations over all parts: which one it is, or what each has."""


def is_other_place(label: str) -> bool:
    """Whether a label names what is left of one place, a region like others: "Other Americas"."""
    return _OTHER_PLACE.match(label) is not None and is_region(label)


@dataclass(frozen=True, slots=True)
class PartAsked:
    """What is chosen by, and among what."""

    figure: Figure
    metric: Metric | None
    words: frozenset[str]
    """Stems that have to be met beside the metric."""
    among: str
    """What kind of parts, see :attr:`ParsedQuestion.choose`."""
    finish: Operation
    period: PeriodRef
    moving: Operation | None
    place: str = ""
    """What each is alone, a country or a state, and no region of several."""
    left_out: str = ""
    """The name of a part that is not chosen."""
    over: str = ""
    """Key of the sales that each part's figure is held against: "net earnings as % of sales"."""
    ranking: Ranking | None = None
    """Which of them are named; None: the first."""
    falls: bool = False
    """Its words ask which fell most, or lost."""
    one: bool = False
    """Its words ask for one: "which segment", not "which segments"."""
    share: bool = False
    """Its words ask for a share of all, which a table may print alone."""

    @property
    def is_rate(self) -> bool:
        """Whether what is asked for is a percentage by its name."""
        return self.metric is not None and self.metric.kind is Kind.PERCENT

    @property
    def counts(self) -> bool:
        """Whether it is chosen by a number of people or things."""
        named = self.metric is None and is_of_things(self.figure.words)
        return named or bool(counted_in(self.figure))

    @property
    def periods(self) -> tuple[PeriodRef, ...]:
        """The period, and the one before where a change is asked about."""
        return (prior(self.period), self.period) if self.moving else (self.period,)

    @property
    def kind_words(self) -> frozenset[str]:
        """Stems that say but what kind of parts they are."""
        return stems(" ".join((self.among, *(p for k in self.kinds for p in parts_called(k)))))

    @property
    def only(self) -> frozenset[str]:
        """Stems that the parts' names have to bear: "Optum segments", "international divisions"."""
        if not self.kinds <= {*KINDS_OF_PARTS}:
            return frozenset()
        called = " ".join(name for kind in self.kinds for name in parts_called(kind))
        return stems(self.among) - stems(called) - _GEOGRAPHIC

    def narrows(self, total: str, own: frozenset[str] = frozenset()) -> bool:
        """Whether a total is that of one part: "net Aerospace sales".

        Args:
            total: Its label.
            own: Stems of the company's name, which part nothing.

        """
        known = self.words | self.kind_words | own
        if self.is_called(total):
            return False
        return self.metric is not None and bool(beyond(total, known, self.metric))

    def is_narrowed(self, caption: str) -> bool:
        """Whether a table is of less than is asked: "Subscription revenue by segment".

        Parts of a company's own kind are only there where its table says: "by service offering".
        """
        if not self.kinds & {*KINDS_OF_PARTS} and stems(self.among) <= stems(
            " ".join(_BY.findall(caption))
        ):
            return False
        title = _TITLE.match(caption)
        if title is None or self.metric is None or not says(self.metric, title["name"]):
            return False
        first = min((said.start for said in find_metrics(title["name"])), default=0)
        known = self.words | self.kind_words | _ALL
        return bool(beyond(title["name"][:first], known, self.metric))

    def names_part(self, label: str) -> bool:
        """Whether a label says which part it is, not only that it is a total, the rest or a sum."""
        known = self.kind_words if self.kinds & {*KINDS_OF_PARTS} else frozenset()
        own = stems(label) - known  # a "service offering" may be called "Service"
        spare = beyond(label, known, self.metric) if self.metric and known else own
        segment = stems(label) >= _SEGMENT and "segment" not in self.kinds
        none = NO_PART.search(label) and not is_other_place(label)
        return not (segment or none) and bool(spare)

    def is_called(self, label: str) -> bool:
        """Whether a label says just what is asked of the parts: "Total segment profit (loss)"."""
        beside = _beside(self.among)
        own = stems(BRACKETS.sub(" ", label)) - beside
        return bool(own) and own == stems(self.figure.words) - beside

    def about(self, *headings: str) -> int:
        """How surely headings say that what stands under them are parts of the kind.

        The nearest that names a kind of parts decides, one that names several does not. Those that
        say it behind "by" come first, and count 2: product revenue by segment is that of segments,
        and revenue by market is that of nothing known, but below a heading of its own in the table.
        """
        unknown = False
        if any(map(_OF_ONE.search, headings)):
            return 0
        own = [_ELSEWHERE.sub(" ", heading) for heading in headings]
        for heading in sorted(own, key=lambda one: _BY.search(one) is None):
            by = " ".join(_BY.findall(heading))
            kinds = _kinds_in(by or heading)
            if not self.kinds & {*KINDS_OF_PARTS} and stems(self.among) <= stems(by or heading):
                kinds = kinds - _kinds_in(self.among) | {self.among}
            if "segment" in self.kinds and not by and _ONE_SEGMENT.search(heading):
                return 0
            if unknown and heading != own[0]:
                return 0
            if kinds:
                return (2 if by else 1) if kinds <= self.kinds else 0
            unknown |= bool(stems(by) - _TIMES)
        return 0

    def is_place(self, label: str) -> bool:
        """Whether a label names one such place."""
        return is_state(label) if self.place.startswith("state") else is_country(label)

    @property
    def kinds(self) -> frozenset[str]:
        """What is chosen among: a geographic segment is a segment and a region."""
        return _kinds_among(self.among)


def profit_and_sales(asked: PartAsked) -> tuple[PartAsked, PartAsked] | None:
    """What a margin of parts is made of, for where no table prints it; None of other figures."""
    if asked.over:
        return replace(asked, over=""), _instead(asked, asked.over)
    if asked.metric is None or not asked.is_rate or asked.moving:
        return None
    match read_formula(asked.metric.formula) if asked.metric.formula else None:
        case Arithmetic("/", Figure(concept=profit), Figure(concept=sales)) if sales in SALES:
            said = " ".join(MARGIN.sub(" ", asked.figure.words).split())
            return _instead(asked, profit, said), _instead(asked, sales)
        case _:
            return None


def by_profit(asked: PartAsked) -> PartAsked | None:
    """The same by the margin of what parts earn, as a margin of no name or of operations may mean.

    None of other figures.
    """
    plain = asked.metric is None and stems(asked.figure.words) == _MARGIN
    if not (plain or asked.figure.concept == "operating_margin") or asked.moving:
        return None
    figure = replace(asked.figure, words=_OF_PROFIT, concept="net_margin")
    return replace(asked, figure=figure, metric=get_metric("net_margin"), words=frozenset())


def _instead(asked: PartAsked, key: str, said: str = "") -> PartAsked:
    """The same choice by a profit, as it was called where it was, or by the sales it is of."""
    metric = get_metric(key)
    name = metric.names[0] if metric else key
    words = said if _PROFIT & stems(said) else name
    figure = replace(asked.figure, words=words, concept=key, kind=Kind.MONEY.value)
    needed = asked.words if said else asked.words - _ADJUSTED
    return replace(asked, figure=figure, metric=metric, words=needed, over="")


@remembered
def _kinds_among(among: str) -> frozenset[str]:
    """The known kinds that parts are of by their noun; else a kind of the company's own."""
    kinds = _kinds_in(among)
    called = stems(" ".join(name for kind in kinds for name in parts_called(kind)))
    noun = stems(among.rpartition(" ")[2])
    return kinds if noun & called or _GEOGRAPHIC & stems(among) else frozenset({among})


@remembered
def _beside(among: str) -> frozenset[str]:
    """Stems that say but that a label is of such parts, or of all of them."""
    names = (phrase.split()[-1] for kind in _kinds_among(among) for phrase in parts_called(kind))
    return stems(" ".join(("totals consolidated from reportable", among, *names)))


def _kinds_in(text: str) -> frozenset[str]:
    """The known kinds of parts that a text names."""
    said = stems(text)
    kinds = {k for k in KINDS_OF_PARTS if any(stems(name) <= said for name in parts_called(k))}
    return frozenset(kinds | ({"region"} if _GEOGRAPHIC & said else set()))


def is_figure(label: str, asked: PartAsked) -> bool:
    """Whether a row is called by what it states, not by the part that it states it of."""
    if not find_metrics(label) or TOTAL & words_in(label):
        return False
    own = asked.metric is not None and says(asked.metric, label)
    return not (own and asked.narrows(label))  # "Net Tools sales"


def part_asked(parsed: ParsedQuestion) -> PartAsked | None:
    """What is chosen by and among what; None where no part of one company is asked for."""
    chooses = parsed.operation in (*_OVER_PARTS, *ONE_WAY)
    if not (parsed.among_parts and chooses and len(parsed.companies) == 1) or parsed.unplaced:
        return None
    match parsed.measures:
        case (Figure() as figure,):
            over = ""
        case (Arithmetic("%" | "/", Figure() as figure, Figure(concept=over)),) if over in SALES:
            if parsed.moving or parsed.operation in ONE_WAY:
                return None
        case _:
            return None
    metric = get_metric(figure.concept)
    if metric is None and parsed.operation in ONE_WAY:
        return None  # "which segment drove growth"
    moves = parsed.operation in (Operation.ROSE, Operation.FELL)
    moving = parsed.moving or (Operation.DIFFERENCE if moves else None)
    if metric is not None and metric.change:
        moving = None  # comparable sales fell where they are below zero
    if len(parsed.periods) != 1 and not (moving and len(parsed.periods) == 2):
        return None
    named = " ".join((figure.part if metric else figure.words, *figure.qualifiers))
    words = stems(named) - stems(parsed.choose)
    period = parsed.periods[-1]
    return PartAsked(
        figure,
        metric,
        words,
        parsed.choose,
        parsed.operation,
        period,
        moving,
        said_in(parsed.core, _PLACE),
        parsed.left_out,
        over,
        parsed.ranking,
        bool(said_in(parsed.core, _FALLS)),
        bool(said_in(parsed.core, _ONE)),
        bool(said_in(parsed.core, _SHARE)),
    )
