"""The answers to the parts of a compound question, or by filing, as one (FinSage 3.2)."""

from collections.abc import Sequence

from hirec.types import Answer, Passage, Verdict


def merge(question: str, parts: Sequence[Answer]) -> Answer:
    """One answer of several, with all their citations; as sure as the least sure of them.

    It is abstained where all parts are. Where some are, it is unverified and the reason says which
    parts lack an answer. It has no value of its own; the parts keep theirs. Each stands under its
    question; of a part by filing whose it is says all.
    """
    lacking = [part for part in parts if part.abstained]
    unsure = [part for part in parts if part.verdict is not Verdict.VERIFIED]
    verdict = Verdict.UNVERIFIED if unsure else Verdict.VERIFIED
    if len(lacking) == len(parts):
        verdict = Verdict.ABSTAINED
    passages: dict[str, Passage] = {p.passage_id: p for part in parts for p in part.evidence}
    ranked: dict[str, Passage] = {p.passage_id: p for part in parts for p in part.ranked}
    return Answer(
        question,
        "\n".join(f"{part.heading} {part.text}" for part in parts),
        verdict,
        " ".join(f"{part.heading} {part.reason}" for part in unsure),
        citations=tuple(dict.fromkeys(cited for part in parts for cited in part.citations)),
        evidence=tuple(passages.values()),
        filings=tuple(dict.fromkeys(filing for part in parts for filing in part.filings)),
        ranked=tuple(ranked.values()),
        parts=tuple(parts),
    )
