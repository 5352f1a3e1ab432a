from hirec.datasets.questions import GoldEvidence, Question
from hirec.evaluation.ranking.judged import PoolScope, judge_by_pages
from hirec.index import Index

HARBOR = "HPFD_2022_10K"


def question(name: str, *gold: GoldEvidence, answer: str | None = "5") -> Question:
    return Question(name, f"{name}?", answer, evidence=gold)


def test_every_passage_of_a_gold_page_is_relevant(sample_index) -> None:
    index = Index.open(sample_index)
    page = next(p.page_number for p in index.passages([HARBOR]) if p.table_json)
    asked = [question("one", GoldEvidence(HARBOR, page))]
    within = judge_by_pages(asked, index, PoolScope.FILING).questions[0]
    on_page = [p.passage_id for p in index.passages([HARBOR]) if p.page_number == page]
    assert within.judgements == dict.fromkeys(on_page, 1)
    assert within.pages == ((HARBOR, page),)
    assert {p.filing_id for p in within.pool.passages} == {HARBOR}
    over_all = judge_by_pages(asked, index, PoolScope.COLLECTION).questions[0]
    assert over_all.judgements == within.judgements
    assert {p.filing_id for p in over_all.pool.passages} == set(index.filings)


def test_what_cannot_be_measured_is_left_out_with_the_reason(sample_index) -> None:
    index = Index.open(sample_index)
    asked = [
        question("refused", GoldEvidence(HARBOR, 1), answer=None),
        question("unpaged", GoldEvidence(HARBOR)),
        question("absent", GoldEvidence(HARBOR, 1), GoldEvidence("NONE_2020_10K", 2)),
        question("blank", GoldEvidence(HARBOR, 9999)),
        question("good", GoldEvidence(HARBOR, 1)),
    ]
    judged = judge_by_pages(asked, index, PoolScope.FILING)
    assert [q.question_id for q in judged.questions] == ["good"]
    assert judged.left_out == {
        "must be refused": ("refused",),
        "no gold page": ("unpaged",),
        "gold filing not in the index": ("absent",),
        "no passage on a gold page": ("blank",),
    }
