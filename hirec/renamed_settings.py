"""Settings that once had another name: a file of today is refused, a record of then is read."""

from collections.abc import Iterator, Mapping
from typing import Any

RENAMED: Mapping[str, str] = {
    "models.max_tokens": "models.encoder_max_tokens",
    "models.batch_size": "models.encoder_batch_size",
    "models.server": "models.rerank_server",
    "models.pair_tokens": "models.reranker_max_tokens",
    "models.token_budget": "models.reranker_batch_tokens",
    "models.backend": "models.reranker_backend",
    "models.dtype": "models.reranker_dtype",
    "index.enrichment.figure_descriptions.most": (
        "index.enrichment.figure_descriptions.max_pictures"
    ),
    "index.enrichment.figure_descriptions.pixels": (
        "index.enrichment.figure_descriptions.max_pixels"
    ),
    "retrieval.document_breadth": "retrieval.lexical_document_pool",
    "retrieval.entries": "retrieval.max_filings_per_question",
    "retrieval.type_weight": "retrieval.form_weight",
    "curation.rounds": "curation.max_rounds",
    "curation.evidence": "curation.max_evidence",
    "curation.leaders": "curation.always_kept",
    "curation.shown": "curation.max_passages_shown",
    "curation.answer_chars": "curation.max_evidence_chars",
    "tournament.candidates.least": "tournament.candidates.min_passages",
    "tournament.candidates.most": "tournament.candidates.max_passages",
    "tournament.screening.group": "tournament.screening.group_size",
    "tournament.screening.least": "tournament.screening.min_selected",
    "tournament.screening.most": "tournament.screening.max_selected",
    "tournament.screening.survivors": "tournament.screening.min_survivors",
    "tournament.bootstrap.group_least": "tournament.bootstrap.min_group_size",
    "tournament.bootstrap.group_most": "tournament.bootstrap.max_group_size",
    "tournament.bootstrap.rounds": "tournament.bootstrap.max_rounds",
    "tournament.human.start": "tournament.human_aligned.elo_initial",
    "tournament.human.temperature": "tournament.human_aligned.elo_scale",
    "tournament.human.step": "tournament.human_aligned.elo_k",
    "tournament.human.places": "tournament.human_aligned.quota_top_k",
    "tournament.human": "tournament.human_aligned",
    "server": "vllm",
    "llm.figures": "llm.answers_figures",
    "llm.curates": "llm.selects_passages",
}
"""Old name → new name, both from the root; what lies in a renamed section before the section."""


def old_names(content: dict[str, Any]) -> Iterator[str]:
    """The old names that a tree of settings uses."""
    for old in RENAMED:
        section, _, key = old.rpartition(".")
        if key in _within(content, section):
            yield old


def with_new_names(content: dict[str, Any]) -> dict[str, Any]:
    """The same tree under today's names: records of past runs hold the settings they had."""
    tree = _copied(content)
    for old in old_names(content):
        section, _, key = old.rpartition(".")
        held = _within(tree, section).pop(key)
        *sections, name = RENAMED[old].split(".")
        place = tree
        for each in sections:
            place = place.setdefault(each, {})
        place[name] = place.get(name, {}) | held if isinstance(held, dict) else held
    return tree


def _within(content: dict[str, Any], section: str) -> dict[str, Any]:
    """What a section holds; nothing where it is no mapping."""
    for key in section.split(".") if section else ():
        content = content.get(key, {})
        if not isinstance(content, dict):
            return {}
    return content


def _copied(tree: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _copied(value) if isinstance(value, dict) else value for key, value in tree.items()
    }
