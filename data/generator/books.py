"""Double-entry books grown quarter by quarter, so that every statement agrees with the others.

Amounts are whole numbers in the company's reporting unit. Cash is what remains after all other
accounts have moved, and retained earnings open the books, so a balance sheet that balances once
balances for ever.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from statistics import fmean

from generator.companies import Company
from generator.draws import between, split, whole

Amounts = dict[str, int]

CURRENT_ASSETS = ("cash", "investments", "receivables", "inventories", "prepaid")
LONG_ASSETS = ("property", "leases", "goodwill", "intangibles", "other_assets")
CURRENT_LIABILITIES = ("payables", "accrued", "deferred_revenue", "current_debt")
LONG_LIABILITIES = ("debt", "lease_liabilities", "deferred_taxes", "other_liabilities")
EQUITY = ("common_stock", "paid_in_capital", "retained_earnings", "treasury")


@dataclass(frozen=True, slots=True)
class Span:
    """Income and cash flows of one quarter or of several added up, and the balance at the end."""

    income: Mapping[str, int]
    """Also ``sales:`` and ``profit:`` (before corporate costs) of each segment, and the sales of
    each ``region:``."""
    flows: Mapping[str, int]
    balance: Mapping[str, int]
    weighted: tuple[int, int]
    """Basic and diluted weighted shares in thousands."""
    outstanding: int
    """Shares outstanding at the end, in thousands."""
    dividend: Decimal
    """Dividends declared a share."""
    opening_cash: int


@dataclass(frozen=True, slots=True)
class Books:
    """All quarters of one company, as reported or as corrected."""

    quarters: Mapping[tuple[int, int], Span]

    def span(self, year: int, first: int = 1, last: int = 4) -> Span:
        """Quarters first to last of a fiscal year added up."""
        parts = [self.quarters[year, quarter] for quarter in range(first, last + 1)]
        basic, diluted = zip(*(part.weighted for part in parts), strict=True)
        return replace(
            parts[-1],
            income=_sum([part.income for part in parts]),
            flows=_sum([part.flows for part in parts]),
            weighted=(round(fmean(basic)), round(fmean(diluted))),
            dividend=sum((part.dividend for part in parts), Decimal(0)),
            opening_cash=parts[0].opening_cash,
        )


def earnings_per_share(company: Company, span: Span) -> tuple[Decimal, Decimal]:
    """Basic and diluted, in dollars and cents."""
    income = Decimal(span.income["net_income"]) * 10 ** (company.scale - 3)
    cent = Decimal("0.01")
    basic, diluted = ((income / n).quantize(cent, ROUND_HALF_UP) for n in span.weighted)
    return basic, diluted


@functools.lru_cache(maxsize=32)
def keep_books(company: Company, *, corrected: bool = True) -> Books:
    """Grow the books of a company from its profile.

    ``corrected=False`` gives the figures as they were first reported, before the correction of
    its ``restated`` year; for other companies both are the same.
    """
    balance = _opening(company)
    shares = company.shares
    quarters: dict[tuple[int, int], Span] = {}
    for year in range(company.first_year, company.last_year + 1):
        for quarter in range(1, 5):
            key = (year, quarter)
            quarters[key] = _quarter(company, key, balance, shares, corrected=corrected)
            balance, shares = dict(quarters[key].balance), quarters[key].outstanding
    return Books(quarters)


def inventory_error(company: Company, key: tuple[int, int]) -> int:
    """By how much the inventories of a quarter's end were first overstated."""
    if key != (company.restated, 4):
        return 0
    return round(company.profile.revenue * 0.0083)


def _sum(parts: list[Mapping[str, int]]) -> Amounts:
    return {name: sum(part[name] for part in parts) for name in parts[0]}


def _opening(company: Company) -> Amounts:
    profile = company.profile
    sales, cost = profile.revenue / 4, profile.revenue / 4 * profile.cost
    funded = 0.2 if profile.research > 0.3 else 0.0
    amounts = {
        "cash": profile.revenue * (between(0.12, 0.2, company.ticker, "cash") + funded),
        "investments": profile.revenue * (0.08 if profile.research else 0.0),
        "receivables": sales * profile.receivable_days / 91,
        "inventories": cost * profile.inventory_days / 91,
        "prepaid": sales * 0.07,
        "property": profile.revenue * profile.capex * 8,
        "leases": profile.revenue * (0.16 if company.retail else 0.03),
        "goodwill": profile.revenue * between(0.1, 0.3, company.ticker, "goodwill"),
        "intangibles": profile.revenue * between(0.05, 0.12, company.ticker, "intangibles"),
        "other_assets": profile.revenue * 0.02,
        "payables": cost * profile.payable_days / 91,
        "accrued": sales * 0.21,
        "deferred_revenue": sales * profile.deferred_revenue,
        "current_debt": profile.revenue * profile.debt * 0.05,
        "debt": profile.revenue * profile.debt,
        "lease_liabilities": profile.revenue * (0.15 if company.retail else 0.028),
        "deferred_taxes": profile.revenue * 0.025,
        "other_liabilities": profile.revenue * 0.018,
        "common_stock": company.shares / 10 ** (company.scale - 3) * 0.01,
        "paid_in_capital": profile.revenue * between(0.1, 0.25, company.ticker, "capital"),
        "treasury": -profile.revenue * profile.buyback * 4,
    }
    opening = {name: round(amount) for name, amount in amounts.items()}
    assets = sum(opening[name] for name in CURRENT_ASSETS + LONG_ASSETS)
    claims = sum(opening[name] for name in CURRENT_LIABILITIES + LONG_LIABILITIES)
    equity = sum(opening[name] for name in EQUITY if name != "retained_earnings")
    return opening | {"retained_earnings": assets - claims - equity}


def _income(company: Company, key: tuple[int, int], old: Amounts, error: int) -> Amounts:
    profile, who = company.profile, (company.ticker, *key)
    year, quarter = key
    annual = float(profile.revenue)
    for growth in profile.growth[: year - company.first_year]:
        annual *= 1 + growth
    revenue = round(annual * profile.season[quarter - 1] * between(0.99, 1.01, *who, "sales"))
    cost = round(revenue * profile.cost * between(0.982, 1.014, *who, "cost")) + error
    charged = whole(0, 3, company.ticker, year, "restructuring") == 0 and quarter in (2, 3)
    lines = {
        "revenue": revenue,
        "cost": cost,
        "gross_profit": revenue - cost,
        "selling": round(revenue * profile.selling * between(0.98, 1.02, *who, "selling")),
        "research": round(revenue * profile.research * between(0.97, 1.03, *who, "research")),
        "restructuring": round(revenue * between(0.004, 0.012, *who, "charge")) if charged else 0,
        "interest": round((old["debt"] + old["current_debt"]) * between(0.0095, 0.0115, *who)),
        "other": round(revenue * between(-0.002, 0.004, *who, "other")),
    }
    costs = lines["selling"] + lines["research"] + lines["restructuring"]
    lines["operating"] = lines["gross_profit"] - costs
    lines["pretax"] = lines["operating"] - lines["interest"] + lines["other"]
    rate = profile.tax * between(0.93, 1.07, *who, "tax")
    lines["tax"] = round(lines["pretax"] * rate) if lines["pretax"] > 0 else 0
    lines["net_income"] = lines["pretax"] - lines["tax"]
    return lines


def _quarter(
    company: Company, key: tuple[int, int], old: Amounts, shares: int, *, corrected: bool
) -> Span:
    error = inventory_error(company, key)
    published = _income(company, key, old, 0)
    income = _income(company, key, old, error) if corrected and error else published
    who = (company.ticker, *key)
    flows, new = _non_cash(company, key, income, old)
    if income is not published:
        new["inventories"] -= error
        new["accrued"] -= published["tax"] - income["tax"]
    _working_capital(old, new, flows)
    retired = _financing(company, key, shares, old, new, flows)
    new["retained_earnings"] = old["retained_earnings"] + income["net_income"] + flows["dividends"]
    _totals(old, new, flows)
    corporate = round(income["revenue"] * 0.011)
    before = income["operating"] + corporate + income["restructuring"]
    basic = shares - retired // 2
    return Span(
        {
            **income,
            **_parts("sales", income["revenue"], company.segments, *who, "segments"),
            **_parts("profit", before, company.segments, *who, "profits"),
            **_parts("region", income["revenue"], company.regions, *who, "regions"),
        },
        flows,
        new,
        (basic, round(basic * 1.011)),
        shares - retired,
        _dividend(company, key[0]),
        old["cash"],
    )


def _parts(kind: str, total: int, names: Sequence[str], *who: object) -> Amounts:
    weights = (0.62, 0.38) if len(names) == 2 else (0.57, 0.27, 0.16)
    amounts = split(total, weights, *who)
    return {f"{kind}:{name}": amount for name, amount in zip(names, amounts, strict=True)}


def _dividend(company: Company, year: int) -> Decimal:
    rate = company.profile.dividend
    return Decimal(str(round(rate + 0.02 * (year - company.first_year), 2))) if rate else Decimal(0)


def _non_cash(
    company: Company, key: tuple[int, int], income: Amounts, old: Amounts
) -> tuple[Amounts, Amounts]:
    profile, who, revenue = company.profile, (company.ticker, *key), income["revenue"]
    capex = round(revenue * profile.capex * between(0.85, 1.15, *who, "capex"))
    wear = round(old["property"] * between(0.021, 0.026, *who, "wear"))
    amortized = round(old["intangibles"] * 0.02)
    bought = whole(0, 9, *who, "acquisition") == 0
    goodwill = round(revenue * 0.06) if bought else 0
    intangibles = round(revenue * 0.03) if bought else 0
    invested = round(revenue * between(-0.01, 0.02, *who, "invest")) if profile.research else 0
    lease = round(old["leases"] * between(-0.02, 0.03, *who, "lease"))
    flows = {
        "net_income": income["net_income"],
        "depreciation": wear + amortized,
        "stock_compensation": round(revenue * (0.05 if profile.research > 0.1 else 0.008)),
        "deferred_tax": round(revenue * between(-0.002, 0.003, *who, "deferred")),
        "capex": -capex,
        "acquisitions": -(goodwill + intangibles),
        "invested": -invested,
    }
    shake = {n: between(0.95, 1.05, *who, n) for n in ("receivables", "inventories", "payables")}
    new = old | {
        "receivables": round(revenue * profile.receivable_days / 91 * shake["receivables"]),
        "inventories": round(
            revenue * profile.cost * profile.inventory_days / 91 * shake["inventories"]
        ),
        "prepaid": round(revenue * 0.07 * between(0.9, 1.1, *who, "prepaid")),
        "payables": round(revenue * profile.cost * profile.payable_days / 91 * shake["payables"]),
        "accrued": round(revenue * 0.21 * between(0.94, 1.06, *who, "accrued")),
        "deferred_revenue": round(
            revenue * profile.deferred_revenue * between(0.95, 1.05, *who, "unearned")
        ),
        "investments": old["investments"] + invested,
        "property": old["property"] + capex - wear,
        "intangibles": old["intangibles"] + intangibles - amortized,
        "goodwill": old["goodwill"] + goodwill,
        "leases": old["leases"] + lease,
        "lease_liabilities": old["lease_liabilities"] + lease,
        "deferred_taxes": old["deferred_taxes"] + flows["deferred_tax"],
        "paid_in_capital": old["paid_in_capital"] + flows["stock_compensation"],
    }
    return flows, new


def _working_capital(old: Amounts, new: Amounts, flows: Amounts) -> None:
    for name in ("receivables", "inventories", "prepaid"):
        flows[f"change_{name}"] = old[name] - new[name]
    for name in ("payables", "accrued", "deferred_revenue"):
        flows[f"change_{name}"] = new[name] - old[name]


def _financing(
    company: Company,
    key: tuple[int, int],
    shares: int,
    old: Amounts,
    new: Amounts,
    flows: Amounts,
) -> int:
    profile, who = company.profile, (company.ticker, *key)
    unit: int = 10 ** (company.scale - 3)
    price = between(38, 74, company.ticker, "price") * (1 + 0.03 * (key[0] - company.first_year))
    spent = round(profile.revenue * profile.buyback / 4 * between(0.6, 1.4, *who, "buyback"))
    retired = round(spent * unit / price)
    repaid = old["current_debt"] // 4
    growth = between(0.0, 2.0, *who, "borrowed") if key[1] == 2 else 0.0
    borrowed = round(old["current_debt"] * growth) + (
        round(-flows["capex"] * 0.45) if profile.capex > 0.1 else 0
    )
    flows["borrowed"], flows["repaid"] = borrowed, -repaid
    flows["dividends"] = -round(float(_dividend(company, key[0])) * (shares - retired) / unit)
    flows["repurchases"] = -spent
    new["debt"] = old["debt"] + borrowed - repaid
    new["treasury"] = old["treasury"] - spent
    return retired


def _totals(old: Amounts, new: Amounts, flows: Amounts) -> None:
    changes = [name for name in flows if name.startswith("change_")]
    adjustments = ("net_income", "depreciation", "stock_compensation", "deferred_tax")
    flows["operating_cash"] = sum(flows[name] for name in (*adjustments, *changes))
    flows["investing_cash"] = flows["capex"] + flows["acquisitions"] + flows["invested"]
    paid = ("borrowed", "repaid", "dividends", "repurchases")
    flows["financing_cash"] = sum(flows[name] for name in paid)
    cash = ("operating_cash", "investing_cash", "financing_cash")
    flows["net_change"] = sum(flows[name] for name in cash)
    new["cash"] = old["cash"] + flows["net_change"]
    new["current_assets"] = sum(new[name] for name in CURRENT_ASSETS)
    new["assets"] = new["current_assets"] + sum(new[name] for name in LONG_ASSETS)
    new["current_liabilities"] = sum(new[name] for name in CURRENT_LIABILITIES)
    new["liabilities"] = new["current_liabilities"] + sum(new[n] for n in LONG_LIABILITIES)
    new["equity"] = sum(new[name] for name in EQUITY)
