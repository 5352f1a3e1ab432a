"""What a person reads on the terminal."""

from dataclasses import replace
from datetime import date

from rich.console import Console

from hirec.types import (
    Alias,
    AliasSource,
    Answer,
    Column,
    Confidence,
    Filing,
    Form,
    Identity,
    IdentityCandidate,
    Passage,
    PassageKind,
    Period,
    Program,
    Reach,
    Row,
    ScaleSource,
    StageRecord,
    Table,
    Trace,
    Usage,
    Verdict,
    encode_table,
)
from hirec.types import Cell as TableCell
from serving.cli.render import show_answer, show_filing, show_history, show_page, show_trace


def screen() -> Console:
    return Console(record=True, width=100, quiet=False, file=None, force_terminal=False)


def printed(out: Console) -> str:
    return out.export_text()


def test_an_answer_shows_verdict_program_and_timings() -> None:
    steps = (StageRecord("scope", 0, 0.01), StageRecord("answer", 0, 0.005))
    answer = Answer(
        "q",
        "Sales grew by 25.1%.",
        Verdict.UNVERIFIED,
        "x is not printed there.",
        program=Program("answer = x[0] * 100", (), "%"),
        usage=Usage(100, 20, 1, 0.01),
        trace=Trace("q", steps),
    )
    out = screen()
    show_answer(out, answer)
    text = printed(out)
    assert "Sales grew by 25.1%." in text
    assert "unverified: x is not printed there." in text
    assert "answer = x[0] * 100" in text
    assert "scope 0.010 · answer 0.005 · total 0.015" in text
    assert "1 calls, 120 tokens, 0.0100 USD" in text


def test_a_follow_up_shows_what_it_was_read_as() -> None:
    whole = "What were Acme's sales in 2022?"
    steps = (StageRecord("questions", 0, 0.01, {"asked": "And in 2022?", "questions": [whole]}),)
    out = screen()
    show_answer(out, Answer("And in 2022?", "$5", Verdict.VERIFIED, trace=Trace("q", steps)))
    assert f"read as   {whole}" in printed(out)


def test_each_part_of_a_compound_question_shows_its_own_verdict() -> None:
    parts = (
        Answer("Sales?", "$5", Verdict.VERIFIED, program=Program("answer = 5", (), "USD")),
        Answer("Why?", "Who knows.", Verdict.UNVERIFIED, "Nobody checked."),
    )
    out = screen()
    show_answer(out, Answer("Both?", "$5\nWho knows.", Verdict.UNVERIFIED, parts=parts))
    lines = [" ".join(line.split()) for line in printed(out).splitlines()]
    assert lines[:3] == ["Sales?", "$5", "verdict verified"]
    assert "answer = 5" in lines
    assert lines[lines.index("Why?") :][:3] == [
        "Why?",
        "Who knows.",
        "verdict unverified: Nobody checked.",
    ]


def test_each_part_by_filing_stands_under_its_filing() -> None:
    part = Answer(
        "What did Acme say about rivals in 2022?",
        "Rivals abound.",
        Verdict.VERIFIED,
        filings=("ACME_2022_10K",),
        subject="Acme Corp, FY2022",
    )
    out = screen()
    show_answer(out, Answer("Rivals?", "…", Verdict.VERIFIED, parts=(part,)))
    first, second, *_ = printed(out).splitlines()
    assert first == "Acme Corp, FY2022 (ACME_2022_10K):"
    assert second == "Rivals abound."


def test_brackets_in_filings_are_not_markup() -> None:
    out = screen()
    show_answer(out, Answer("q", "see [bold]Note[/bold] [1]", Verdict.ABSTAINED))
    assert "see [bold]Note[/bold] [1]" in printed(out)


def test_a_filing_shows_where_each_field_was_read() -> None:
    identity = Identity(
        "ACME CORP", Form.ANNUAL, 2023, period_end=date(2023, 6, 30), amendment=True,
        sources={"company": "cover", "period_end": "dei"}, notes=("The file's name says 2022.",),
        confidence={"company": Confidence.CERTAIN, "period_end": Confidence.WEAK},
        aliases=(Alias("ACM", AliasSource.DEFINED),),
    )  # fmt: skip
    filing = Filing("ACME_2023_10KA", identity, "acme", ("acme-10ka",), 80, 700, "Acme's cover.")
    out = screen()
    show_filing(out, filing)
    text = printed(out)
    assert "ACME_2023_10KA  ACME CORP · 10-K/A · FY2023" in text
    assert "2023-06-30  dei  weak" in text
    assert "ACME CORP  cover  certain" in text
    assert "ACM  defined" in text
    assert "The file's name says 2022." in text
    assert "80 pages, 700 passages" in text


def test_a_filing_shows_the_values_considered_with_probability_and_places() -> None:
    considered = {
        "company": (
            IdentityCandidate("Acme Inc.", 0.3, ("about", "body")),
            IdentityCandidate("News", 0.1, ("headline",)),
        )
    }
    out = screen()
    identity = Identity("", Form.UNKNOWN, candidates=considered)
    show_filing(out, Filing("S", identity, "s", ("s",), 1, 1, ""))
    text = printed(out)
    assert "unknown company" in text
    assert "0.30  Acme Inc.  (about, body)" in text
    assert "0.10  News  (headline)" in text


def test_a_page_shows_what_a_table_was_taken_to_say() -> None:
    table = Table(
        (Column("2023", Period(2023, months=12)), Column("2022")),
        (Row("Net sales", (TableCell("1,250"), TableCell("1,000"))),),
        "STATEMENTS", "(In millions)", 6, "USD",
    )  # fmt: skip
    passage = Passage(
        "A#40.1", "A", 40, PassageKind.TABLE, "A", "text", table_json=encode_table(table)
    )
    out = screen()
    show_page(out, 40, [passage, replace(passage, table_json="", kind=PassageKind.TEXT)])
    text = printed(out)
    assert "unit USD, scale 10**6" in text
    assert "column '2023': FY2023" in text
    assert "column '2022': no period" in text
    assert "Net sales | 1,250 | 1,000" in text


def test_a_table_shows_who_says_its_scale_and_who_says_otherwise() -> None:
    said = ScaleSource(Reach.GENERAL, "Tables are in millions", 7, ("(In thousands) (page 3)",))
    inferred = ScaleSource(Reach.INFERRED, "as the filing prints its statements", 9)
    out = screen()
    for source in (said, inferred, None):
        table = Table((Column("2023"),), (), scale=6 if source else 0, scale_source=source)
        passage = Passage(
            "A#9.1", "A", 9, PassageKind.TABLE, "A", "text", table_json=encode_table(table)
        )
        show_page(out, 9, [passage])
    text = printed(out)
    assert "scale 10**6 (general, 'Tables are in millions', page 7)" in text
    assert "another scale is in force here: (In thousands) (page 3)" in text
    assert "scale 10**6 (inferred, 'as the filing prints its statements', page 9)" in text
    assert "scale not said" in text


def test_a_near_duplicate_names_the_first_of_its_kind() -> None:
    passage = Passage("A#9.1", "A", 9, PassageKind.TEXT, "A", "See notes.", duplicate_of="A#3.2")
    out = screen()
    show_page(out, 9, [passage])
    assert "nearly the same as A#3.2" in printed(out)


def test_a_trace_shows_each_step() -> None:
    step = {"stage": "documents", "round": 2, "seconds": 0.25, "detail": {"kept": ["A", "B"]}}
    long = {"stage": "tournament", "round": 0, "seconds": 0.5, "detail": {"order": ["x" * 200] * 3}}
    out = screen()
    show_trace(out, {"question": "q", "verdict": "verified", "trace": {"steps": [step, long]}})
    text = printed(out)
    assert "documents round 2  0.250 s" in text
    assert "['A', 'B']" in text
    assert "3 entries" in text


def test_the_way_of_a_passage_has_a_line_for_each_stage_of_the_tournament() -> None:
    steps = [
        {"stage": "screening", "kept": True, "rule": "selected", "score": 90.0, "round": 1},
        {"stage": "bootstrap", "kept": False, "rule": "too low", "rank": 4},
    ]
    detail = {"unmatched": ["period"], "steps": steps}
    out = screen()
    show_history(
        out, "A#1.1", [{"stage": "tournament", "round": 0, "became": "dropped", "detail": detail}]
    )
    text = printed(out)
    assert "screening 1       selected, score 90.0" in text
    assert "bootstrap         dropped: too low, rank 4" in text
    assert "['period']" in text
