"""Questions computed from figures: ``python tests/bench/consistency.py INDEX``.

A figure is looked up for a company of the index and its years; where the answer is verified, the
same figures are asked about in forms of their own: held against each other, against a bound, over
years, two of one company, one of two companies. What they should come to is computed here, from
the figures looked up. A verified answer that differs is a reading that is wrong, or two that do not
agree; either is a fault. No gold is needed, so any index will do.
"""

import argparse
import contextlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from hirec import HiREC
from hirec.types import Answer, Form

Result = bool | float | str | None
"""Yes or no, a number, the year or name chosen; None where the form asks nothing of these."""

FIGURES = {
    "revenue": ("revenue", "sales", "top line"),
    "net income": ("net income", "net earnings"),
    "operating income": ("operating income", "operating profit"),
    "total assets": ("total assets",),
    "inventories": ("inventories", "inventory"),
    "capital expenditures": ("capex", "capital spending"),
    "research and development expense": ("R&D", "R&D spending"),
    "cash from operating activities": ("operating cash flow", "cash from operations"),
    "cost of goods sold": ("cost of sales", "COGS"),
    "dividends paid": ("dividends paid",),
    "accounts receivable": ("receivables", "accounts receivable"),
    "depreciation and amortization": ("D&A", "depreciation and amortization"),
    "income tax expense": ("income tax expense",),
    "selling, general and administrative expense": ("SG&A",),
}
BALANCES = ("total assets", "inventories", "accounts receivable")
_CLOSE = 0.006
"""Relative difference that rounding explains."""


@dataclass(frozen=True)
class Question:
    """A form with its figures put in, and what it should come to."""

    form: str
    text: str
    expected: Result


@dataclass(frozen=True)
class Marked:
    """A question with the answer that was given."""

    form: str
    question: str
    expected: Result
    answer: str
    mark: str
    verdict: str


def _grown(before: float, after: float) -> float:
    return 100 * (after - before) / abs(before)


YEARS: dict[str, Callable[[float, float], Result]] = {
    "Was {c}'s {m} in {b} less than in {a}?": lambda x, y: y < x,
    "Was {c}'s {m} {b} above {a}?": lambda x, y: y > x,
    "did {c} have less {m} in {b} than in {a}": lambda x, y: y < x,
    "did {c} have more {m} in {b} than the year before": lambda x, y: y > x,
    "Did {c}'s {m} double between {a} and {b}?": lambda x, y: y >= 2 * x,
    "Did {c}'s {m} more than triple from {a} to {b}?": lambda x, y: y > 3 * x,
    "Did {c}'s {m} rise by more than 10% in {b}?": lambda x, y: _grown(x, y) > 10,
    "did {m} at {c} fall by at least 5 percent in {b}": lambda x, y: _grown(x, y) <= -5,
    "Did {m} at {c} stay above {a}'s level in {b}?": lambda x, y: y > x,
    "Which year was {m} bigger at {c}, {a} or {b}?": lambda x, y: "{a}" if x > y else "{b}",
    "In {a} or {b}, when did {c} report the lower {m}?": lambda x, y: "{a}" if x < y else "{b}",
    "By what multiple did {c}'s {m} change from {a} to {b}?": lambda x, y: y / x,
    "What was {c}'s {m} in {b} as a multiple of {a}?": lambda x, y: y / x,
    "{c} {m} {b} vs {a} % change": _grown,
    "by how much did {c}'s {m} in {b} exceed that of {a}?": lambda x, y: y - x,
    "{c} average {m} {a}-{b}": lambda x, y: (x + y) / 2,
    "{c}: was {m} up or down in {b}?": lambda x, y: "increased" if y > x else "decreased",
}
"""One figure of two years, the earlier one first."""

SPANS: dict[str, Callable[[float, float, float], Result]] = {
    "{c} mean annual {m} for the three years ended {b}": lambda x, y, z: (x + y + z) / 3,
    "Did {c}'s {m} rise every year from {o} to {b}?": lambda x, y, z: x < y < z,
    "Has {c}'s {m} grown in each year between {o} and {b}?": lambda x, y, z: x < y < z,
    "{c} {m} CAGR {o} to {b}": lambda x, _, z: 100 * ((z / x) ** 0.5 - 1) if z / x > 0 else None,
    "How much {m} did {c} report in total from {o} to {b}?": lambda x, y, z: x + y + z,
    "{c} peak {m} between {o} and {b}": lambda x, y, z: max(x, y, z),
    "In which year did {c}'s {m} grow more, {a} or {b}?": (
        lambda x, y, z: "{b}" if _grown(y, z) > _grown(x, y) else "{a}"
    ),
}
"""One figure of three years."""

PAIRS: dict[str, Callable[[float, float], Result]] = {
    "Was {c}'s {m} in {b} more than its {n}?": lambda x, y: x > y,
    "For {c} in {b}, was {m} below {n}?": lambda x, y: x < y,
    "Was {m} more than 15% of {n} at {c} in {b}?": lambda x, y: x > 0.15 * y,
    "Did {c}'s {m} make up less than half of {n} in {b}?": lambda x, y: x < 0.5 * y,
    "How many times {n} was {c}'s {m} in {b}?": lambda x, y: x / y,
    "for every dollar of {n}, how much {m} did {c} have in {b}?": lambda x, y: x / y,
    "sum of {m} and {n} for {c} in {b}": lambda x, y: x + y,
    "Could {c}'s {m} have covered its {n} in {b}?": lambda x, y: x > y,
}
"""Two figures of one company and year."""

COMPANIES: dict[str, Callable[[float, float], Result]] = {
    "Was {c}'s {m} bigger than {d}'s in {b}?": lambda x, y: x > y,
    "Were {c}'s {m} below those of {d} in {b}?": lambda x, y: x < y,
    "Did {c} outdo {d} on {m} in {b}?": lambda x, y: x > y,
    "How many times larger was {c}'s {m} than {d}'s in {b}?": lambda x, y: x / y,
    "combined {m} of {c} and {d} in {b}": lambda x, y: x + y,
}
"""One figure of two companies."""


class Asker:
    """Looks figures up, each once, and draws questions about them."""

    def __init__(self, hirec: HiREC, seed: int) -> None:
        self._hirec = hirec
        self._random = random.Random(seed)
        self._known: dict[tuple[str, str, int], float | None] = {}
        self._years = self._reported()

    def _reported(self) -> dict[str, list[int]]:
        years: dict[str, set[int]] = {}
        for filing in self._hirec.index.filings.values():
            identity = filing.identity
            if identity.form is Form.ANNUAL and identity.fiscal_year:
                years.setdefault(identity.company, set()).add(identity.fiscal_year)
        return {company: sorted(known) for company, known in years.items()}

    def looked_up(self, company: str, figure: str, year: int) -> float | None:
        """The figure where its look-up is verified and not nothing."""
        key = (company, figure, year)
        if key not in self._known:
            answer = self._hirec.ask(f"What was {company}'s {figure} in fiscal {year}?")
            sure = answer.verdict.value == "verified" and answer.value
            self._known[key] = float(answer.value) if sure and answer.value else None
        return self._known[key]

    def questions(self) -> Iterator[Question]:
        """Questions without end, the kinds in turn; those whose figures are not known passed."""
        kinds = (YEARS, PAIRS, SPANS, COMPANIES)
        while True:
            for kind in kinds:
                if question := self._drawn(kind):
                    yield question

    def _drawn(self, kind: dict[str, Callable[..., Result]]) -> Question | None:
        form = self._random.choice(list(kind))
        company, other = self._random.sample(list(self._years), 2)
        figure, second = self._random.sample(list(FIGURES), 2)
        year = self._random.choice(self._years[company])
        if kind is SPANS and figure in BALANCES:
            return None
        asked: Sequence[tuple[str, str, int]] = {
            id(YEARS): [(company, figure, year - 1), (company, figure, year)],
            id(SPANS): [(company, figure, year - back) for back in (2, 1, 0)],
            id(PAIRS): [(company, figure, year), (company, second, year)],
            id(COMPANIES): [(company, figure, year), (other, figure, year)],
        }[id(kind)]
        values = [self.looked_up(*one) for one in asked]
        if None in values:
            return None
        names = {
            "c": company,
            "d": other,
            "m": self._random.choice(FIGURES[figure]),
            "n": self._random.choice(FIGURES[second]),
            "o": year - 2,
            "a": year - 1,
            "b": year,
        }
        expected = kind[form](*values)
        if isinstance(expected, str):
            expected = expected.format(**names)
        return None if expected is None else Question(form, form.format(**names), expected)


def mark(expected: Result, answer: Answer) -> str:
    """Whether an answer is right, wrong or refused."""
    if answer.verdict.value == "abstained":
        return "refused"
    head = answer.text.partition("(")[0]
    if isinstance(expected, bool):
        return "right" if head.startswith("Yes" if expected else "No") else "wrong"
    if isinstance(expected, str):
        return "right" if re.search(rf"\b{re.escape(expected)}\b|FY{expected}", head) else "wrong"
    if answer.value is None or expected is None:
        return "wrong"
    given = [float(answer.value) * scale for scale in (1, 100)]  # a share may be a ratio
    # What one exceeds the other by has a sign that depends on which is named first.
    return "right" if any(_is_close(abs(one), abs(expected)) for one in given) else "wrong"


def _is_close(one: float, other: float) -> bool:
    return abs(one - other) <= _CLOSE * abs(other) + 1e-9


def main() -> None:
    """Ask, mark, and print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file for every question, as JSON lines")
    options = parser.parse_args()
    done: list[Marked] = []
    with contextlib.closing(HiREC.open(options.index)) as hirec:
        asker = Asker(hirec, options.seed)
        for question in asker.questions():
            answer = hirec.ask(question.text)
            marked = mark(question.expected, answer)
            verdict = answer.verdict.value
            one = Marked(
                question.form, question.text, question.expected, answer.text, marked, verdict
            )
            done.append(one)
            if marked == "wrong":
                print(f"{verdict}: {one.question}\n  {one.answer}\n  expected {one.expected}")
            if len(done) == options.questions:
                break
    if options.out:
        lines = (json.dumps(asdict(one)) for one in done)
        options.out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for (marked, verdict), count in sorted(Counter((o.mark, o.verdict) for o in done).items()):
        print(f"{marked:8} {verdict:11} {count}")


if __name__ == "__main__":
    main()
