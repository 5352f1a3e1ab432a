import numpy as np
import pytest

from hirec.settings import RetrievalSettings
from hirec.stages.passage_paths import FilingsView, PassagePaths, PassageVectors
from hirec.testing.analyst import ScriptedAnalyst
from hirec.testing.encoder import HashingEncoder
from hirec.types import CompanyRef, Intent, Passage, PassageKind, Query, Relation, Scope

OFF = {"text_weight": 0, "hyde_weight": 0, "count_weight": 0}
INTENT = Intent("", (), (), Relation.LOOKUP, (), needs_number=False, keywords=())


def passage(filing: str, number: int, text: str, section: str = "") -> Passage:
    return Passage(f"{filing}#1.{number}", filing, 1, PassageKind.TEXT, "", text, section)


VIEW = FilingsView(
    [
        passage("A", 1, "Complaints were filed in court", "Item 3 > Legal proceedings"),
        passage("A", 2, "The quarterly dividend was raised", "Item 5"),
        passage("B", 1, "A dividend and a dividend again", "Item 3 > Legal proceedings"),
    ]
)
FULL = np.ones(3, dtype=np.float32)


def ask(text: str) -> Query:
    scope = Scope(companies=(CompanyRef("a", "Acme Corp", "Acme"),))
    return Query(text, text, scope, INTENT, document_text=text, passage_text=text)


def paths(hypotheses=(), encoder=None, **settings) -> PassagePaths:
    vectors = None if encoder is None else PassageVectors(encoder)
    chosen = RetrievalSettings(**(OFF | settings))
    return PassagePaths(ScriptedAnalyst(hypotheses=hypotheses), chosen, vectors)


def test_a_path_of_weight_zero_is_not_computed():
    class Refusing(ScriptedAnalyst):
        def hypothesize(self, query):
            raise AssertionError(f"asked in vain: {query.text}")

    found = PassagePaths(Refusing(), RetrievalSettings(hyde_weight=0), None)
    assert set(found.scores(ask("dividend"), VIEW, FULL)) == {"text"}
    assert paths().scores(ask("dividend"), VIEW, FULL) == {}
    assert paths().fuse({}).ndim == 0


def test_each_path_gives_shares_of_its_best_after_the_filing_discount():
    found = paths(text_weight=1).scores(ask("dividend"), VIEW, FULL)["text"]
    assert found[0] == 0
    assert found[2] == 1
    assert 0 < found[1] < 1
    discounted = paths(text_weight=1).scores(
        ask("dividend"), VIEW, np.array([1, 1, 0], dtype=np.float32)
    )
    assert discounted["text"].tolist() == [0, 1, 0]


def test_of_several_hypotheses_the_best_counts():
    found = paths(["complaints court", "quarterly"], hyde_weight=1).scores(ask("?"), VIEW, FULL)
    assert found["hyde"].tolist() == [1, 1, 0]
    none = paths([], hyde_weight=1).scores(ask("?"), VIEW, FULL)
    assert none["hyde"].tolist() == [0, 0, 0]


def test_headings_are_matched_by_the_section_path():
    found = paths(section_weight=1).scores(ask("legal proceedings"), VIEW, FULL)["section"]
    assert found.tolist() == [1, 0, 1]


def test_the_dense_path_leaves_out_the_words_that_chose_the_filing():
    encoder = HashingEncoder(512)
    found = paths(encoder=encoder, passage_dense_weight=1)
    named = found.scores(ask("Acme's complaints in court"), VIEW, FULL)["dense"]
    plain = found.scores(ask("complaints in court"), VIEW, FULL)["dense"]
    assert named.tolist() == pytest.approx(plain.tolist())
    assert named[0] == 1


def test_only_the_best_of_the_other_paths_are_embedded():
    class Counting(HashingEncoder):
        embedded = 0

        def encode_passages(self, texts):
            self.embedded += len(texts)
            return super().encode_passages(texts)

    encoder = Counting(512)
    chosen = paths(encoder=encoder, passage_dense_weight=1, text_weight=1, dense_pool=1)
    before = encoder.embedded
    found = chosen.scores(ask("a dividend again"), VIEW, FULL)["dense"]
    assert np.flatnonzero(found).tolist() == [2]
    assert encoder.embedded == before + 2  # the passage, and the question by the same way
    chosen.scores(ask("a dividend again"), VIEW, FULL)
    assert encoder.embedded == before + 3  # the passage was remembered


def test_paths_are_fused_by_weight():
    found = {"text": np.array([1.0, 0.5]), "section": np.array([0.0, 1.0])}
    fused = paths(text_weight=0.25, section_weight=0.5).fuse(found)
    assert fused.tolist() == [0.25, 0.25 * 0.5 + 0.5]


def test_bounds_are_those_of_the_passage_s_own_filing():
    assert [VIEW.bounds(at) for at in range(3)] == [(0, 2), (0, 2), (2, 3)]


def test_a_count_is_looked_for_where_a_number_of_such_things_stands():
    view = FilingsView([passage("A", 1, "Shops sell shoes."), passage("A", 2, "We run 40 shops.")])
    wanted = paths(count_weight=1)
    found = wanted.scores(ask("How many shops did Acme have?"), view, FULL[:2])
    assert found["count"].tolist() == [0, 1]
    assert wanted.scores(ask("What were net sales?"), view, FULL[:2]) == {}
