"""A small filing and a scorer whose two trees ask for the words and the year of a label."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import numpy as np
import pytest

from hirec.grounding.certainty import RIVALRY
from hirec.grounding.feature_table import NAMES
from hirec.grounding.joint import PAIR_FEATURES
from hirec.grounding.late_interaction import LateInteraction
from hirec.grounding.memory import remember
from hirec.grounding.scorer import FORMAT, Scorer
from hirec.numbers import parse_number
from hirec.types import (
    Cell,
    Column,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Period,
    Row,
    Table,
    encode_table,
)

Y22 = Period(2022, None, date(2022, 12, 31), 12)
Y21 = Period(2021, None, date(2021, 12, 31), 12)
FILING = Filing(
    "ACME_2022_10K",
    Identity("Acme", Form.ANNUAL, 2022, None, date(2022, 12, 31)),
    "acme",
    (),
    9,
    9,
    "",
)

MakeTable = Callable[..., Passage]


@pytest.fixture
def filings() -> dict[str, Filing]:
    return {FILING.filing_id: FILING}


@pytest.fixture
def make_table() -> MakeTable:
    """Passage of a table; each row is its label and printed cells."""

    def make(
        *rows: Sequence[str],
        caption: str = "",
        headings: Sequence[str] = ("2022", "2021"),
        periods: Sequence[Period | None] = (Y22, Y21),
        section: str = "",
        place: int = 1,
        unit_line: str = "(in millions)",
    ) -> Passage:
        columns = tuple(Column(h, p) for h, p in zip(headings, periods, strict=True))
        body = tuple(
            Row(
                label,
                tuple(
                    Cell(text, parse_number(text), "%" if "%" in text else None) if text else None
                    for text in cells
                ),
            )
            for label, *cells in rows
        )
        scale = 6 if unit_line else 0
        table = Table(columns, body, caption, unit_line, scale, "USD" if unit_line else "")
        return Passage(
            f"ACME_2022_10K#3.{place}",
            "ACME_2022_10K",
            3,
            PassageKind.TABLE,
            "",
            table.render(),
            section,
            encode_table(table),
        )

    return make


@pytest.fixture
def model() -> dict[str, Any]:
    """Content of a model file: the odds are even where the year or half of the words fails."""
    asked, year = NAMES.index("asked_in_path"), NAMES.index("year_printed")
    odds = RIVALRY.index("odds")
    certainty = {"baseline": 0.0, "trees": [[[odds, 3.0, 1, 2], [-1.0], [4.0]]]}
    weights = {
        "certainty": certainty | {"answer": 0.8, "sure": 0.95},
        "baseline": 0.0,
        "trees": [[[asked, 0.6, 1, 2], [-3.0], [3.0]], [[year, -0.5, 1, 2], [-3.0], [1.0]]],
        "joint": {"trust": 1.0, "bonds": [0.0] * len(PAIR_FEATURES)},
    }
    return {
        "format": FORMAT,
        "features": list(NAMES),
        "pairs": list(PAIR_FEATURES),
        "given": weights,
        "searched": weights,
        "memory": remember([]).to_json(),
        "interaction": LateInteraction(
            np.eye(2, 384, dtype=np.float32),
            np.ones(385, dtype=np.float32),
            np.ones(385, dtype=np.float32),
            [0, 0, 0],
        ).to_json(),
    }


@pytest.fixture
def scorer(model: dict[str, Any]) -> Scorer:
    return Scorer(model)
