"""A tiny index and a scripted system for the evaluation's tests."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import pytest

from hirec.types import (
    Answer,
    Candidate,
    Filing,
    Form,
    HirecError,
    Identity,
    Passage,
    PassageKind,
    RankedFiling,
    Retrieval,
    StageRecord,
    Trace,
    Usage,
    Verdict,
)


class Companies:
    def name(self, key: str, /) -> str:
        return key.title()


@dataclass
class TinyIndex:
    """Filings A1 and A2 of company alpha, B1 of beta; source stems are the ids in lower case."""

    filings: Mapping[str, Filing]
    companies: Companies
    fingerprint: str = "tiny"

    def by_source(self, name_or_id: str, /) -> Filing | None:
        return next(
            (f for f in self.filings.values() if name_or_id in (f.filing_id, *f.source_names)),
            None,
        )

    def passages(self, filing_ids: Sequence[str], /) -> Sequence[Passage]:
        """Of each filing, text on page 1, a table on page 2, both on page 3."""
        kinds = {1: ("text",), 2: ("table",), 3: ("text", "table")}
        return [
            Passage(f"{name}#{page}.{at}", name, page, PassageKind(kind), "", "")
            for name in filing_ids
            for page, each in kinds.items()
            for at, kind in enumerate(each, start=1)
        ]


def filing(filing_id: str, company: str) -> Filing:
    identity = Identity(company.title(), Form.ANNUAL, fiscal_year=2020)
    return Filing(filing_id, identity, company, (filing_id.lower(),), 100, 500, "")


@pytest.fixture
def index() -> TinyIndex:
    filings = {"A1": "alpha", "A2": "alpha", "B1": "beta"}
    return TinyIndex({key: filing(key, company) for key, company in filings.items()}, Companies())


def passages(*places: str) -> tuple[Passage, ...]:
    """``"A1#3.1"`` → a passage of A1, page 3."""
    return tuple(
        Passage(
            place,
            place.partition("#")[0],
            int(place.partition("#")[2].partition(".")[0]),
            PassageKind.TEXT,
            "Alpha · 10-K · FY2020",
            f"Text of {place} <script>alert(1)</script> & more",
        )
        for place in places
    )


@pytest.fixture
def answer() -> Callable[..., Answer]:
    """Make an answer from filing_ids and passage_ids."""

    def make(
        filings: str = "",
        ranked: str = "",
        evidence: str = "",
        value: str | None = None,
        verdict: Verdict = Verdict.VERIFIED,
        companies: tuple[str, ...] = (),
        stages: tuple[str, ...] = ("scope", "documents", "passages", "curation", "answer"),
        unit: str = "USD",
    ) -> Answer:
        detail: dict[str, dict[str, object]] = {
            "scope": {"companies": list(companies)},
            "passages": {
                "passages": [
                    {"passage": place, "score": 1 / (rank + 1)}
                    for rank, place in enumerate(ranked.split())
                ]
            },
        }
        spent = {"curation": Usage(60, 4, prefix_tokens=18), "answer": Usage(30, 6)}
        steps = tuple(
            StageRecord(
                stage, int(stage != "scope"), 0.25, detail.get(stage, {}), spent.get(stage, Usage())
            )
            for stage in stages
        )
        return Answer(
            question="q",
            text="Text </details><script>alert(2)</script>",
            verdict=verdict,
            value=None if value is None else Decimal(value),
            unit=unit,
            filings=tuple(filings.split()),
            ranked=passages(*ranked.split()),
            evidence=passages(*evidence.split()),
            usage=Usage(input_tokens=90, output_tokens=10, cost_usd=0.25),
            trace=Trace("q", steps),
        )

    return make


@dataclass
class ScriptedSystem:
    """Answers from a script; an exception in it is raised."""

    index: TinyIndex
    script: Mapping[str, Answer | HirecError]
    asked: list[str]

    def ask(self, question: str, /) -> Answer:
        self.asked.append(question)
        reply = self.script[question]
        if isinstance(reply, HirecError):
            raise reply
        return reply

    def retrieve(self, question: str, /) -> Retrieval:
        answer = self.ask(question)
        return Retrieval(
            question,
            tuple(RankedFiling(filing_id, 1.0) for filing_id in answer.filings),
            tuple(Candidate(passage, 1.0) for passage in answer.ranked),
            trace=answer.trace,
        )


@pytest.fixture
def scripted(index: TinyIndex) -> Callable[[Mapping[str, Answer | HirecError]], ScriptedSystem]:
    return lambda script: ScriptedSystem(index, script, [])
