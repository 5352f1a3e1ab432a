"""Remarks in brackets: what explains is left aside, what narrows is not."""

import pytest

from hirec.understanding import explained, without_glosses


@pytest.mark.parametrize(
    ("question", "rest", "glosses"),
    [
        ("Bay (the Kite line) sales in 2022?", "Bay sales in 2022?", ("the Kite line",)),
        ("Goodwill of the deal (final, fiscal 2024)", "Goodwill of the deal in fiscal 2024", None),
        ("Debt (excluding leases) in 2022", None, ()),
        ("Sales (U.S. only) in 2022", None, ()),
        ("Net income (loss) in 2022", None, ()),
        ("Tax (net of credits) in 2022", None, ()),
        ("Kite sales, not of lamps, in 2022", "Kite sales, in 2022", ("not of lamps",)),
        ("Sales in 2022 - Kites alone", "Sales in 2022 - Kites", ("alone",)),
        ("Sales, i.e. after rebates, in 2022", "Sales, in 2022", ("i.e. after rebates",)),
        ("Kite sales (not lamps) in 2022", "Kite sales in 2022", ("not lamps",)),
        ("Shops, counting kites, drums and lamps", "Shops", None),
        ("Shops in 2022, counting all sizes", "Shops in 2022", ("counting all sizes",)),
        ("What is not included in Acme's sales?", None, ()),
    ],
)
def test_a_remark_is_told_from_what_narrows(
    question: str, rest: str | None, glosses: tuple[str, ...] | None
) -> None:
    found = without_glosses(question)
    assert found[0] == (rest or question)
    assert found[1] == glosses if glosses is not None else found[1]


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        (
            "What did Acme lose on kites in 2022, i.e. kite revenue minus kite costs?",
            "kite revenue minus kite costs",
        ),
        ("What was Acme's kite profit (that is, kite sales less costs)?", "kite sales less costs"),
        (
            "Compute Acme's kite rate for 2022: kite costs as a percent of kite sales.",
            "kite costs as a percent of kite sales",
        ),
        (
            "Kite cash of Acme, taken as kite receipts less kite costs",
            "kite receipts less kite costs",
        ),
        ("Acme free cash flow 2022 - cash from trade less capex?", "cash from trade less capex"),
        ("Acme revenue 2022 - cost of kites less tax", ""),
        ("What was Acme's profit, i.e. after rebates?", ""),
        ("What was Acme's revenue minus its costs in 2022?", ""),
    ],
)
def test_arithmetic_explains_what_is_meant(question: str, formula: str) -> None:
    assert explained(question) == formula
