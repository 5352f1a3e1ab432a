"""Who "we" and "the Company" are: the registrant, whose name the retrievers read instead.

FinSage lets a language model resolve every pronoun. Parsing can honestly do those whose
antecedent is fixed by the kind of document: in a filing "we" is the registrant. "It" and "they"
stay as they are. In the auditor's report nothing is resolved; in agreements and letters attached
only the nouns are.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from hirec.companies.names import is_legal_word, well_cased
from hirec.types import Identity, Passage, PassageKind
from indexing.enrichment.enricher import body_of
from indexing.enrichment.speaker import is_auditors, is_registrants

_UNQUOTED = r"(?<![\w“\"‘'])"
_POSSESSED = r"(?P<own>['’]s)?"
_ALWAYS = ("Company", "Registrant")
_IF_DEFINED = ("Corporation", "Firm", "Partnership")
_PRONOUN = re.compile(
    r"(?<![\w“\"‘'.@/])(?:We|Our|Us|Ours|we|our|us|ours|ourselves)"
    r"(?=['’](?:re|ve|ll|d)\b|[^\w'’”\".@]|[.](?!\w)|$)"
)


class CoreferenceResolver:
    """Writes the registrant's name where a text passage says "we", "our" or "the Company"."""

    def enrich(self, passages: Sequence[Passage], identity: Identity) -> list[Passage]:
        """Resolve within each text passage; tables are left alone."""
        name = short_name(identity.company)
        nouns = _nouns(passages)
        return [
            _resolved(passage, name, nouns)
            if name and passage.kind is PassageKind.TEXT and not is_auditors(passage)
            else passage
            for passage in passages
        ]


def short_name(company: str) -> str:
    """The name as prose would say it: ``THE HOME DEPOT, INC.`` gives ``The Home Depot``."""
    words = well_cased(company).replace(",", " ").split()
    while len(words) > 1 and is_legal_word(words[-1]):
        words.pop()
    return " ".join(words)


def _resolved(passage: Passage, name: str, nouns: re.Pattern[str]) -> Passage:
    body = body_of(passage)
    own = f"{name}’s"
    found = nouns.sub(lambda match: own if match["own"] else name, body)
    if is_registrants(passage):
        found = _PRONOUN.sub(lambda match: own if _is_possessive(match[0]) else name, found)
    return passage if found == body else replace(passage, retrieval_body=found)


def _is_possessive(pronoun: str) -> bool:
    return pronoun.lower() in ("our", "ours")


def _nouns(passages: Sequence[Passage]) -> re.Pattern[str]:
    """``the Company``, and further nouns that the filing itself defines in quotes."""
    defined = [
        noun
        for noun in _IF_DEFINED
        if any(re.search(rf"[“\"](?:the )?{noun},?[”\"]", passage.text) for passage in passages)
    ]
    choice = "|".join((*_ALWAYS, *defined))
    return re.compile(rf"{_UNQUOTED}[Tt]he (?:{choice})\b(?![”\"]|,[”\"]){_POSSESSED}")
