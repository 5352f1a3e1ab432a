"""Passages of a small filing."""

from collections.abc import Callable
from datetime import date

import pytest

from hirec.types import Form, Identity, Passage, PassageKind, Table, encode_table

MakePassage = Callable[..., Passage]


@pytest.fixture
def acme() -> Identity:
    return Identity(
        "THE ACME ROCKET COMPANY, INC.",
        Form.ANNUAL,
        fiscal_year=2023,
        period_end=date(2023, 12, 31),
    )


@pytest.fixture
def make_passage() -> MakePassage:
    """A function that makes the next passage of page 1: of a text, or of a table."""
    count = 0

    def make(content: str | Table, section: str = "") -> Passage:
        nonlocal count
        count += 1
        is_table = isinstance(content, Table)
        return Passage(
            passage_id=f"ACME_2023_10K#1.{count}",
            filing_id="ACME_2023_10K",
            page_number=1,
            kind=PassageKind.TABLE if is_table else PassageKind.TEXT,
            title="THE ACME ROCKET COMPANY, INC. · 10-K · FY2023",
            text=content.render() if isinstance(content, Table) else content,
            section=section,
            table_json=encode_table(content) if isinstance(content, Table) else "",
        )

    return make
