"""Questions that name no company: of a large index only the nearest covers compete."""

from dataclasses import replace
from datetime import date

import pytest

from hirec.index import Index
from hirec.settings import RetrievalSettings
from hirec.stages.documents import DocumentStage
from hirec.types import Period, PeriodRef, Scope


@pytest.fixture(scope="module")
def index(hashed_index):
    return Index.open(hashed_index)


def found(index, query, encoder, **settings):
    stage = DocumentStage(index, encoder, RetrievalSettings(documents=10, **settings))
    return [filing.filing_id for filing in stage.rank(query)]


@pytest.fixture(scope="module")
def open_query(query):
    scope = Scope(periods=(PeriodRef(Period(2022), "fiscal 2022"),))
    return replace(query, scope=scope, document_text="Cinder Vale 10-K fiscal 2022")


def test_all_filings_compete_where_there_are_no_more_than_the_breadth(index, open_query, encoder):
    wide = found(index, open_query, encoder)
    assert wide == found(index, open_query, encoder, lexical_document_pool=len(index.filings))
    assert len(wide) > 2


def test_the_nearest_by_words_and_the_nearest_by_vector_are_left(index, open_query, encoder):
    wide = found(index, open_query, encoder)
    narrow = found(index, open_query, encoder, lexical_document_pool=1, document_pool=1)
    assert 1 <= len(narrow) <= 2
    assert narrow[0] in wide


def test_what_was_not_yet_known_does_not_take_a_place(index, open_query, encoder):
    early = replace(open_query, scope=replace(open_query.scope, as_of=date(2022, 6, 30)))
    for breadth in (2, 100):
        for filing_id in found(
            index, early, encoder, lexical_document_pool=breadth, document_pool=1
        ):
            identity = index.filings[filing_id].identity
            assert (identity.filing_date or identity.period_end) <= date(2022, 6, 30)
    assert found(index, early, encoder, lexical_document_pool=2)


def test_nothing_was_known_before_the_first_filing(index, open_query, encoder):
    before = replace(open_query, scope=replace(open_query.scope, as_of=date(1990, 1, 1)))
    assert found(index, before, encoder) == []
