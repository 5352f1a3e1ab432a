from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from hirec.index import Index
from hirec.settings import RetrievalSettings, Settings
from hirec.stages.passages import PassageStage
from hirec.testing.analyst import ScriptedAnalyst
from hirec.types import Card, Period, PeriodRef, RankedFiling, Scope

FILINGS = (RankedFiling("HPFD_2022_10K", 1.0), RankedFiling("HPFD_2021_10K", 0.5))


@pytest.fixture(scope="module")
def index(hashed_index):
    return Index.open(hashed_index)


def stage(index, encoder=None, cross_encoder=None, cards=None, **retrieval):
    settings = Settings(retrieval=RetrievalSettings(**retrieval))
    analyst = ScriptedAnalyst(cards=cards, hypotheses=("inventories",))
    return PassageStage(index, analyst, settings, cross_encoder, encoder)


class Fixed:
    """A cross-encoder that prefers passages with a word."""

    def __init__(self, word):
        self.word = word
        self.seen = 0

    def score(self, question, passages):
        assert question
        self.seen += len(passages)
        return np.array([self.word in text for text in passages], dtype=np.float32)


def ids(candidates):
    return [candidate.passage.passage_id for candidate in candidates]


def test_no_filing_no_passage(index, query):
    assert stage(index).rank(query, ()) == ()


def test_a_path_that_is_off_leaves_no_score(index, query):
    every = stage(index).rank(query, FILINGS)[0]
    assert set(every.scores) == {"text", "hyde", "facts"}
    one = stage(index, hyde_weight=0, fact_weight=0).rank(query, FILINGS)[0]
    assert set(one.scores) == {"text"}
    assert one.score == pytest.approx(0.25)


def test_with_facts_alone_every_passage_gets_a_card(index, query):
    everything = index.passages(["HPFD_2021_10K"])
    chosen = everything[-1].passage_id
    card = Card(chosen, "", (), ("x",), ("1",), (Period(2022),), "", (), ())
    alone = stage(index, cards={chosen: card}, text_weight=0, hyde_weight=0)
    asked = replace(query, intent=replace(query.intent, metrics=("x",)))
    found = alone.rank(asked, FILINGS[1:])
    assert len(found) == len(everything)
    assert found[0].passage.passage_id == chosen


def test_what_was_seen_is_left_out_of_every_path(index, query):
    first = ids(stage(index).rank(query, FILINGS))
    seen = set(first[:3])
    assert not seen & set(ids(stage(index).rank(query, FILINGS, seen)))
    facts_only = stage(index, text_weight=0, hyde_weight=0)
    assert not seen & set(ids(facts_only.rank(query, FILINGS, seen)))


def test_the_cross_encoder_reads_the_best_only(index, query):
    reader = Fixed("inventor")
    found = stage(index, cross_encoder=reader, rerank_pool=7).rank(query, FILINGS)
    assert reader.seen == 7
    assert sum(candidate.scores["rerank"] > 0 for candidate in found) <= 7
    off = Fixed("inventor")
    stage(index, cross_encoder=off, rerank_weight=0).rank(query, FILINGS)
    assert off.seen == 0


def test_the_time_bonus_prefers_the_newer_of_two_alike(index, query):
    as_of = max(index.filings[f.filing_id].identity.period_end for f in FILINGS)
    scope = Scope(as_of=date(as_of.year + 1, 6, 1))
    dated = replace(query, scope=scope)
    plain = stage(index).rank(dated, FILINGS[::-1])
    newer = stage(index, time_bonus=10).rank(dated, FILINGS[::-1])
    assert newer[0].passage.filing_id == "HPFD_2022_10K"
    assert newer[0].score > plain[0].score


def test_a_bundle_stands_behind_its_seed(index, query, encoder):
    plain = stage(index, text_weight=1).rank(query, FILINGS)
    bundled = stage(
        index,
        encoder,
        text_weight=1,
        bundle_limit=1,
        bundle_seeds=1,
        bundle_threshold=-1,
        passage_pool=3,
    ).rank(query, FILINGS)
    assert bundled[0].passage == plain[0].passage
    assert len(bundled) == 4 or bundled[1].passage in [c.passage for c in plain[:3]]
    order = ids_of_filing(index, plain[0].passage.filing_id)
    at = order.index(plain[0].passage.passage_id)
    assert bundled[1].passage.passage_id in order[max(0, at - 1) : at + 2]
    assert bundled[1].score == bundled[0].score


def ids_of_filing(index, filing_id):
    return [passage.passage_id for passage in index.passages([filing_id])]


def test_every_slot_s_filing_keeps_its_places(index, query):
    asked = (Period(2022), Period(2021))
    scope = Scope(periods=tuple(PeriodRef(period, period.label()) for period in asked))
    both = replace(query, scope=scope, intent=replace(query.intent, metrics=("x",)))
    leading = [p.passage_id for p in index.passages(["HPFD_2022_10K"])]
    cards = {key: Card(key, "", (), ("x",), ("1",), asked, "", (), ()) for key in leading}

    def shown(share):
        chosen = stage(index, cards=cards, slot_share=share, passages=6)
        found = chosen.rank(both, FILINGS)[:6]
        return [candidate.passage.filing_id for candidate in found].count("HPFD_2021_10K")

    assert shown(0.0) <= 1
    assert shown(1.0) == 3
