from indexing.reading.lines import Segment
from indexing.reading.spans import Extent, assign, assign_all


def columns(*edges: tuple[float, float]) -> list[Extent]:
    return [Extent(left, right) for left, right in edges]


FOUR = columns((100, 140), (160, 200), (220, 260), (280, 320))


def test_as_many_headings_as_columns_go_one_to_one() -> None:
    headings = [Segment(x, x + 15, "2022") for x in (80, 140, 200, 260)]
    assert assign(headings, FOUR) == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_a_period_spans_what_it_is_centred_on() -> None:
    halves = [Segment(125, 175, "Three Months Ended"), Segment(245, 295, "Six Months Ended")]
    assert assign(halves, FOUR) == [(0, 1), (2, 3)]
    assert assign([Segment(190, 230, "Years Ended")], FOUR) == [(0, 3)]


def test_a_heading_on_one_column_stays_there() -> None:
    assert assign([Segment(290, 310, "Total")], FOUR) == [(3, 3)]


def test_a_lone_heading_in_the_middle_heads_all_only_over_years() -> None:
    three = columns((100, 140), (160, 200), (220, 260))
    heading = [Segment(165, 195, "History")]
    assert assign(heading, three, dated=True) == [(0, 2)]
    assert assign(heading, three) == [(1, 1)]


def test_a_change_over_amount_and_percent() -> None:
    # Middle of the last two columns: (220 + 320) / 2 = 270.
    assert assign([Segment(258, 282, "Change")], FOUR) == [(2, 3)]


def test_lower_headings_widen_their_column_for_those_above() -> None:
    narrow = columns((130, 140), (190, 200))
    lines = [
        [Segment(105, 165, "Year Ended")],
        [Segment(80, 140, "2022"), Segment(140, 200, "2021")],
    ]
    # Printed width runs from 80 to 200, so the middle is 140; the period stands at 135.
    assert assign_all(lines, narrow)[0] == [(0, 1)]


def test_years_that_divide_the_columns_head_their_share() -> None:
    six = columns((100, 140), (160, 200), (220, 260), (280, 320), (340, 380), (400, 440))
    assert assign([Segment(170, 190, "2022"), Segment(350, 370, "2021")], six) == [(0, 2), (3, 5)]
    # Over the first two columns of four, with something else over the others.
    assert assign([Segment(110, 130, "2022"), Segment(170, 190, "2021")], FOUR) == [(0, 0), (1, 1)]


SIX = columns((100, 140), (160, 200), (220, 260), (280, 320), (340, 380), (400, 440))


def over_years(*years: str) -> list[Segment]:
    return [
        Segment(column.right - 20, column.right, year)
        for column, year in zip(SIX, years, strict=True)
    ]


def test_a_heading_stands_over_all_of_a_group_of_years() -> None:
    years = over_years("2022", "2021", "2020", "2022 (a)", "2021", "2020")
    headings = [Segment(165, 195, "Net Revenue"), Segment(340, 380, "Operating Profit")]
    assert assign_all([headings, years], SIX)[0] == [(0, 2), (3, 5)]


def test_a_heading_stands_over_several_groups_of_years() -> None:
    years = over_years("2022", "2021", "2022", "2021", "2022", "2021")
    lines = [
        [Segment(195, 225, "Pension")],
        [Segment(140, 160, "U.S."), Segment(250, 290, "International"), Segment(370, 410, "Other")],
        years,
    ]
    assert assign_all(lines, SIX)[:2] == [[(0, 3)], [(0, 1), (2, 3), (4, 5)]]


def test_words_that_come_again_are_the_lower_line_of_their_columns_heading() -> None:
    words = over_years("Cost", "Amortization", "Net", "Cost", "Amortization", "Net")
    above = [Segment(165, 195, "Accumulated"), Segment(345, 375, "Accumulated")]
    assert assign_all([above, words], SIX)[0] == [(1, 1), (4, 4)]
