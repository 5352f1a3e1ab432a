"""What filings state in sentences only: people, stores, plans, contracts, votes."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from generator.books import Span
from generator.calendar import weekday
from generator.companies import NAMES, Company
from generator.draws import between, choose, shuffled, whole


@dataclass(frozen=True, slots=True)
class CreditAgreement:
    """A revolving credit agreement as an 8-K announces it."""

    amount: int
    """In millions of dollars."""
    signed: date
    maturity: date
    agent: str
    margin: str


@dataclass(frozen=True, slots=True)
class Vote:
    """One matter put to the annual meeting; counts of shares."""

    matter: str
    votes_for: int
    against: int
    abstained: int
    non_votes: int

    @property
    def passed(self) -> bool:
        """True where more were for than against."""
        return self.votes_for > self.against


def store_counts(company: Company, year: int) -> dict[str, int]:
    """Stores at the beginning of a year, opened, closed, and at its end."""

    def moved(each: int) -> tuple[int, int]:
        opened = whole(9, 31, company.ticker, each, "opened")
        return opened, -whole(1, 8, company.ticker, each, "closed")

    begin = whole(180, 420, company.ticker, "stores")
    begin += sum(sum(moved(each)) for each in range(company.first_year, year))
    opened, closed = moved(year)
    return {"begin": begin, "opened": opened, "closed": closed, "end": begin + opened + closed}


def year_facts(company: Company, year: int, span: Span) -> dict[str, object]:
    """What the forms of a year tell, drawn from the books where it hangs on them.

    Amounts are in the company's reporting unit. ``comparable`` is the change of comparable sales
    and ``top_customer`` the share of sales of the largest customer, both in percent.
    """
    who = (company.ticker, year)
    revenue = span.income["revenue"]

    def share(low: float, high: float, name: str, of: int = revenue) -> int:
        return round(of * between(low, high, *who, name))

    millions = revenue / 10 ** (6 - company.scale)
    customers = whole(380, 520, *who, "customers") * 10 + whole(1, 9, *who, "odd")
    return {
        "employees": round(millions * between(2.4, 3.1, *who, "employees") / 10 + 40) * 10,
        "customers": customers,
        "stated_customers": customers - 90 if company.miscounted == year else customers,
        "comparable": Decimal(whole(-18, 74, *who, "comparable")) / 10,
        "top_customer": whole(11, 24, *who, "customer"),
        "advertising": share(0.011, 0.024, "advertising"),
        "capex_plan": share(1.05, 1.3, "plan", -span.flows["capex"]),
        "authorization": share(0.03, 0.08, "authorization"),
        "backlog": share(0.21, 0.42, "backlog"),
        "litigation": share(0.001, 0.004, "litigation"),
        "drivers": shuffled(company.drivers, *who)[:2],
        "acquired": f"{choose(NAMES['rivers'], *who, 'acquired')} Holdings, LLC",
    }


def credit_agreement(company: Company, year: int) -> CreditAgreement:
    """The agreement signed in a calendar year; it matures five years later."""
    signed = weekday(date(year, whole(2, 11, company.ticker, year, "month"),
                           whole(3, 24, company.ticker, year, "day")))  # fmt: skip
    millions = company.profile.revenue / 10 ** (6 - company.scale)
    return CreditAgreement(
        amount=max(50, round(millions * 0.18 / 50) * 50),
        signed=signed,
        maturity=signed.replace(year=year + 5),
        agent=choose(NAMES["banks"], company.ticker, "agent"),
        margin=f"{between(1.0, 1.9, company.ticker, year, 'margin'):.3f}%",
    )


def credit_year(year: int) -> int:
    """The year, this one or an earlier one, in which the agreement in force was signed."""
    return year - (year - 2020) % 3


def credit_in_force(company: Company, year: int, day: date) -> CreditAgreement:
    """The agreement that a report of a year names, signed by its last day."""
    agreement = credit_agreement(company, credit_year(year))
    return (
        agreement if agreement.signed <= day else credit_agreement(company, credit_year(year) - 3)
    )


def annual_meeting(company: Company, year: int) -> date:
    """Day of the meeting that follows the end of a fiscal year."""
    return weekday(company.calendar.year_end(year) + timedelta(days=128))


def directors(company: Company) -> tuple[str, ...]:
    """Names of the directors besides the chief executive."""
    first = shuffled(NAMES["officer_given"], company.ticker)
    last = shuffled(NAMES["officer_family"], company.ticker)
    return tuple(f"{a} {b}" for a, b in zip(first[:5], last[:5], strict=True))


def votes(company: Company, year: int, outstanding: int) -> tuple[Vote, ...]:
    """Results of the annual meeting; the shareholder proposal fails."""
    present = outstanding * 1000 * between(0.84, 0.93, company.ticker, year, "present")
    non_votes = round(present * between(0.05, 0.09, company.ticker, year, "broker"))

    def vote(matter: str, low: float, high: float, *, broker: bool = True) -> Vote:
        cast = round(present) - (non_votes if broker else 0)
        abstained = round(cast * between(0.001, 0.009, company.ticker, year, matter, "abstain"))
        share = between(low, high, company.ticker, year, matter)
        in_favor = round((cast - abstained) * share)
        against = cast - abstained - in_favor
        return Vote(matter, in_favor, against, abstained, non_votes if broker else 0)

    return (
        *(vote(f"Election of {name}", 0.9, 0.985) for name in directors(company)),
        vote("Ratification of the independent auditor", 0.95, 0.99, broker=False),
        vote("Advisory vote to approve executive compensation", 0.86, 0.95),
        vote("Shareholder proposal on a report on packaging waste", 0.09, 0.31),
    )


def newcomer(company: Company) -> dict[str, object]:
    """The officer who joins: name, former employer, base salary and award in dollars."""
    who = company.ticker
    given, family = (choose(NAMES[f"officer_{part}"], who, "new") for part in ("given", "family"))
    return {
        "name": f"{given} {family}",
        "former": f"{choose(NAMES['rivers'], who, 'former')} Brands, Inc.",
        "salary": whole(52, 78, who, "salary") * 10_000,
        "bonus": whole(15, 40, who, "bonus") * 10_000,
    }


def pay(company: Company, year: int) -> dict[str, tuple[int, int, int]]:
    """Salary, bonus and stock awards in dollars by officer."""
    table = {}
    for person, step in ((company.chief_executive, 10_000), (company.chief_financial, 5_500)):
        salary = whole(98, 135, person, "salary") * step + (year - 2021) * 15_000
        bonus = salary * whole(80, 160, person, year, "bonus") // 100
        stock = salary * whole(250, 460, person, year, "stock") // 100
        table[person] = (salary, bonus, stock)
    return table
