"""Systems that answer with a language model, for ``peers.py``: PaperQA2, and hirec in tiers.

Both ask the same server (``model_server.py``). PaperQA2 is put together as its documentation does
it for models on one's own machine: ``Docs`` filled by hand with names instead of citations looked
up on the network, its own PDF reader, chunks of 5,000 characters, ten pieces of evidence, each
summarized and scored by the model, then an answer from the best five. Not its agent: that wants a
model that calls tools.
"""

import asyncio
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hirec.models.packaged import packaged_folder

Found = list[tuple[str, int, int]]
Opened = tuple[int, Callable[[str], Found], dict[str, Any]]
"""Passages, a search that also answers, and what it answered by question."""
_PAGES = re.compile(r"pages? (?P<first>\d+)(?:-(?P<last>\d+))?$")
_TIMEOUT_S = 3600
"""Of one call: a small model on a shared processor takes its time."""


def place(name: str, stem: str) -> tuple[str, int, int]:
    """File and pages of a chunk of PaperQA2, as its name says them: ``ACME pages 3-4``."""
    found = _PAGES.search(name)
    if found is None:
        raise ValueError(f"No pages in {name!r}.")
    return stem, int(found["first"]), int(found["last"] or found["first"])


def paperqa(pdfs: Sequence[Path], depth: int, model: Mapping[str, str]) -> Opened:
    """Docs with MiniLM; evidence and answer by the served model."""
    from paperqa import Docs, Settings
    from paperqa.settings import AgentSettings, AnswerSettings, ParsingSettings

    name = f"openai/{model['name']}"
    served = {
        "model": name,
        "api_base": model["base_url"],
        "api_key": "none",
        "temperature": 0.0,
        "max_tokens": 512,
        "timeout": _TIMEOUT_S,
    }
    config = {"model_list": [{"model_name": name, "litellm_params": served}]}
    settings = Settings(
        llm=name,
        llm_config=config,
        summary_llm=name,
        summary_llm_config=config,
        embedding=f"st-{packaged_folder()}",
        parsing=ParsingSettings(use_doc_details=False, multimodal=False),
        answer=AnswerSettings(max_concurrent_requests=1),
        agent=AgentSettings(agent_llm=name, agent_llm_config=config),
    )
    docs = Docs()
    embedder = settings.get_embedding_model()

    async def fill() -> None:
        for pdf in pdfs:
            await docs.aadd(
                pdf,
                citation=pdf.stem,
                docname=pdf.stem,
                settings=settings,
                embedding_model=embedder,
            )

    asyncio.run(fill())
    replies: dict[str, Any] = {}

    async def asked(question: str) -> Found:
        ranked = await docs.retrieve_texts(question, depth, settings, embedder)
        session = await docs.aquery(question, settings=settings, embedding_model=embedder)
        used = sorted(session.contexts, key=lambda context: -context.score)
        spent = list(session.token_counts.values())
        replies[question] = {
            "answer": session.answer,
            "prompt_tokens": sum(tokens[0] for tokens in spent),
            "reply_tokens": sum(tokens[1] for tokens in spent),
            "evidence": [
                [*place(each.text.name, each.text.doc.docname), each.score] for each in used
            ],
        }
        return [place(text.name, text.doc.docname) for text in ranked]

    return len(docs.texts), lambda question: asyncio.run(asked(question)), replies


def hirec_tiered(pdfs: Sequence[Path], depth: int, model: Mapping[str, str]) -> Opened:
    """hirec as ``configs/laptop.yaml`` has it: rules first, the served model for the rest."""
    from hirec.pipeline import HiREC
    from hirec.settings import Settings
    from indexing.builder import build

    root = Path(tempfile.mkdtemp(prefix="peers-")) / "index"
    settings = Settings.model_validate(
        {
            "llm": {
                "base_url": model["base_url"],
                "model": model["name"],
                "answers_figures": False,
                "selects_passages": False,
                "timeout_s": 600,
                "deadline_s": 1200,
            },
            "curation": {"max_evidence": 3},
            "index": {"workers": 1},
        }
    )
    report = build(list(pdfs), root, settings)
    assert not report.failed, report.failed
    system = HiREC.open(root, settings)
    filings = system.index.filings
    stems = {filing_id: filing.source_names[0] for filing_id, filing in filings.items()}
    replies: dict[str, Any] = {}

    def search(question: str) -> Found:
        answer = system.ask(question)
        replies[question] = {
            "answer": answer.text or answer.reason,
            "verdict": answer.verdict.value,
            "prompt_tokens": answer.usage.input_tokens,
            "reply_tokens": answer.usage.output_tokens,
            "evidence": [[stems[p.filing_id], p.page_number] for p in answer.evidence],
        }
        ranked = answer.ranked[:depth]
        return [(stems[p.filing_id], p.page_number, p.page_number) for p in ranked]

    return sum(filing.passage_count for filing in filings.values()), search, replies


READERS = {"paperqa": paperqa, "hirec:tiered": hirec_tiered}
"""Name of a system → how it is opened."""
