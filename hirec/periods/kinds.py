"""Whether a table shows balances at a day or flows over a span, told by its own words."""

import functools
import re
from collections.abc import Sequence

_WORD = re.compile(r"[a-z]{3,}")
_BALANCES = frozenset(
    _WORD.findall(
        """
    accruals accrued accumulated agencies allowance allowances amortized asset assets
    authorized backed balance balances bonds borrowings buildings carryforwards carrying
    certificates commitments current debentures debt deposit deposits discount due equipment
    equivalents fair finished funds future goodwill government gross hierarchy improvements
    imputed indefinite intangible inventories inventory land leasehold level liabilities
    liability lived loans long machinery marketable maturities measured money mortgage
    municipal mutual noncurrent notes notional obligations outstanding par patents payable
    payables plant portion position prepaid property raw receivable receivables recurring
    remaining reserves retained securities senior sheet sheets short surplus technology term
    thereafter trademarks treasury unamortized warranty
    """
    )
)
"""Words that speak for balances, each as much as another."""
_FLOWS = frozenset(
    _WORD.findall(
        """
    activities activity additions administrative advertising arising assumptions attributable
    basic before beginning benefit changes charges compensation computation contributions cost
    costs curtailment declared decrease decreases denominator depreciation diluted dilutive
    disaggregated dispositions divestitures dividend dividends during earned earnings effect
    effective effects excluded expected expenditures expense expenses federal flow flows
    forfeited from gain gains general grant granted growth impact impairment impairments income
    increase increases issuance loss losses margin numerator operations paid per periodic
    proceeds profit provided provision purchases rate realized received reclassified recognized
    reconcile reconciliation repayment repayments repurchases restructuring results return
    revenue revenues rollforward sales segment segments selling service services settlements
    share shares sold statutory supplemental tax taxes translation used vested volatility yield
    """
    )
)
"""Words that speak for flows."""
_LEAST = 0.12
"""Share by which the words of one kind must outnumber the other's."""
_CAPTION, _HEADING, _ROWS = 1.0, 1.5, 1.5
"""What the caption's words, a column's heading and the rows' labels weigh."""


def leaning(caption: str, heading: str, labels: Sequence[str]) -> float:
    """From -1 (flows) to 1 (balances); 0 where the words say nothing."""
    parts = (
        (_CAPTION, _share(caption)),
        (_HEADING, _share(heading)),
        (_ROWS, _share_of_rows(tuple(labels))),
    )
    told = [(weight, share) for weight, share in parts if share]
    if not told:
        return 0.0
    return sum(weight * share for weight, share in told) / sum(weight for weight, _ in told)


def shows_balances(
    caption: str, heading: str, labels: Sequence[str], *, prior: float = 0.0
) -> bool | None:
    """True for balances, False for flows, None where it cannot be told."""
    score = leaning(caption, heading, labels) + prior
    return None if abs(score) < _LEAST else score > 0


@functools.lru_cache(maxsize=256)
def _share_of_rows(labels: tuple[str, ...]) -> float:
    shares = [_share(label) for label in labels]
    told = [share for share in shares if share]
    return sum(told) / len(told) if told else 0.0


@functools.lru_cache(maxsize=8192)
def _share(text: str) -> float:
    words = _WORD.findall(text.lower())
    balances, flows = sum(w in _BALANCES for w in words), sum(w in _FLOWS for w in words)
    return (balances - flows) / (balances + flows) if balances + flows else 0.0
