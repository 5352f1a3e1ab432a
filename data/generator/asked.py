"""Questions about a registrant of any collection, with answers from its books."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from generator.companies import Company
from generator.draws import choose, shuffled
from generator.events import pay
from generator.facts import annual_meeting, credit_agreement, credit_year, votes, year_facts
from generator.gold import (
    MULTI,
    NONE,
    TABLE,
    TEXT,
    TEXTUAL,
    Gold,
    amount,
    annual,
    books_of,
    cells,
    growth,
    millions,
    percent,
    place,
)
from generator.history import reported_years

_LINES = {
    "revenue": ("total revenue", "revenues"),
    "net_income": ("net income", "net earnings"),
    "operating": ("operating income", "operating profit"),
    "cost": ("cost of sales", "cost of goods sold"),
    "selling": ("selling, general and administrative expenses", "SG&A expense"),
    "interest": ("interest expense",),
    "assets": ("total assets", "total assets at year end"),
    "current_liabilities": ("total current liabilities",),
    "equity": ("total shareholders' equity", "total stockholders' equity"),
    "cash": ("cash and cash equivalents", "cash and cash equivalents at year end"),
    "receivables": ("accounts receivable", "net receivables"),
    "debt": ("long-term debt",),
    "operating_cash": ("net cash from operating activities", "operating cash flow"),
    "capex": ("capital expenditures",),
    "depreciation": ("depreciation and amortization",),
}
"""Lines of the statements in analysts' words; every company prints all of them."""
_WAYS = (
    "What was the {what} of {who} in fiscal {year}? Answer in USD millions.",
    "{who} {what} FY{year}, in USD millions",
    "How much {what} did {who} report for fiscal year {year}, in USD millions?",
    "What does the annual report of {who} for fiscal {year} state as {what}, in USD millions?",
)
_BARE = (", Inc.", " Corporation", " Company")


@dataclass(frozen=True, slots=True)
class Asked:
    """A company and one of its years, to ask about."""

    company: Company
    year: int

    @property
    def who(self) -> str:
        """The company as people write it: without Inc. and the like."""
        name = self.company.name
        return next((name.removesuffix(end) for end in _BARE if name.endswith(end)), name)

    @property
    def places(self) -> int:
        """Decimals of an amount in millions that its statements support."""
        return 1 if self.company.scale == 3 else 0

    def money(self, value: Decimal) -> str:
        """Dollars in millions."""
        return millions(value, self.places)

    def choose(self, options: tuple[str, ...], name: str) -> str:
        """One of some wordings or lines."""
        return choose(options, self.company.ticker, self.year, name)


def company_questions(company: Company) -> Iterator[Gold]:
    """Questions of every kind, each about a year of its own as far as there are years."""
    years = shuffled(reported_years(company), company.ticker, "asked")
    for number, ask in enumerate(_KINDS):
        yield ask(Asked(company, years[number % len(years)]))
    if company.restated in years:
        yield _restated(company, company.restated)


def _line(asked: Asked, key: str, way: str) -> Gold:
    company, year = asked.company, asked.year
    what = asked.choose(_LINES[key], "words")
    question = way.format(who=asked.who, what=what, year=year)
    value = amount(company, year, key)
    # Spending is asked for without the sign of its line; a loss keeps it.
    value = -value if key == "capex" else value
    return Gold(TABLE, question, asked.money(value), "USD millions",
                (place(company, year, key),), cells=cells(company, year, key))  # fmt: skip


def _first_line(asked: Asked) -> Gold:
    return _line(asked, asked.choose(tuple(_LINES), "line"), asked.choose(_WAYS, "way"))


def _other_line(asked: Asked) -> Gold:
    return _line(asked, asked.choose(tuple(_LINES), "other line"), asked.choose(_WAYS, "other"))


def _restated(company: Company, year: int) -> Gold:
    """The figure of a year that was corrected: the later filing wins."""
    return _line(Asked(company, year), "net_income", _WAYS[0])


def _quarter(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    quarter = 1 + year % 3
    word = ("first", "second", "third")[quarter - 1]
    filing = f"{company.ticker}_{year}Q{quarter}_10Q"
    question = (
        f"What was the net income of {asked.who} in the {word} quarter of fiscal {year}, in USD "
        "millions?"
    )
    value = asked.money(amount(company, year, "net_income", quarter, quarter))
    return Gold(TABLE, question, value, "USD millions", ((filing, "income/net_income"),),
                cells=((filing, "income/net_income", 0),))  # fmt: skip


def _margin(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    value = percent(amount(company, year, "gross_profit"), amount(company, year, "revenue"))
    question = f"What was the gross margin of {asked.who} in fiscal {year}, in percent?"
    return Gold(TABLE, question, value, "%", ((annual(company, year), "summary/gross"),
                place(company, year, "revenue")), any_evidence=True,
                cells=cells(company, year, "gross_profit", "revenue"))  # fmt: skip


def _growth(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    value = growth(amount(company, year, "revenue"), amount(company, year - 1, "revenue"))
    question = (
        f"By what percentage did the revenue of {asked.who} change from fiscal {year - 1} "
        f"to fiscal {year}?"
    )
    return Gold(TABLE, question, value, "%", (place(company, year, "revenue"),),
                cells=cells(company, year, "revenue", "revenue-1"))  # fmt: skip


def _segment(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    name = asked.choose(company.segments, "segment")
    value = Decimal(books_of(company).span(year).segments[name][0]) * 10**company.scale
    filing = f"{company.ticker}_{year}_10K"
    question = f"What were the {name} segment's sales at {asked.who} in fiscal {year} ($ millions)?"
    return Gold(TABLE, question, asked.money(value), "USD millions", ((filing, "segments"),),
                cells=((filing, f"segments/sales:{name}", 0),))  # fmt: skip


def _pay(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    chief = company.chief_executive
    total = sum(pay(company, year)[chief])
    meeting = annual_meeting(company, year)
    question = (
        f"What was the total compensation of {chief}, chief executive of {asked.who}, for fiscal "
        f"{year}, in USD?"
    )
    filing = f"{company.ticker}_{meeting.year}_DEF14A"
    return Gold(TABLE, question, str(total), "USD", ((filing, "pay"),))


def _ballot(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    meeting = annual_meeting(company, year)
    auditor = votes(company, year, books_of(company).span(year).outstanding)[-3]
    question = (
        f"How many votes were cast for the ratification of the independent auditor at the "
        f"{meeting.year} annual meeting of {asked.who}?"
    )
    filing = f"{company.ticker}_{meeting.isoformat()}_8K"
    return Gold(TABLE, question, str(auditor.votes_for), "shares", ((filing, "votes"),))


def _credit(asked: Asked) -> Gold:
    company = asked.company
    years = [year for year in reported_years(company) if credit_year(year) == year]
    agreement = credit_agreement(company, choose(years, company.ticker, "credit"))
    question = (
        f"How much may {asked.who} borrow under the revolving credit agreement that it entered "
        f"into in {agreement.signed.year}?"
    )
    filing = f"{company.ticker}_{agreement.signed.isoformat()}_8K"
    return Gold(TEXT, question, str(agreement.amount * 10**6), "USD", ((filing, "amount"),))


def _staff(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    facts = year_facts(company, year, books_of(company).span(year))
    question = f"Approximately how many people did {asked.who} employ at the end of fiscal {year}?"
    return Gold(TEXT, question, str(facts.employees), "",
                ((f"{company.ticker}_{year}_10K", "employees"),))  # fmt: skip


def _auditor(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    question = f"Who audited the financial statements of {asked.who} for fiscal {year}?"
    return Gold(TEXTUAL, question, company.auditor, "",
                ((f"{company.ticker}_{year}_10K", "auditor"),))  # fmt: skip


def _too_early(asked: Asked) -> Gold:
    year = asked.company.first_year - 3
    return Gold(
        NONE, f"What was the net income of {asked.who} in fiscal {year}, in USD millions?", None
    )


def _two_years(asked: Asked) -> Gold:
    company, (first, *_, last) = asked.company, reported_years(asked.company)
    change = amount(company, last, "assets") - amount(company, first, "assets")
    question = (
        f"What was the change in the total assets of {asked.who} from the end of fiscal {first} "
        f"to the end of fiscal {last}, in USD millions?"
    )
    places = (place(company, last, "assets"), place(company, first, "assets"))
    return Gold(MULTI, question, asked.money(change), "USD millions", places)


_KINDS: tuple[Callable[[Asked], Gold], ...] = (
    _first_line, _quarter, _margin, _other_line, _ballot, _growth, _credit, _segment, _staff,
    _pay, _auditor, _too_early, _two_years,
)  # fmt: skip
