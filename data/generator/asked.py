"""Questions about a registrant of any collection, with answers from its books.

``asked.yaml`` lists them; Jinja2 fills in what is asked and answered.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import yaml
from jinja2 import Environment, StrictUndefined, Template, select_autoescape
from pydantic import TypeAdapter

from generator.books import keep_books
from generator.companies import Company
from generator.draws import choose, shuffled
from generator.facts import annual_meeting, credit_agreement, credit_year, pay, votes, year_facts
from generator.gold import Gold, amount, annual, cells, place, rounded
from generator.history import reported_years


@dataclass(frozen=True, slots=True)
class Question:
    """A question before it is asked of a company; its texts are templates."""

    type: str
    ask: str = ""
    answer: str | None = None
    unit: str = ""
    places: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    any_evidence: bool = False


@dataclass(frozen=True, slots=True)
class LineQuestion:
    """A question about a line of the statements, by the names of what is drawn for it."""

    key: str
    way: str


@dataclass(frozen=True, slots=True)
class Questions:
    """What ``asked.yaml`` holds."""

    lines: Mapping[str, tuple[str, ...]]
    ways: tuple[str, ...]
    line: Question
    questions: tuple[Question | LineQuestion, ...]


_ASKED = TypeAdapter(Questions).validate_python(
    yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
)


def company_questions(company: Company) -> Iterator[Gold]:
    """Questions of every kind, each about a year of its own as far as there are years."""
    years = shuffled(reported_years(company), company.ticker, "asked")
    for number, question in enumerate(_ASKED.questions):
        year = years[number % len(years)]
        if isinstance(question, LineQuestion):
            key = choose(tuple(_ASKED.lines), company.ticker, year, question.key)
            way = choose(_ASKED.ways, company.ticker, year, question.way)
            yield _ask_line(company, year, key, way)
        else:
            yield _ask(company, year, question)
    if company.restated in years:  # the later filing wins
        yield _ask_line(company, company.restated, "net_income", _ASKED.ways[0])


def _ask_line(company: Company, year: int, key: str, way: str) -> Gold:
    what = choose(_ASKED.lines[key], company.ticker, year, "words")
    return _ask(company, year, replace(_ASKED.line, ask=way), key=key, what=what)


def _ask(company: Company, year: int, question: Question, **words: str) -> Gold:
    words_of_year = _words(company, year) | words

    def fill(text: str) -> str:
        return _template(text).render(words_of_year)

    places = []
    for text in question.places:
        filing, _, anchor = fill(text).partition(" ")
        places.append((filing, anchor))
    stated = (
        tuple((*each, 0) for each in places)
        if question.cells == ("place",)
        else cells(company, year, *map(fill, question.cells))
    )
    answer = None if question.answer is None else fill(question.answer)
    return Gold(question.type, fill(question.ask), answer, question.unit, tuple(places),
                question.any_evidence, stated)  # fmt: skip


@functools.cache
def _template(text: str) -> Template:
    environment = Environment(
        autoescape=select_autoescape(default_for_string=False),  # plain text
        undefined=StrictUndefined,
    )
    return environment.from_string(text)


def _words(company: Company, year: int) -> dict[str, object]:
    """What the templates name."""
    ticker, span, years = company.ticker, keep_books(company).span(year), reported_years(company)
    signed = [each for each in years if credit_year(each) == each]
    return {
        # Without Inc.; Corporation and Company stay, two of a family may differ in these alone.
        "who": company.name.removesuffix(", Inc."),
        "ticker": ticker,
        "year": year,
        "years": years,
        "quarter": 1 + year % 3,
        "first_year": company.first_year,
        "chief": company.chief_executive,
        "auditor": company.auditor,
        "segment": choose(company.segments, ticker, year, "segment"),
        "meeting": annual_meeting(company, year),
        "ballots": votes(company, year, span.outstanding),
        "credit": credit_agreement(company, choose(signed, ticker, "credit")),
        "pay": pay(company, year),
        "facts": year_facts(company, year, span),
        "annual": f"{ticker}_{year}_10K",
        "last_word": annual(company, year),
        "place": lambda year, key: " ".join(place(company, year, key)),
        "amount": functools.partial(amount, company),
        # In millions, with as many decimals as the statements support.
        "money": lambda value: rounded(value / 10**6, 1 if company.scale == 3 else 0),
        "percent": lambda part, whole: rounded(100 * part / whole, 1),
    }
