import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from pydantic import ValidationError

from hirec.analysts.rule.retrieval.cards import make_card
from hirec.analysts.rule.retrieval.rewrite import query_for
from hirec.index import Index
from hirec.stages.serialization import card_json, card_of, query_json, query_of
from hirec.types import Answer, CompanyRef, Form, Period, PeriodRef, Scope, Verdict
from hirec.understanding import understand

SCOPE = Scope(
    (CompanyRef("nike", "NIKE, Inc.", "Nike"),),
    (PeriodRef(Period(2021), "FY2021", fiscal=True), PeriodRef(Period(end=date(2020, 5, 31)), "")),
    (Form.ANNUAL,),
    as_of=date(2022, 1, 1),
)


def test_a_query_survives_the_trip_through_json_but_for_its_parse() -> None:
    query = query_for("What was Nike's revenue?", SCOPE, ("revenue",))
    content = json.loads(json.dumps(query_json(query)))
    assert query_of(content) == query
    assert query_of({**content, "parsed": {"operation": "value"}}) == query


def test_the_parse_is_kept_for_people_and_facts_are_not() -> None:
    parsed = understand("What was revenue divided by net income?", SCOPE)
    fact = Answer("?", "5", Verdict.VERIFIED)
    query = query_for("What was Nike's revenue?", SCOPE, ("revenue",))
    content = query_json(replace(query, parsed=parsed, facts=(fact,)))
    assert content["parsed"]["measures"][0]["sign"] == "/"
    assert "facts" not in content


def test_what_is_no_query_is_refused() -> None:
    with pytest.raises(ValidationError):
        query_of({"text": "?"})


def test_every_card_of_a_filing_survives_the_trip(sample_index: Path) -> None:
    index = Index.open(sample_index)
    for passage in index.passages(["HPFD_2022_10K"]):
        card = make_card(passage, index.filings["HPFD_2022_10K"])
        assert card_of(json.loads(json.dumps(card_json(card)))) == card
