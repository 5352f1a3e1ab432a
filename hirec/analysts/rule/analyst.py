"""The rule analyst: the embedded default, deterministic, without an LLM and without network."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from hirec.analysts.protocol import Curation, CurationTask, History, Statement
from hirec.analysts.rule.cards import make_card
from hirec.analysts.rule.compound import split_question
from hirec.analysts.rule.curation import (
    curate_numbers,
    curate_part,
    curate_text,
    describe,
    find_operands,
)
from hirec.analysts.rule.followup import follow_up
from hirec.analysts.rule.hypothesis import hypothesize
from hirec.analysts.rule.programs import plan, refused, write_program
from hirec.analysts.rule.rewrite import rewrite
from hirec.analysts.rule.scope import read_scope
from hirec.analysts.rule.segments import choose_part
from hirec.analysts.rule.statements import SentenceReader
from hirec.companies import CompanyDirectory
from hirec.models.encoder import Encoder
from hirec.types import (
    CannotAnswer,
    Card,
    Citation,
    Filing,
    Intent,
    Passage,
    Program,
    Query,
    Scope,
)
from hirec.understanding import parse_of

_QUOTED = 3
"""Most sentences in a textual answer."""
_NEAR_BEST = 0.85
"""Further sentences must reach this share of the best one's score."""
_ONLY_QUOTED = "Quoted for the words it shares with the question; nobody checked that it answers."


class RuleAnalyst:
    """Reads by parsing and by a financial lexicon; what it answers textually, it quotes."""

    name = "rules"
    certain = True

    def __init__(self, encoder: Encoder) -> None:
        self._reader = SentenceReader(encoder)

    def questions(
        self, question: str, history: History, companies: CompanyDirectory, as_of: date | None
    ) -> tuple[str, ...]:
        """Carry over what a question leaves out; split where each part is sure to stand alone."""
        return split_question(follow_up(question, history, companies, as_of), companies, as_of)

    def scope(self, question: str, companies: CompanyDirectory, as_of: date | None) -> Scope:
        """Parse companies, periods, forms and dates."""
        return read_scope(question, companies, as_of)

    def rewrite(self, question: str, scope: Scope) -> Query:
        """Expand metrics by the lexicon, spell out companies and periods."""
        return rewrite(question, scope)

    def hypothesize(self, query: Query) -> tuple[str, ...]:
        """Write the row or the heading that would answer, in the words that filings use."""
        return hypothesize(query)

    def card(self, passage: Passage, filing: Filing, intent: Intent) -> Card:
        """Abstract a passage by the lexicon."""
        return make_card(passage, filing, intent)

    def curate(self, task: CurationTask) -> Curation:
        """By slots for numbers, by supported sentences for text."""
        parsed = parse_of(task.query)
        numeric = plan(parsed)
        if numeric is None:
            curation = curate_part(task) or curate_text(task, self._reader)
            if curation.answerable or parsed.choose or not parsed.figure_asked:
                return curation
            return replace(curation, answerable=True)  # the answer says why there is no figure
        curation = curate_numbers(task, numeric)
        quotable = numeric.optional and not parsed.figure_asked
        if quotable and not curation.answerable:
            return curate_text(task, self._reader)
        return curation

    def answer(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> Program | Statement:
        """Write the program of the plan, or quote the best-supported sentences."""
        parsed = parse_of(query)
        numeric = plan(parsed)
        if numeric is None:
            if chosen := choose_part(query, evidence, filings):
                return chosen
            if parsed.figure_asked:
                raise refused(parsed)
            return self._quote(query, evidence)
        operands = find_operands(numeric, evidence, filings, ranking)
        missing = tuple(describe(need) for need in numeric.missing(operands))
        if missing and numeric.optional and not parsed.figure_asked:
            return self._quote(query, evidence)
        if missing:
            raise CannotAnswer(f"Not found in the filings: {', '.join(missing)}.", missing)
        return write_program(numeric, operands)

    def review(
        self,
        draft: Program | Statement,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> str:
        """Object to quotations; programs that the rules doubt they do not write.

        Sentences are chosen by the words they share with the question. That they are printed is
        certain, that they answer is not.
        """
        del query, evidence, filings, ranking
        return _ONLY_QUOTED if isinstance(draft, Statement) else ""

    def repair(
        self,
        draft: Program | Statement,
        problem: str,
        query: Query,
        evidence: Sequence[Passage],
    ) -> None:
        """Write nothing anew: the rules would write the same."""
        del draft, problem, query, evidence

    def _quote(self, query: Query, evidence: Sequence[Passage]) -> Statement:
        sentences = self._reader.rank(query, evidence)
        if not sentences or not sentences[0].supported:
            raise CannotAnswer("No passage found states what is asked.", (query.text,))
        best = sentences[0].score
        chosen = [s for s in sentences[:_QUOTED] if s.score >= _NEAR_BEST * best and s.supported]
        return Statement(
            " ".join(dict.fromkeys(sentence.text for sentence in chosen)),
            tuple(
                Citation(
                    s.passage.filing_id,
                    s.passage.page_number,
                    s.passage.passage_id,
                    s.text,
                    s.passage.box,
                )
                for s in chosen
            ),
        )
