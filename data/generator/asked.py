"""Questions about a registrant of any collection, with answers from its books."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from generator.books import Span, keep_books
from generator.companies import Company
from generator.draws import choose, shuffled
from generator.facts import (
    annual_meeting,
    credit_agreement,
    credit_year,
    pay,
    votes,
    year_facts,
)
from generator.gold import (
    MULTI,
    NONE,
    TABLE,
    TEXT,
    TEXTUAL,
    Cells,
    Gold,
    Place,
    amount,
    annual,
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A company and one of its years, to ask about."""

    company: Company
    year: int

    @property
    def who(self) -> str:
        """The company as people write it: without Inc.

        Corporation and Company stay, since two of a family may differ in these alone.
        """
        return self.company.name.removesuffix(", Inc.")

    @property
    def annual(self) -> str:
        """The 10-K of the year."""
        return f"{self.company.ticker}_{self.year}_10K"

    @property
    def span(self) -> Span:
        """The books of the year, corrected."""
        return keep_books(self.company).span(self.year)

    def money(self, value: Decimal) -> str:
        """Dollars in millions, with as many decimals as the statements support."""
        return millions(value, 1 if self.company.scale == 3 else 0)

    def choose(self, options: Sequence[str], name: str) -> str:
        """One of some wordings or lines."""
        return choose(options, self.company.ticker, self.year, name)

    def gold(
        self, kind: str, ask: str, answer: str | None, unit: str, *places: Place, cells: Cells = ()
    ) -> Gold:
        """A question in which ``{who}`` and ``{year}`` are filled in."""
        text = ask.format(who=self.who, year=self.year)
        return Gold(kind, text, answer, unit, places, cells=cells)


def company_questions(company: Company) -> Iterator[Gold]:
    """Questions of every kind, each about a year of its own as far as there are years."""
    years = shuffled(reported_years(company), company.ticker, "asked")
    for number, ask in enumerate(_KINDS):
        yield ask(Asked(company, years[number % len(years)]))
    if company.restated in years:  # the later filing wins
        yield _line(Asked(company, company.restated), "net_income", _WAYS[0])


def _line(asked: Asked, key: str, way: str) -> Gold:
    company, year = asked.company, asked.year
    value = amount(company, year, key)
    # Spending is asked for without the sign of its line; a loss keeps it.
    value = -value if key == "capex" else value
    ask = way.replace("{what}", asked.choose(_LINES[key], "words"))
    return asked.gold(TABLE, ask, asked.money(value), "USD millions", place(company, year, key),
                      cells=cells(company, year, key))  # fmt: skip


def _first_line(asked: Asked) -> Gold:
    return _line(asked, asked.choose(tuple(_LINES), "line"), asked.choose(_WAYS, "way"))


def _other_line(asked: Asked) -> Gold:
    return _line(asked, asked.choose(tuple(_LINES), "other line"), asked.choose(_WAYS, "other"))


def _quarter(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    quarter = 1 + year % 3
    word = ("first", "second", "third")[quarter - 1]
    spot = f"{company.ticker}_{year}Q{quarter}_10Q", "income/net_income"
    ask = f"What was the net income of {{who}} in the {word} quarter of fiscal {{year}}"
    value = asked.money(amount(company, year, "net_income", quarter, quarter))
    return asked.gold(TABLE, f"{ask}, in USD millions?", value, "USD millions", spot,
                      cells=((*spot, 0),))  # fmt: skip


def _margin(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    value = percent(amount(company, year, "gross_profit"), amount(company, year, "revenue"))
    ask = "What was the gross margin of {who} in fiscal {year}, in percent?"
    places = (annual(company, year), "summary/gross_profit_share"), place(company, year, "revenue")
    stated = cells(company, year, "gross_profit", "revenue")
    gold = asked.gold(TABLE, ask, value, "%", *places, cells=stated)
    return replace(gold, any_evidence=True)


def _growth(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    value = growth(amount(company, year, "revenue"), amount(company, year - 1, "revenue"))
    ask = "By what percentage did the revenue of {who} change from fiscal"
    return asked.gold(TABLE, f"{ask} {year - 1} to fiscal {{year}}?", value, "%",
                      place(company, year, "revenue"),
                      cells=cells(company, year, "revenue", "revenue-1"))  # fmt: skip


def _segment(asked: Asked) -> Gold:
    name = asked.choose(asked.company.segments, "segment")
    value = Decimal(asked.span.income[f"sales:{name}"]) * 10**asked.company.scale
    ask = f"What were the {name} segment's sales at {{who}} in fiscal {{year}} ($ millions)?"
    return asked.gold(TABLE, ask, asked.money(value), "USD millions", (asked.annual, "segments"),
                      cells=((asked.annual, f"segments/sales:{name}", 0),))  # fmt: skip


def _pay(asked: Asked) -> Gold:
    company, year = asked.company, asked.year
    chief = company.chief_executive
    filing = f"{company.ticker}_{annual_meeting(company, year).year}_DEF14A"
    ask = f"What was the total compensation of {chief}, chief executive of {{who}}, for fiscal"
    return asked.gold(TABLE, f"{ask} {{year}}, in USD?", str(sum(pay(company, year)[chief])), "USD",
                      (filing, "pay"))  # fmt: skip


def _ballot(asked: Asked) -> Gold:
    company, meeting = asked.company, annual_meeting(asked.company, asked.year)
    auditor = votes(company, asked.year, asked.span.outstanding)[-3]
    ask = (
        "How many votes were cast for the ratification of the independent auditor at the "
        f"{meeting.year} annual meeting of {{who}}?"
    )
    filing = f"{company.ticker}_{meeting.isoformat()}_8K"
    return asked.gold(TABLE, ask, str(auditor.votes_for), "shares", (filing, "votes"))


def _credit(asked: Asked) -> Gold:
    company = asked.company
    years = [year for year in reported_years(company) if credit_year(year) == year]
    agreement = credit_agreement(company, choose(years, company.ticker, "credit"))
    ask = (
        "How much may {who} borrow under the revolving credit agreement that it entered into in "
        f"{agreement.signed.year}?"
    )
    filing = f"{company.ticker}_{agreement.signed.isoformat()}_8K"
    return asked.gold(TEXT, ask, str(agreement.amount * 10**6), "USD", (filing, "amount"))


def _staff(asked: Asked) -> Gold:
    count = year_facts(asked.company, asked.year, asked.span).employees
    ask = "Approximately how many people did {who} employ at the end of fiscal {year}?"
    return asked.gold(TEXT, ask, str(count), "", (asked.annual, "employees"))


def _auditor(asked: Asked) -> Gold:
    ask = "Who audited the financial statements of {who} for fiscal {year}?"
    return asked.gold(TEXTUAL, ask, asked.company.auditor, "", (asked.annual, "auditor"))


def _too_early(asked: Asked) -> Gold:
    ask = f"What was the net income of {{who}} in fiscal {asked.company.first_year - 3}"
    return asked.gold(NONE, f"{ask}, in USD millions?", None, "")


def _two_years(asked: Asked) -> Gold:
    company, (first, *_, last) = asked.company, reported_years(asked.company)
    change = amount(company, last, "assets") - amount(company, first, "assets")
    ask = (
        f"What was the change in the total assets of {{who}} from the end of fiscal {first} to the "
        f"end of fiscal {last}, in USD millions?"
    )
    places = (place(company, last, "assets"), place(company, first, "assets"))
    return asked.gold(MULTI, ask, asked.money(change), "USD millions", *places)


_KINDS: tuple[Callable[[Asked], Gold], ...] = (
    _first_line, _quarter, _margin, _other_line, _ballot, _growth, _credit, _segment, _staff,
    _pay, _auditor, _too_early, _two_years,
)  # fmt: skip
