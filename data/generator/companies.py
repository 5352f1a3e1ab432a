"""Registrants. The eight of the sample are in ``companies.yaml``, with names for others."""

from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from generator.calendar import FiscalCalendar

FIRST_YEAR = 2019
"""First fiscal year that the books cover."""
LAST_YEAR = 2023
"""Last fiscal year that the books cover."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Ratios from which a company's books are grown."""

    revenue: int
    """Sales of the first year in the company's own reporting unit."""
    growth: tuple[float, ...]
    """Growth of each later year."""
    cost: float
    selling: float
    research: float = 0.0
    tax: float = 0.22
    receivable_days: int = 30
    inventory_days: int = 60
    payable_days: int = 45
    capex: float = 0.04
    debt: float = 0.3
    """Long-term debt over the first year's sales."""
    dividend: float = 0.0
    """Quarterly dividend a share in dollars at the start, raised every year."""
    buyback: float = 0.01
    deferred_revenue: float = 0.0
    season: tuple[float, ...] = (0.24, 0.25, 0.24, 0.27)


@dataclass(frozen=True, slots=True)
class Company:
    """A fictional registrant: its cover page, its business and its bookkeeping."""

    name: str
    short: str
    ticker: str
    number: int
    """Running number behind CIK, EIN and commission file number."""
    state: str
    city: str
    street: str
    exchange: str
    calendar: FiscalCalendar
    scale: int
    """3: statements in thousands, 6: in millions."""
    business: str
    """What it does: ``manufactures and markets packaged foods``."""
    product: str
    customer: str
    revenue_label: str
    cost_label: str
    segments: tuple[str, ...]
    regions: tuple[str, ...]
    profile: Profile
    auditor: str
    chief_executive: str
    chief_financial: str
    shares: int
    """Shares outstanding in thousands at the start."""
    retail: bool = False
    drivers: tuple[str, ...] = ()
    """Reasons for a change of sales, in the words of management."""
    first_year: int = FIRST_YEAR
    """First fiscal year of its books; its first annual report is two years later."""
    last_year: int = LAST_YEAR
    loses: bool = False
    """Its statements name a loss beside the income."""
    subscribed: bool = False
    """It states how many customers subscribe."""
    builds: bool = False
    """It states a backlog of orders."""
    runs_on: bool = False
    """Its balance sheet starts low on a page and runs over to the next."""
    restated: int | None = None
    """Fiscal year whose inventory error in the fourth quarter is corrected a year later."""
    miscounted: int | None = None
    """Fiscal year whose 10-K understates the customers, which a 10-K/A corrects."""
    injected: int | None = None
    """Fiscal year whose 10-K holds a sentence that gives orders to machines that read it."""

    @property
    def cik(self) -> str:
        """Ten digits, far above those in use."""
        return f"{9_990_000 + self.number:010d}"

    @property
    def ein(self) -> str:
        """With a prefix that the IRS does not assign."""
        return f"89-{4_100_000 + 7919 * self.number:07d}"

    @property
    def file_number(self) -> str:
        """Commission file number, above those in use."""
        return f"001-9{1000 + 37 * self.number:04d}"

    @property
    def unit_word(self) -> str:
        """``thousands`` or ``millions``."""
        return "thousands" if self.scale == 3 else "millions"

    def money(self, amount: int) -> str:
        """An amount of the books in the words of prose: ``$12.4 million``."""
        millions = amount / 10 ** (6 - self.scale)
        if abs(millions) >= 1000:
            return f"${millions / 1000:,.2f} billion"
        return f"${millions:,.1f} million"


_FILE = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
COMPANIES = TypeAdapter(tuple[Company, ...]).validate_python(_FILE["companies"])
BY_TICKER = {company.ticker: company for company in COMPANIES}
NAMES = TypeAdapter(dict[str, tuple[str, ...]]).validate_python(_FILE["names"])
"""Lists that names are drawn from."""
