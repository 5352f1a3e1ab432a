"""What tells whether a sentence answers a question for words."""

import calendar
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from hirec.analysts.rule.sentences.asked import Asks, Question
from hirec.analysts.rule.sentences.candidates import Said
from hirec.analysts.rule.textual.statements import GIVES_CAUSE
from hirec.grounding.late_interaction import LateInteraction
from hirec.numbers import find_numbers
from hirec.periods import find_date_spans, find_dates, years_in
from hirec.ranking.lexical import tokenize
from hirec.types import Filing

Floats = npt.NDArray[np.float64]

READ = 20
"""Sentences that are read by meaning, the likeliest by their words."""
_LONGEST = 64
"""Tokens of a sentence that are read."""
_DURATION = re.compile(
    r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty"
    r"|ninety)(?:[- ]\(?\d+\)?)?[- ](?:year|month|week|day|hour|minute)s?\b",
    re.IGNORECASE,
)
_MONTH_YEAR = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\b(?:\s+\d{1,2})?,?(?:\s+(?:of\s+)?(?:19|20)\d\d)?|\b(?:first|second|third|fourth) quarter\b"
)
_TITLE = re.compile(
    r"(?<![.!?“\"]\s)(?<!^)\b[A-Z][\w&'’.-]*[A-Za-z](?:\s+[A-Z][\w&'’.-]*[A-Za-z])*"
)
_EVERYWHERE = frozenset(
    {"company", "corporation", "registrant", "board", "directors", "committee", "annual", "report"}
    | {"meeting", "act", "commission", "exchange", "common", "stock", "united", "states", "u.s."}
    | {name.lower() for name in calendar.month_name}
)
"""Capitalised words that name nobody in particular."""

LEXICAL = (
    "met", "met_near", "met_passage", "met_heading", "unmet", "rarest", "bigrams", "asked_share",
    "names", "names_near", "named", "numbers", "numbered", "year", "other_year", "has_years",
    "filing_year", "words", "place", "rank", "filing_rank", "annual", "copies",
)  # fmt: skip
FORMS = (
    "days", "months", "years", "money", "percents", "other_numbers", "titles", "duration", "cause",
)  # fmt: skip
ASKED = tuple(f"asks {kind}" for kind in Asks)
FITS = ("fits",)
MEANING = ("meant", "meant_back", "least_meant", "cosine", "read")
RIVALS = ("met_lead", "meant_lead", "cosine_lead")
NAMES = (*LEXICAL, *FORMS, *ASKED, *FITS, *MEANING, *RIVALS)
"""Columns of the features of a sentence."""


class SentenceFeatures:
    """Reads the features of sentences for one question."""

    def __init__(self, interaction: LateInteraction) -> None:
        self._interaction = interaction

    def read(
        self, question: Question, said: Sequence[Said], filings: Mapping[str, Filing]
    ) -> Floats:
        """Features of every sentence; shape (sentences, len(NAMES))."""
        if not said:
            return np.zeros((0, len(NAMES)))
        lexical = _lexical(question, said, filings)
        forms = np.array([_forms(one.text, question) for one in said])
        kinds = np.zeros((len(said), len(ASKED)))
        kinds[:, list(Asks).index(question.kind)] = 1
        fits = np.array([[_fits(question.kind, own)] for own in forms])
        meaning = self._meaning(question, said, lexical)
        columns = np.column_stack([lexical[:, 0], meaning[:, 0] + meaning[:, 1], meaning[:, 3]])
        return np.hstack([lexical, forms, kinds, fits, meaning, columns - columns.max(axis=0)])

    def _meaning(self, question: Question, said: Sequence[Said], lexical: Floats) -> Floats:
        worth = lexical[:, 0] + 0.5 * lexical[:, 1] + 0.2 * lexical[:, 2]
        first = [int(at) for at in np.argsort(-worth, kind="stable")[:READ]]
        found = np.full((len(said), len(MEANING)), -1.0)
        found[:, -1] = 0.0
        texts = [(said[at].text.lower(), said[at].before.lower()) for at in first]
        found[first, :4] = self._interaction.compare(question.words.lower(), texts, _LONGEST)
        found[first, -1] = 1.0
        return found


def _lexical(question: Question, said: Sequence[Said], filings: Mapping[str, Filing]) -> Floats:
    ordered = tokenize([one.text for one in said])
    own = [frozenset(stems) for stems in ordered]
    near = [frozenset(s) for s in tokenize([f"{one.before} {one.after}" for one in said])]
    passages = {one.passage.passage_id: one.passage for one in said}
    whole = dict(
        zip(
            passages,
            map(frozenset, tokenize([f"{p.section} {p.text}" for p in passages.values()])),
            strict=True,
        )
    )
    headed = [frozenset(stems) for stems in tokenize([one.passage.section for one in said])]
    held = Counter(stem for stems in own for stem in stems)
    weight = {s: math.log(1 + len(said) / (0.5 + held[s])) for s in question.stems}
    total = sum(weight.values()) or 1.0
    pairs = set(pairwise(question.stems))
    order = {f: at for at, f in enumerate(dict.fromkeys(one.passage.filing_id for one in said))}
    copies = Counter(one.text for one in said)
    rows = []
    for one, mine, line, around, head in zip(said, own, ordered, near, headed, strict=True):
        passage = whole[one.passage.passage_id]
        met = [s for s in question.stems if s in mine]
        with_near = mine | around | head
        years = {*years_in(one.text)}
        numbers = {str(n.value) for n in find_numbers(one.text)} if question.numbers else set()
        identity = filings[one.passage.filing_id].identity
        rows.append(
            (
                sum(weight[s] for s in met) / total,
                sum(weight[s] for s in question.stems if s in with_near) / total,
                sum(weight[s] for s in question.stems if s in passage) / total,
                sum(weight[s] for s in question.stems if s in head) / total,
                sum(s not in passage and s not in with_near for s in question.stems),
                max((weight[s] for s in met), default=0.0) / max([*weight.values(), 1e-6]),
                len(pairs & set(pairwise(line))) / max(len(pairs), 1),
                len(met) / max(len(mine), 1),
                len(question.names & mine) / max(len(question.names), 1),
                len(question.names & with_near) / max(len(question.names), 1),
                len(question.names),
                len(question.numbers & numbers) / max(len(question.numbers), 1),
                len(question.numbers),
                bool(question.years & years),
                bool(years and question.years and not question.years & years),
                len(question.years),
                _year_fit(identity.fiscal_year, question),
                len(one.text.split()),
                one.passage.page_number / max(filings[one.passage.filing_id].page_count, 1),
                math.log1p(one.rank),
                order[one.passage.filing_id],
                identity.form.value.startswith("10-K"),
                copies[one.text],
            )
        )
    return np.array(rows, dtype=np.float64)


def _year_fit(year: int | None, question: Question) -> float:
    if year is None or not question.years:
        return -1.0
    return float(min(abs(year - asked) for asked in question.years))


def _forms(text: str, question: Question) -> tuple[float, ...]:
    """What a sentence tells by its form, without what the question says itself."""
    numbers = [n for n in find_numbers(text) if str(n.value) not in question.numbers]
    units = [one.unit for one in numbers]
    asked = question.text.lower()
    titles = [one for one in _TITLE.findall(text) if not _is_said(one.lower(), asked)]
    return (
        len({one.day for one in find_date_spans(text)} - {*find_dates(question.text)}),
        sum(one.lower() not in asked for one in _MONTH_YEAR.findall(text)),
        len({*years_in(text)} - {*years_in(question.text)}),
        sum(unit == "USD" for unit in units),
        sum(unit == "%" for unit in units),
        sum(unit not in ("USD", "%") for unit in units),
        len(titles),
        _DURATION.search(text) is not None,
        GIVES_CAUSE.search(text) is not None,
    )


def _is_said(title: str, asked: str) -> bool:
    """Whether a capitalised name says nothing new: of the question, or in every filing."""
    return title in asked or all(word in _EVERYWHERE for word in title.split())


def _fits(kind: Asks, forms: Floats) -> bool:
    """Whether a sentence has words of the form that is asked for; any will do for a thing."""
    days, months, years, money, percents, others, titles, lasts, causes = forms
    asked = {
        Asks.WHO: titles,
        Asks.WHERE: titles,
        Asks.WHEN: days + months + years,
        Asks.LONG: lasts,
        Asks.AMOUNT: money + percents + others,
        Asks.WHY: causes,
    }
    return bool(asked.get(kind, 1.0) > 0)
