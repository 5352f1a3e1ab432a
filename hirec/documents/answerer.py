"""Questions over an index of documents: retrieval, and the places where a reader would look."""

from datetime import date

from hirec.documents.naming import Names
from hirec.index import Index
from hirec.settings import Settings
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.types import (
    Answer,
    AnswerForm,
    Citation,
    Intent,
    Query,
    Relation,
    Retrieval,
    Scope,
    Verdict,
    named_pages,
)

_PLACES = 3
"""Passages shown to whoever reads on."""
_QUOTED = 400
"""Characters quoted of each."""


class DocumentAnswerer:
    """One index of documents as of one build: what is asked is found, and left to be read.

    Nothing is computed and no sentence is written: every answer is an abstention that cites the
    nearest passages. Turns before a question do not change it.
    """

    def __init__(self, index: Index, retriever: Retriever, settings: Settings) -> None:
        """Join the parts over one generation.

        Args:
            index: Of the profile ``documents``.
            retriever: Made over the same generation.
            settings: The whole tree.

        """
        self.index = index
        self.retriever = retriever
        """Finds documents and passages of this generation."""
        self._settings = settings
        self._names = Names(index.filings.values())

    def understand(self, question: str, as_of: date | None, recorder: Recorder) -> Query:
        """The question for each stage: whole for documents, without their names for passages."""
        with recorder.step("scope") as detail:
            named = self._names.named_by(question)
            query = Query(
                text=question,
                core=question,
                scope=Scope(as_of=as_of),
                intent=Intent(
                    topic=question,
                    entities=named.said,
                    metrics=(),
                    relation=Relation.EXPLAIN,
                    periods=(),
                    needs_number=False,
                    keywords=(),
                    form=AnswerForm.DESCRIPTION,
                ),
                document_text=question,
                passage_text=self._names.without(question),
            )
            detail["named"] = list(named.said)
            detail["question"] = query.passage_text
        return query

    def retrieve(self, question: str, as_of: date | None = None) -> Retrieval:
        """Rank documents and passages for a question."""
        recorder = Recorder(question)
        query = self.understand(question, as_of, recorder)
        found = retrieve(self.retriever, query, recorder)
        return Retrieval(question, found.filings, found.candidates, trace=recorder.trace())

    def ask(
        self,
        question: str,
        as_of: date | None,
        history: object,
        recorder: Recorder,
    ) -> Answer:
        """Abstain with the places to look."""
        del history
        query = self.understand(question, as_of, recorder)
        found = retrieve(self.retriever, query, recorder)
        ranked = tuple(candidate.passage for candidate in found.candidates)
        shown = ranked[: self._settings.retrieval.passages]
        places = tuple(Citation.of(p, p.text[:_QUOTED]) for p in ranked[:_PLACES])
        reason = "No document of this index has anything near to the question."
        if places:
            reason = f"Documents are found, not read for an answer; look at {named_pages(places)}."
        return Answer(
            question,
            reason,
            Verdict.ABSTAINED,
            reason,
            citations=places,
            evidence=shown,
            filings=tuple(filing.filing_id for filing in found.filings),
            ranked=ranked,
        )
