"""The statements of a filing as grids: which line, under which name, with which tag."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from generator.books import Span, earnings_per_share
from generator.calendar import long_date
from generator.companies import Company
from generator.layout import Figure, Grid, GridRow, Tag

PER_SHARE = frozenset({"eps_basic", "eps_diluted", "dividend"})
"""Lines in dollars and cents, whatever the unit line says."""


@dataclass(frozen=True, slots=True)
class Column:
    """A span of the books with its dates and its header."""

    span: Span
    start: date
    end: date
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a statement; an empty ``key`` is a heading."""

    label: str
    key: str = ""
    concept: str = ""
    sign: int = 1
    level: int = 1
    total: bool = False


def line_value(company: Company, span: Span, key: str) -> int | Decimal:
    """Value of a line in the company's reporting unit (shares in thousands or millions)."""
    if key in ("eps_basic", "eps_diluted"):
        return earnings_per_share(company, span)[key == "eps_diluted"]
    if key in ("weighted_basic", "weighted_diluted"):
        count = span.weighted[key == "weighted_diluted"]
        return count if company.scale == 3 else Decimal(count) / 1000
    if key == "dividend":
        return span.dividend
    if key == "opening_cash":
        return span.opening_cash
    if key == "closing_cash":
        return span.balance["cash"]
    if key == "liabilities_and_equity":
        return span.balance["liabilities"] + span.balance["equity"]
    for amounts in (span.income, span.flows, span.balance):
        if key in amounts:
            return amounts[key]
    raise KeyError(key)


def income_lines(company: Company) -> list[Line]:
    """Lines of the statement of operations."""
    gain = "Operating income"
    return [
        Line(company.revenue_label, "revenue", "Revenues", level=0),
        Line(company.cost_label, "cost", "CostOfGoodsAndServicesSold", level=0),
        Line("Gross profit", "gross_profit", "GrossProfit", level=0, total=True),
        Line("Operating expenses:", level=0),
        Line(
            "Selling, general and administrative",
            "selling",
            "SellingGeneralAndAdministrativeExpense",
        ),
        Line("Research and development", "research", "ResearchAndDevelopmentExpense"),
        Line("Restructuring charges", "restructuring", "RestructuringCharges"),
        Line(gain if not company.loses else "Operating income (loss)", "operating",
             "OperatingIncomeLoss", level=0, total=True),
        Line("Interest expense", "interest", "InterestExpense", level=0),
        Line("Other income (expense), net", "other", "OtherNonoperatingIncomeExpense", level=0),
        Line("Income before income taxes", "pretax",
             "IncomeLossFromContinuingOperationsBeforeIncomeTaxes", level=0, total=True),
        Line("Provision for income taxes", "tax", "IncomeTaxExpenseBenefit", level=0),
        Line("Net income" if not company.loses else "Net income (loss)", "net_income",
             "NetIncomeLoss", level=0, total=True),
        Line("Earnings per share:", level=0),
        Line("Basic", "eps_basic", "EarningsPerShareBasic"),
        Line("Diluted", "eps_diluted", "EarningsPerShareDiluted"),
        Line("Weighted-average shares outstanding:", level=0),
        Line("Basic", "weighted_basic", "WeightedAverageNumberOfSharesOutstandingBasic"),
        Line("Diluted", "weighted_diluted",
             "WeightedAverageNumberOfDilutedSharesOutstanding"),
        Line("Cash dividends declared per share", "dividend",
             "CommonStockDividendsPerShareDeclared", level=0),
    ]  # fmt: skip


def balance_lines(company: Company) -> list[Line]:
    """Lines of the balance sheet."""
    inventories = "Merchandise inventories" if company.retail else "Inventories"
    receivables = "Accounts receivable, net" if not company.retail else "Receivables, net"
    return [
        Line("ASSETS", level=0),
        Line("Current assets:", level=0),
        Line("Cash and cash equivalents", "cash", "CashAndCashEquivalentsAtCarryingValue"),
        Line("Short-term investments", "investments", "ShortTermInvestments"),
        Line(receivables, "receivables", "AccountsReceivableNetCurrent"),
        Line(inventories, "inventories", "InventoryNet"),
        Line("Prepaid expenses and other current assets", "prepaid",
             "PrepaidExpenseAndOtherAssetsCurrent"),
        Line("Total current assets", "current_assets", "AssetsCurrent", total=True),
        Line("Property, plant and equipment, net", "property", "PropertyPlantAndEquipmentNet",
             level=0),
        Line("Operating lease right-of-use assets", "leases", "OperatingLeaseRightOfUseAsset",
             level=0),
        Line("Goodwill", "goodwill", "Goodwill", level=0),
        Line("Intangible assets, net", "intangibles", "IntangibleAssetsNetExcludingGoodwill",
             level=0),
        Line("Other assets", "other_assets", "OtherAssetsNoncurrent", level=0),
        Line("Total assets", "assets", "Assets", level=0, total=True),
        Line("LIABILITIES AND SHAREHOLDERS’ EQUITY", level=0),
        Line("Current liabilities:", level=0),
        Line("Accounts payable", "payables", "AccountsPayableCurrent"),
        Line("Accrued liabilities", "accrued", "AccruedLiabilitiesCurrent"),
        Line("Deferred revenue", "deferred_revenue", "ContractWithCustomerLiabilityCurrent"),
        Line("Current portion of long-term debt", "current_debt", "LongTermDebtCurrent"),
        Line("Total current liabilities", "current_liabilities", "LiabilitiesCurrent",
             total=True),
        Line("Long-term debt", "debt", "LongTermDebtNoncurrent", level=0),
        Line("Operating lease liabilities", "lease_liabilities",
             "OperatingLeaseLiabilityNoncurrent", level=0),
        Line("Deferred income taxes", "deferred_taxes", "DeferredIncomeTaxLiabilitiesNet",
             level=0),
        Line("Other liabilities", "other_liabilities", "OtherLiabilitiesNoncurrent", level=0),
        Line("Total liabilities", "liabilities", "Liabilities", level=0, total=True),
        Line("Shareholders’ equity:", level=0),
        Line("Common stock, $0.01 par value", "common_stock", "CommonStockValue"),
        Line("Additional paid-in capital", "paid_in_capital", "AdditionalPaidInCapital"),
        Line("Retained earnings", "retained_earnings", "RetainedEarningsAccumulatedDeficit"),
        Line("Treasury stock, at cost", "treasury", "TreasuryStockValue", sign=-1),
        Line("Total shareholders’ equity", "equity", "StockholdersEquity", total=True),
        Line("Total liabilities and shareholders’ equity", "liabilities_and_equity",
             "LiabilitiesAndStockholdersEquity", level=0, total=True),
    ]  # fmt: skip


def cash_lines(company: Company) -> list[Line]:
    """Lines of the statement of cash flows."""
    income = "Net income" if not company.loses else "Net income (loss)"
    increase = "IncreaseDecreaseIn"
    return [
        Line("Operating activities:", level=0),
        Line(income, "net_income", "NetIncomeLoss"),
        Line("Adjustments to reconcile net income to cash from operations:"),
        Line("Depreciation and amortization", "depreciation",
             "DepreciationDepletionAndAmortization", level=2),
        Line("Stock-based compensation", "stock_compensation", "ShareBasedCompensation", level=2),
        Line("Deferred income taxes", "deferred_tax", "DeferredIncomeTaxExpenseBenefit", level=2),
        Line("Changes in operating assets and liabilities:"),
        Line("Accounts receivable", "change_receivables", increase + "AccountsReceivable",
             -1, 2),
        Line("Inventories", "change_inventories", increase + "Inventories", -1, 2),
        Line("Prepaid expenses and other current assets", "change_prepaid",
             increase + "PrepaidDeferredExpenseAndOtherAssets", -1, 2),
        Line("Accounts payable", "change_payables", increase + "AccountsPayable", level=2),
        Line("Accrued liabilities", "change_accrued", increase + "AccruedLiabilities", level=2),
        Line("Deferred revenue", "change_deferred_revenue",
             increase + "ContractWithCustomerLiability", level=2),
        Line("Net cash provided by operating activities", "operating_cash",
             "NetCashProvidedByUsedInOperatingActivities", total=True),
        Line("Investing activities:", level=0),
        Line("Capital expenditures", "capex", "PaymentsToAcquirePropertyPlantAndEquipment", -1),
        Line("Acquisitions, net of cash acquired", "acquisitions",
             "PaymentsToAcquireBusinessesNetOfCashAcquired", -1),
        Line("Purchases of short-term investments, net", "invested",
             "PaymentsForProceedsFromShortTermInvestments", -1),
        Line("Net cash used in investing activities", "investing_cash",
             "NetCashProvidedByUsedInInvestingActivities", total=True),
        Line("Financing activities:", level=0),
        Line("Proceeds from issuance of long-term debt", "borrowed",
             "ProceedsFromIssuanceOfLongTermDebt"),
        Line("Repayments of long-term debt", "repaid", "RepaymentsOfLongTermDebt", -1),
        Line("Cash dividends paid", "dividends", "PaymentsOfDividends", -1),
        Line("Repurchases of common stock", "repurchases", "PaymentsForRepurchaseOfCommonStock",
             -1),
        Line("Net cash used in financing activities", "financing_cash",
             "NetCashProvidedByUsedInFinancingActivities", total=True),
        Line("Net increase (decrease) in cash and cash equivalents", "net_change",
             "CashCashEquivalentsPeriodIncreaseDecrease", level=0, total=True),
        Line("Cash and cash equivalents, beginning of period", "opening_cash", level=0),
        Line("Cash and cash equivalents, end of period", "closing_cash", level=0, total=True),
    ]  # fmt: skip


def unit_line(company: Company, *, shares: bool = False) -> str:
    """``(In millions, except per share data)``."""
    if not shares:
        return f"(In {company.unit_word})"
    if company.scale == 3:
        return "(In thousands, except per share data)"
    return "($ in millions, except per share amounts; shares in millions)"


def _rows(
    company: Company, lines: Sequence[Line], columns: Sequence[Column], *, instant: bool
) -> tuple[GridRow, ...]:
    rows: list[GridRow] = []
    money_seen = False
    for line in lines:
        if not line.key:
            rows.append(GridRow(line.label, level=line.level))
            continue
        values = [line_value(company, column.span, line.key) for column in columns]
        if not any(values):
            continue
        dollar = not money_seen or line.total or line.key in PER_SHARE
        money_seen = True
        cells = tuple(
            _figure(company, line, value, column, dollar=dollar, instant=instant)
            for value, column in zip(values, columns, strict=True)
        )
        rows.append(GridRow(line.label, cells, line.key, line.level, line.total))
    return tuple(_without_empty_headings(rows))


def _without_empty_headings(rows: list[GridRow]) -> list[GridRow]:
    follows = [*rows[1:], GridRow("")]
    return [
        row
        for row, after in zip(rows, follows, strict=True)
        if row.cells or after.cells or after.level >= row.level
    ]


def _figure(
    company: Company,
    line: Line,
    value: int | Decimal,
    column: Column,
    *,
    dollar: bool,
    instant: bool,
) -> Figure:
    unit, places = "USD", 0
    if line.key in PER_SHARE:
        unit, places = "USD/shares", 2
    elif line.key.startswith("weighted"):
        unit, places, dollar = "shares", (0 if company.scale == 3 else 1), False
    tag = None
    if line.concept:
        start = None if instant else column.start
        tag = Tag(f"us-gaap:{line.concept}", start, column.end, negated=line.sign < 0)
    return Figure(value, unit, places, dollar, tag)


def income_statement(
    company: Company, columns: Sequence[Column], spans: tuple[tuple[str, int], ...], caption: str
) -> Grid:
    """The statement of operations."""
    rows = _rows(company, income_lines(company), columns, instant=False)
    return Grid(caption, tuple(c.label for c in columns), rows,
                unit_line(company, shares=True), spans, "income", company.scale)  # fmt: skip


def balance_sheet(
    company: Company, columns: Sequence[Column], caption: str, *, splittable: bool = False
) -> Grid:
    """The balance sheet; its columns are headed by their days."""
    rows = _rows(company, balance_lines(company), columns, instant=True)
    labels = tuple(
        long_date(c.end) + (" (As Restated)" if "Restated" in c.label else "") for c in columns
    )
    return Grid(caption, labels, rows, unit_line(company), (), "balance", company.scale,
                splittable)  # fmt: skip


def cash_statement(
    company: Company, columns: Sequence[Column], spans: tuple[tuple[str, int], ...], caption: str
) -> Grid:
    """The statement of cash flows."""
    rows = _rows(company, cash_lines(company), columns, instant=False)
    return Grid(caption, tuple(c.label for c in columns), rows, unit_line(company), spans,
                "cash", company.scale)  # fmt: skip
