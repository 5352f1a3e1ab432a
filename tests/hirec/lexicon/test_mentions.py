import pytest

from hirec.lexicon import amount_of_words, find_metrics, metric_of_words


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Did Pfizer grow its PPNE?", ["ppe"]),
        ("average PP&E between FY2017 and FY2018", ["ppe"]),
        ("Cash & Cash equivalents", ["cash"]),
        ("the most cash flow", []),
        ("cost of revenue, not revenue", ["cost_of_revenue", "revenue"]),
        ("days payable outstanding (DPO)", ["days_payable", "days_payable"]),
        ("SG&A as a share of net sales", ["sga", "net_sales"]),
        ("unadjusted EBITDA % margin", ["ebitda_margin"]),
        ("total shareholders’ equity", ["equity"]),
        ("operating cash flow ratio", ["cfo_ratio"]),
        ("a DA convention, da capo", ["depreciation_amortization"]),
        ("P&L of the year", []),
        ("gains on stock issued by equity investees", []),
        ("debt to equity, equity at the end", ["debt_to_equity", "total_equity"]),
    ],
)
def test_longest_name_wins(text: str, keys: list[str]) -> None:
    assert [mention.key for mention in find_metrics(text)] == keys


def test_offsets_cut_the_words_said() -> None:
    text = "What is Best Buy's year end FY2019 merchandise inventories?"
    (mention,) = find_metrics(text)
    assert text[mention.start : mention.end] == mention.said == "merchandise inventories"


def test_a_metric_is_known_by_its_words_in_any_order() -> None:
    turned = metric_of_words("assets, other, current")
    assert turned is not None
    assert turned.key == "other_current_assets"
    assert metric_of_words("current zebra assets") is None


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("repurchasing common stock", "repurchases"),
        ("purchasing treasury shares", "repurchases"),
        ("selling, administrative and general expenses", "sga"),
        ("common shares repurchased", ""),  # so many of them
        ("sales returns", ""),  # no return on sales
        ("profit", ""),
    ],
)
def test_an_amount_is_known_by_other_forms_of_its_words(said: str, key: str) -> None:
    found = amount_of_words(said)
    assert (found.key if found else "") == key


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("cash on hand", ["cash"]),
        ("days of cash on hand", ["days_cash_on_hand"]),
        ("reserve for bad debts", ["allowance_doubtful"]),
        ("expense for bad debts", ["bad_debt"]),
        ("number of workers", ["employees"]),
        ("dividends paid out", ["dividends_paid"]),
        ("cash dividends per share", ["dividends_per_share"]),
        ("money owed to suppliers", ["accounts_payable"]),
        ("money owed to banks", []),
        ("what it owes", []),
    ],
)
def test_everyday_names_stay_apart_from_their_neighbours(said: str, meant: list[str]) -> None:
    assert [mention.key for mention in find_metrics(f"Acme's {said} in 2021")] == meant
