from hirec.models.passage_view import without_figures


def test_rows_keep_their_names_and_columns_their_periods():
    table = (
        "ACME · 10-K · FY2023\n"
        "in millions, except 53 weeks\n"
        "| Fiscal 2023 $ | Fiscal 2022 | 2021 | 52 weeks ended January 29, 2022\n"
        "Net sales | $ 152,669 |  | (1,234.5) | 33.4%\n"
        "Basic earnings per share | — | NM | n/a | 2.5x"
    )
    assert without_figures(table) == (
        "ACME · 10-K · FY2023\n"
        "in millions, except 53 weeks\n"
        "Fiscal 2023 $ | Fiscal 2022 | 2021 | 52 weeks ended January 29, 2022\n"
        "Net sales\n"
        "Basic earnings per share | 2.5x"
    )


def test_prose_stays_as_it_is():
    prose = "Sales grew by 3.5% to $12,345 million.\nIn 2022 they fell."
    assert without_figures(prose) == prose
