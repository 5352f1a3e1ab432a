from collections.abc import Set
from dataclasses import replace
from decimal import Decimal

from hirec.analysts.protocol import Curation, Statement
from hirec.settings import CurationSettings, SandboxSettings, Settings
from hirec.stages.answering import AnswerStage
from hirec.stages.curation import EvidenceLoop
from hirec.stages.recorder import Recorder
from hirec.testing.analyst import ScriptedAnalyst
from hirec.types import (
    Candidate,
    Citation,
    Filing,
    Form,
    Identity,
    Operand,
    Passage,
    PassageKind,
    Program,
    Query,
    RankedFiling,
    Scope,
    Verdict,
)

SETTINGS = Settings(curation=CurationSettings(max_rounds=3))


def passage(name: str) -> Passage:
    return Passage(f"{name}#1.1", name, 1, PassageKind.TEXT, name, name)


class OneFilingAQuery:
    """A real, tiny retriever: the filing named by the query's text and its one passage."""

    name = "one"

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        return (RankedFiling(query.document_text, 1.0),)

    def passages(
        self,
        query: Query,
        filings: tuple[RankedFiling, ...],
        seen: Set[str] = frozenset(),
    ) -> tuple[Candidate, ...]:
        assert filings
        found = passage(query.passage_text)
        return () if found.passage_id in seen else (Candidate(found, 1.0),)


def ask(analyst: ScriptedAnalyst, settings: Settings = SETTINGS):
    query = analyst.rewrite("A", Scope())
    recorder = Recorder("A")
    loop = EvidenceLoop(OneFilingAQuery(), analyst, settings)
    return loop.collect(query, {}, recorder), recorder.trace()


def test_a_complementary_question_fetches_what_is_missing_and_keeps_what_was_found():
    complement = ScriptedAnalyst().rewrite("B", Scope())
    analyst = ScriptedAnalyst(
        curations=[
            Curation((passage("A"),), answerable=False, missing=("b",), complement=complement),
            Curation((passage("A"), passage("B")), answerable=True),
        ]
    )
    found, trace = ask(analyst)
    assert found.answerable
    assert [p.filing_id for p in found.evidence] == ["A", "B"]
    assert found.filings == ("A", "B")
    assert [p.filing_id for p in found.ranked] == ["A", "B"]
    assert analyst.tasks[1].kept == (passage("A"),)
    assert analyst.tasks[1].query.text == "A"
    assert [(step.stage, step.round) for step in trace.steps] == [
        (stage, number) for number in (1, 2) for stage in ("documents", "passages", "curation")
    ]


def test_the_loop_ends_at_the_most_rounds():
    names = ["B", "C", "D", "E"]
    rewrite = ScriptedAnalyst().rewrite
    analyst = ScriptedAnalyst(
        curations=[
            Curation((), answerable=False, missing=("x",), complement=rewrite(name, Scope()))
            for name in names
        ]
    )
    found, _ = ask(analyst)
    assert not found.answerable
    assert found.missing == ("x",)
    assert [task.last for task in analyst.tasks] == [False, False, False, True]


def test_asking_the_same_again_ends_the_loop():
    same = ScriptedAnalyst().rewrite("A", Scope())
    analyst = ScriptedAnalyst(curations=[Curation((), answerable=False, complement=same)] * 3)
    ask(analyst)
    assert [task.last for task in analyst.tasks] == [False, True]


def test_only_k_p_passages_are_shown():
    settings = SETTINGS.model_copy(
        update={"retrieval": SETTINGS.retrieval.model_copy(update={"passages": 1})}
    )

    class Two(OneFilingAQuery):
        def passages(self, query, filings, seen=frozenset()):
            first = super().passages(query, filings, seen)[0]
            return (first, replace(first, passage=passage("Z")))

    analyst = ScriptedAnalyst()
    query = analyst.rewrite("A", Scope())
    loop = EvidenceLoop(Two(), analyst, settings)
    found = loop.collect(query, {}, Recorder("A"))
    assert [c.passage.filing_id for c in analyst.tasks[0].shown] == ["A"]
    assert [p.filing_id for p in found.ranked] == ["A", "Z"]


def test_a_later_round_shows_nothing_again():
    names = "ABC"

    class Three(OneFilingAQuery):
        def passages(self, query, filings, seen=frozenset()):
            assert filings == self.documents(query)
            found = [passage(name) for name in names]
            return tuple(Candidate(p, 1.0) for p in found if p.passage_id not in seen)

    settings = SETTINGS.model_copy(
        update={"retrieval": SETTINGS.retrieval.model_copy(update={"passages": 2})}
    )
    complement = ScriptedAnalyst().rewrite("more", Scope())
    analyst = ScriptedAnalyst(curations=[Curation((), answerable=False, complement=complement)])
    query = analyst.rewrite("A", Scope())
    found = EvidenceLoop(Three(), analyst, settings).collect(query, {}, Recorder("A"))
    rounds = [task for task in analyst.tasks if not task.last]
    shown = [[c.passage.filing_id for c in task.shown] for task in rounds]
    assert shown == [["A", "B"], ["C"]]
    assert [p.filing_id for p in found.ranked] == ["A", "B", "C"]


def test_a_round_that_brings_nothing_new_is_not_judged():
    complement = replace(ScriptedAnalyst().rewrite("B", Scope()), passage_text="A")
    first = Curation((passage("A"),), answerable=False, missing=("b",), complement=complement)
    for certain in (True, False):
        analyst = ScriptedAnalyst(curations=[first], certain=certain)
        found, trace = ask(analyst)
        assert sum(not task.last for task in analyst.tasks) == 1
        assert (found.missing, found.evidence) == (("b",), (passage("A"),))
        assert found.answerable is not certain
        assert [step.stage for step in trace.steps].count("passages") == 2


def test_in_the_end_everything_shown_is_judged_once_more():
    more = ScriptedAnalyst().rewrite("B", Scope())
    analyst = ScriptedAnalyst(
        curations=[
            Curation((), answerable=False, missing=("b",), complement=more),
            Curation((), answerable=False, missing=("b",)),
            Curation((passage("B"),), answerable=True),
        ]
    )
    found, _ = ask(analyst)
    assert found.answerable
    assert [p.filing_id for p in analyst.tasks[-1].kept] == ["A", "B"]


def test_what_was_decided_over_all_that_was_shown_answers_where_what_is_kept_does_not() -> None:
    kept = passage("A")
    likely = Statement("Seven.", (Citation.of(kept, "A"),), doubt="It is likely.")
    analyst = ScriptedAnalyst(curations=[Curation((kept,), answerable=True, likely=likely)])
    found, _ = ask(analyst)
    assert found.likely is likely
    stage = AnswerStage(analyst, SandboxSettings())
    query = analyst.rewrite("A", Scope())
    filings = {"A": Filing("A", Identity("Acme", Form.ANNUAL, 2021), "acme", ("A",), 1, 2, "")}
    answer = stage.answer(query, found.evidence, filings, ("A",), Recorder("A"), found.likely)
    assert answer.text == "Seven."


def test_what_the_decision_rests_on_is_evidence_beside_what_is_kept() -> None:
    cited = Operand("x", Decimal(7), "USD", "B", 1, "B#1.1", "7")
    likely = Program("answer = x", (cited,), "USD", 0, doubt="It is likely.")
    decided = Curation((passage("A"),), answerable=True, likely=likely)
    more = ScriptedAnalyst().rewrite("B", Scope())
    lacking = Curation((), answerable=False, missing=("b",), complement=more)
    found, _ = ask(ScriptedAnalyst(curations=[lacking, decided]))
    assert [p.filing_id for p in found.evidence] == ["A", "B"]


def test_what_was_in_doubt_over_all_is_no_surer_over_what_is_kept_of_it() -> None:
    class Doubting(ScriptedAnalyst):
        def review(self, draft: Program | Statement, *_: object) -> str:
            return draft.doubt

    kept = passage("A")
    likely = Statement("Seven.", (Citation.of(kept, "A"),), doubt="It is likely.")
    own = Doubting(draft=replace(likely, text="Eight.", doubt=""))
    query = own.rewrite("A", Scope())
    filings = {"A": Filing("A", Identity("Acme", Form.ANNUAL, 2021), "acme", ("A",), 1, 2, "")}
    first = AnswerStage(own, SandboxSettings())
    answer = first.answer(query, (kept,), filings, ("A",), Recorder("A"), likely)
    assert (answer.text, answer.verdict) == ("Eight.", Verdict.UNVERIFIED)
    sure = replace(likely, doubt="")
    answer = first.answer(query, (kept,), filings, ("A",), Recorder("A"), sure)
    assert answer.verdict is Verdict.VERIFIED
