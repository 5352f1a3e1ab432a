import pytest

from hirec.evaluation.ranking.ranker import GivenSource, Pool, Ranking
from hirec.types import Passage, PassageKind


def test_a_ranking_holds_a_passage_once() -> None:
    assert Ranking((("a", 1.0), ("b", 1.0))).rounds == ()
    with pytest.raises(ValueError, match="twice"):
        Ranking((("a", 1.0), ("b", 1.0), ("a", 0.5)))


def test_given_passages_are_those_of_one_filing_nothing_is_known_of() -> None:
    passage = Passage("q#0", "q", 1, PassageKind.TEXT, "", "Net sales were 5.")
    source = GivenSource("q", [passage])
    assert Pool(source, ("q",)).passages == Pool(source, None).passages == [passage]
    assert source.passages(["another"]) == []
    assert source.filings["q"].identity.company == ""
    assert source.companies.keys() == ()
