from collections.abc import Callable

import numpy as np

from hirec.grounding.feature_table import FEATURES, GROUPS, NAMES
from hirec.grounding.features import FeatureReader
from hirec.grounding.memory import remember
from hirec.grounding.places import read_sheet
from hirec.types import Figure, Filing, Passage, Period, PeriodRef

MakeTable = Callable[..., Passage]

FY22 = PeriodRef(Period(2022), "FY2022", True)


def read(figure: Figure, passage: Passage, filings: dict[str, Filing]) -> list[dict[str, float]]:
    reader = FeatureReader(remember([]))
    places = list(read_sheet(passage, filings[passage.filing_id]).near(reader.stems(figure)))
    return [dict(zip(NAMES, row, strict=True)) for row in reader.read(figure, places, {})]


def test_every_feature_has_a_name_of_its_own_a_group_and_a_sentence() -> None:
    assert len(set(NAMES)) == len(FEATURES)
    assert all(group and said for _, group, said in FEATURES)
    assert {"words", "lexicon", "memory", "kind", "period", "table"} <= {*GROUPS.values()}


def test_words_met_nowhere_and_words_not_asked_are_told_apart(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Legal fees", "5"), ("Fees of banks", "3"), headings=("2022",),
                       periods=(FY22.period,))  # fmt: skip
    exact, more = read(Figure("legal fees", period=FY22), table, filings)
    assert exact["same_words"] == 1.0
    assert exact["asked_missing"] == exact["label_extra"] == 0.0
    assert more["asked_missing"] > 0 < more["label_extra"]
    assert exact["best_words"] == 0.0 > more["best_words"]
    assert (exact["rank_words"], more["rank_words"]) == (0.0, 1.0)


def test_another_year_printed_over_a_cell_speaks_against_it(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    found = read(Figure("fees", period=FY22), make_table(("Fees", "5", "4")), filings)
    assert [one["year_printed"] for one in found] == [1.0, -1.0]
    assert [one["newest"] for one in found] == [0.0, 1.0]


def test_a_value_stated_twice_counts_for_both_places(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Legal fees", "5", "4"), ("Fees", "5", "6"), ("Other fees", "3", "2"))
    found = read(Figure("legal fees", period=FY22), table, filings)
    assert [one["stated"] for one in found] == [2.0, 1.0, 2.0, 1.0, 1.0, 1.0]
    assert found[2]["stated_words"] == found[0]["stated_words"]


def test_qualifiers_are_words_to_be_met(make_table: MakeTable, filings: dict[str, Filing]) -> None:
    figure = Figure("fees", qualifiers=("deferred",))
    table = make_table(("Deferred fees", "5", "4"), ("Fees", "3", "2"))
    assert [one["qualified"] for one in read(figure, table, filings)] == [1.0, 1.0, 0.0, 0.0]


def test_no_places_have_no_features() -> None:
    assert np.shape(FeatureReader(remember([])).read(Figure("sales"), [], {})) == (0, len(FEATURES))


def test_what_only_one_figure_asks_for_tells_it_from_the_other(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Court fees", "5"), ("All fees", "9"), headings=("2022",),
                       periods=(FY22.period,))  # fmt: skip
    part, whole = Figure("court fees"), Figure("fees")
    reader = FeatureReader(remember([]))
    places = list(read_sheet(table, filings[table.filing_id]).every())
    of_part = reader.read(part, places, {}, [whole])
    of_whole = reader.read(whole, places, {}, [part])
    at = NAMES.index
    assert of_part[:, at("distinct_path")].tolist() == [1.0, 0.0]
    assert of_whole[:, at("others_words")].tolist() == [1.0, 0.0]
    assert (of_part[0, at("is_part")], of_whole[0, at("is_whole")]) == (1.0, 1.0)
