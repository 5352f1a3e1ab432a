from collections.abc import Callable

import numpy as np

from hirec.grounding.places import read_sheet
from hirec.grounding.pooling import pool
from hirec.types import Filing, Passage

MakeTable = Callable[..., Passage]


def test_places_of_one_value_are_one_candidate_whatever_their_sign(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Fees", "5", "4"), ("Fees paid", "(5)", "3"))
    places = list(read_sheet(table, filings[table.filing_id]).every())
    found = pool(places, np.array([0.5, 0.0, 2.0, 1.0]))
    assert [(one.value, one.odds, one.members) for one in found] == [
        (5_000_000, 2.0, (2, 0)),
        (3_000_000, 1.0, (3,)),
        (4_000_000, 0.0, (1,)),
    ]
