from datetime import date

import pytest

from hirec.datasets.closing import closing_day


@pytest.mark.parametrize(
    ("cells", "paragraphs", "year", "day"),
    [
        ([], ["Interest was $5 million for the year ended December 31, 2015."], 2015, "2015-12-31"),
        ([], ["In years ended June 30, 2008 and June 30, 2007 it was less."], 2008, "2008-06-30"),
        ([["", "September 29, 2007", "September 30, 2006"]], [], 2007, "2007-09-29"),
        ([["", "January 30, 2009"]], ["Debt as of February 1, 2008 was due."], 2008, "2009-01-30"),
        ([["", "March 31, 2019", "March 31, 2018"]], [], None, "2019-03-31"),
        ([], ["As of March 12, 2004 nothing was drawn."], 2003, None),
        ([], ["Sales for the three months ended June 30, 2015 rose."], 2015, None),
        ([["", "2015"]], ["It closed on June 6, 2021."], 2015, None),
    ],
)
def test_a_page_tells_when_its_reports_year_closes(
    cells: list[list[str]], paragraphs: list[str], year: int | None, day: str | None
) -> None:
    assert closing_day(cells, paragraphs, year) == (date.fromisoformat(day) if day else None)
