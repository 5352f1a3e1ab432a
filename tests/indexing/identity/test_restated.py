from datetime import date
from decimal import Decimal

from hirec.types import Cell, Column, Document, Form, Identity, Page, Row, SourceKind, Table
from indexing.identity.restated import restated_years


def document(caption: str, earlier: str) -> Document:
    cells = (Cell("5", Decimal(5)), Cell("4", Decimal(4)))
    columns = (Column("Years Ended June 30, 2023"), Column(earlier))
    table = Table(columns, (Row("Net sales", cells),), caption)
    return Document("f.pdf", SourceKind.PDF, (Page(1, (table,)),))


ANNUAL = Identity("Amber", Form.ANNUAL, 2023, None, date(2023, 6, 30))
RESTATED = "Years Ended June 30, 2022 (As Restated)"


def test_a_statement_column_as_restated_names_its_year():
    assert restated_years(document("CONSOLIDATED STATEMENTS OF INCOME", RESTATED), ANNUAL) == (
        2022,
    )


def test_notes_and_plain_columns_restate_nothing():
    assert restated_years(document("Segment results", RESTATED), ANNUAL) == ()
    plain = document("CONSOLIDATED STATEMENTS OF INCOME", "Years Ended June 30, 2022")
    assert restated_years(plain, ANNUAL) == ()


def test_only_annual_reports_are_read():
    quarterly = Identity("Amber", Form.QUARTERLY, 2023, 2)
    assert restated_years(document("BALANCE SHEETS", RESTATED), quarterly) == ()
