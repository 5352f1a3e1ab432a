import re

import pytest

from hirec.lexicon import Kind, all_metrics, get_metric, query_terms, rows_needed


def test_lexicon_is_large_and_its_patterns_compile() -> None:
    metrics = all_metrics()
    assert len(metrics) >= 120
    for metric in metrics.values():
        for row in metric.rows:
            re.compile(row)


def test_no_row_pattern_takes_the_balance_sheet_total_for_equity() -> None:
    for key in ("equity", "total_equity", "total_liabilities"):
        metric = get_metric(key)
        assert metric is not None
        assert not any(
            re.fullmatch(row, "total liabilities and shareholders equity") for row in metric.rows
        )


@pytest.mark.parametrize(
    ("key", "leaves"),
    [
        ("inventories", ("inventories",)),
        ("inventory_turnover", ("cost_of_revenue", "inventories")),
        ("ebitda_margin", ("operating_income", "depreciation_amortization", "revenue")),
        ("free_cash_flow", ("cfo", "capex")),
        ("wages expense", ("wages expense",)),
    ],
)
def test_rows_needed(key: str, leaves: tuple[str, ...]) -> None:
    assert rows_needed(key) == leaves


def test_query_terms_name_rows_and_statement() -> None:
    terms = query_terms("inventory_turnover")
    assert "cost of goods sold" in terms
    assert "consolidated balance sheets financial position" in terms


def test_units_follow_kinds() -> None:
    units = {kind: metric.unit for metric in all_metrics().values() for kind in [metric.kind]}
    assert units[Kind.MONEY] == "USD"
    assert units[Kind.PER_SHARE] == "USD/shares"
    assert units[Kind.PERCENT] == "%"
