"""What the comparison with other frameworks counts, on hand-computed cases; needs none of them."""

import json
from pathlib import Path

import pytest

from hirec.datasets.questions import GoldEvidence, Question
from tests.bench import peer_readers, peers

SOURCES = {
    source.name: source
    for source in (
        peers.Source("A_2020_10K", "A", "10k", 2020),
        peers.Source("A_2021_10K", "A", "10k", 2021),
        peers.Source("A_2021_8K", "A", "8k", 2021),
        peers.Source("A_2022_10K", "A", "10k", 2022),
        peers.Source("B_2020_10K", "B", "10k", 2020),
        peers.Source("B_2021_10K", "B", "10k", 2021),
        peers.Source("C_2020_10K", "C", "10k", 2020),
    )
}


def asked(name: str, *gold: tuple[str, int], any_evidence: bool = False) -> Question:
    evidence = tuple(GoldEvidence(filing, page) for filing, page in gold)
    return Question(name, f"What of {name}?", "1", evidence=evidence, any_evidence=any_evidence)


QUESTIONS = [
    asked("q1", ("A_2020_10K", 7)),
    asked("q2", ("A_2021_10K", 3), ("A_2021_10K", 9)),
    asked("q3", ("B_2020_10K", 1), ("B_2021_10K", 1)),
    asked("q4", ("C_2020_10K", 5)),
]


def test_choosing_takes_whole_companies_of_several_years_and_fills_up_with_annual_reports():
    chosen = peers.choose(QUESTIONS, SOURCES, 5, seed=1)
    assert chosen == ["A_2020_10K", "A_2021_10K", "A_2022_10K", "B_2020_10K", "B_2021_10K"]
    assert [each.question_id for each in peers.within(QUESTIONS, chosen)] == ["q1", "q2", "q3"]
    assert peers.choose(QUESTIONS, SOURCES, 4, seed=1) == [*chosen[:2], *chosen[3:]]
    assert peers.choose(QUESTIONS, SOURCES, 1, seed=1) == []


def test_a_question_half_outside_the_files_is_left_out():
    assert peers.within(QUESTIONS, ["B_2020_10K"]) == []


def test_pages_are_distinct_and_a_passage_over_two_pages_shows_both():
    found = [["A", 4, 4], ["A", 4, 5], ["B", 4, 4], ["A", 5, 5]]
    assert peers.pages(found) == (("A", 4), ("A", 5), ("B", 4))


@pytest.mark.parametrize(
    ("first", "gold", "expected"),
    [
        ("A_2020_10K", {"A_2020_10K"}, "gold filing"),
        ("A_2022_10K", {"A_2020_10K"}, "another year"),
        ("A_2021_8K", {"A_2021_10K"}, "same year, another filing"),
        ("A_2021_8K", {"A_2020_10K", "A_2021_10K"}, "same year, another filing"),
        ("B_2020_10K", {"A_2020_10K"}, "another company"),
        (None, {"A_2020_10K"}, "nothing"),
    ],
)
def test_whose_filing_the_first_page_is_in(first, gold, expected):
    assert peers.whose(first, gold, SOURCES) == expected


def test_scores_of_one_question():
    question = QUESTIONS[1]
    found = [["A_2020_10K", page, page] for page in (1, 1, 2, 4)]
    found += [["A_2021_10K", 3, 3], ["A_2021_10K", 5, 6], ["A_2021_10K", 9, 9]]
    # Distinct pages: 1, 2, 4 of 2020, then 3, 5, 6, 9 of 2021; gold are 3 and 9 of 2021.
    assert peers.score(found, question, SOURCES) == {
        "page_recall@5": 1 / 2,
        "page_recall@10": 2 / 2,
        "filing_hit@1": 0.0,
        "first_page": "another year",
    }
    either = asked("q", ("A_2021_10K", 3), ("A_2021_10K", 9), any_evidence=True)
    assert peers.score(found, either, SOURCES)["page_recall@5"] == 1.0
    nothing = peers.score([], question, SOURCES)
    assert nothing["page_recall@10"] == 0.0
    assert nothing["first_page"] == "nothing"


def run(system: str, cpu_s: float, **found: list[list[object]]) -> dict[str, object]:
    return {
        "system": system,
        "versions": {system: "1.0"},
        "passages": 1234,
        "index_s": 2 * cpu_s,
        "index_cpu_s": cpu_s,
        "index_peak_mb": 500.0,
        "question_s": [0.1, 0.9, 0.2],
        "question_cpu_s": [0.1, 0.2, 0.3],
        "found": {"q1": [], "q2": [], "q3": []} | found,
    }


def test_summaries_ratios_and_the_table():
    three = QUESTIONS[:3]
    good = peers.summarize(
        run("x", 10.0, q1=[["A_2020_10K", 7, 7]], q2=[["A_2021_10K", 3, 3]]), three, SOURCES
    )
    poor = peers.summarize(
        run("y", 40.0, q1=[["A_2022_10K", 7, 7]], q2=[["A_2021_10K", 9, 9]]), three, SOURCES
    )
    assert good["page_recall@5"]["value"] == pytest.approx((1 + 1 / 2 + 0) / 3)
    assert poor["page_recall@5"]["value"] == pytest.approx((0 + 1 / 2 + 0) / 3)
    assert good["filing_hit@1"]["value"] == pytest.approx(2 / 3)
    assert poor["first_page_of_year"]["value"] == pytest.approx(1 / 3)
    assert poor["first_pages"] == {"another year": 1, "gold filing": 1, "nothing": 1}
    assert good["question_s"]["value"] == 0.2  # the median
    assert good["question_cpu_s"]["value"] == pytest.approx((0.1 + 0.2 + 0.3) / 3)
    ratios = peers.against(good, poor)
    assert ratios["index_cpu_s"] == 10 / 40
    assert ratios["page_recall@5"]["value"] == pytest.approx((1 + 1 / 2) / (1 / 2))
    head, _, first, second = peers.table({"x": good, "y": poor}).splitlines()
    assert head.count("|") == first.count("|") == len(peers.COLUMNS) + 2
    assert first.startswith("| x | 1,234 | 20 | 10 | 500 | 0.500 | 0.500 | 0.667 | 0.000 |")
    assert second.startswith("| y | 1,234 | 80 | 40 | 500 | 0.167 | 0.167 | 0.333 | 0.333 |")


def test_tokens_of_systems_that_answer():
    found = run("x", 1.0)
    tokens = [{"prompt_tokens": 10 * n, "reply_tokens": n} for n in (1, 2, 6)]
    found["replies"] = dict(zip(("q1", "q2", "q3"), tokens, strict=True))
    figures = peers.summarize(found, QUESTIONS[:3], SOURCES)
    assert figures["prompt_tokens"]["value"] == pytest.approx((10 + 20 + 60) / 3)
    assert figures["reply_tokens"]["value"] == pytest.approx((1 + 2 + 6) / 3)
    assert "prompt_tokens" not in peers.summarize(run("x", 1.0), QUESTIONS[:3], SOURCES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("ACME_2020_10K pages 3-4", ("A", 3, 4)), ("ACME_2020_10K page 7", ("A", 7, 7))],
)
def test_pages_of_a_chunk_are_in_its_name(name, expected):
    assert peer_readers.place(name, "A") == expected
    with pytest.raises(ValueError, match="No pages in 'ACME'"):
        peer_readers.place("ACME", "A")


def test_a_run_of_other_questions_is_refused(tmp_path: Path):
    (tmp_path / "haystack-ours.json").write_text(json.dumps(run("haystack:ours", 1.0)))
    job = {"questions": {"q1": "?", "q2": "?", "q3": "?"}, "threads": 0}
    assert peers.measured("haystack:ours", job, tmp_path)["system"] == "haystack:ours"
    with pytest.raises(SystemExit, match="other questions"):
        peers.measured("haystack:ours", job | {"questions": {"q9": "?"}}, tmp_path)
