"""The rule analyst: the embedded default, deterministic, without an LLM and without network."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from hirec.analysts.protocol import Curation, CurationTask, History, Statement
from hirec.analysts.rule.curation import (
    curate_due,
    curate_fact,
    curate_lookup,
    curate_month,
    curate_numbers,
    curate_part,
    curate_sentence,
    curate_text,
    describe,
)
from hirec.analysts.rule.doubts.computed import doubts_in
from hirec.analysts.rule.figures.grounded import ground_plan
from hirec.analysts.rule.figures.segments import choose_part
from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.plans.programs import plan, refused, write_program
from hirec.analysts.rule.plans.worked import work_out
from hirec.analysts.rule.questions.by_filing import by_filing
from hirec.analysts.rule.questions.compound import read_questions
from hirec.analysts.rule.questions.page import Completed, completed
from hirec.analysts.rule.questions.scope import read_scope
from hirec.analysts.rule.retrieval.cards import card_of, may_state
from hirec.analysts.rule.retrieval.hypothesis import hypothesize
from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.analysts.rule.sentences.scorer import packaged_sentences
from hirec.analysts.rule.tables.due_windows import read_due
from hirec.analysts.rule.textual.disclosures import asked_period, read_disclosure
from hirec.analysts.rule.textual.event_days import event_day
from hirec.analysts.rule.textual.facts import judged, told, with_facts
from hirec.analysts.rule.textual.lifetimes import asks_lifetime, find_lifetime
from hirec.analysts.rule.textual.statements import Sentence, SentenceReader
from hirec.caching import remembered
from hirec.companies import CompanyDirectory
from hirec.grounding.scorer import packaged_scorer
from hirec.lexicon import metrics_of_row
from hirec.lexicon.disclosures import all_disclosures
from hirec.models.encoder import Encoder
from hirec.types import (
    Asked,
    CannotAnswer,
    Card,
    Citation,
    Filing,
    Intent,
    Operand,
    ParsedQuestion,
    Passage,
    Program,
    Query,
    Scope,
    Verdict,
    named_pages,
)
from hirec.understanding import parse_of, understand
from hirec.understanding.roles import packaged_tagger

_PLACES = 3
"""Passages named to whoever reads on."""
_WORTH_A_LOOK = 0.3
"""Least likelihood of a sentence at which its page is where to read."""
_COVER = "cover"
_OF_THE_COVER = "The cover counts them on the day it names, not at the end of the period asked."
_FIRST = "What was the net revenue in 2020?"
_ROW = "Net revenue"


class RuleAnalyst:
    """Reads by parsing and by a financial lexicon; of text only what has a recognisable form."""

    name = "rules"
    certain = True

    def __init__(self, encoder: Encoder) -> None:
        """Read lexicon, grammar and models now, so that the first question does not wait for it."""
        understand(_FIRST, Scope())
        metrics_of_row(_ROW)
        packaged_scorer()
        packaged_tagger()
        self._reader = SentenceReader(encoder)
        self._cards = remembered(card_of)

    def questions(
        self, question: str, history: History, companies: CompanyDirectory, as_of: date | None
    ) -> tuple[Asked, ...]:
        """Carry over what a question leaves out; split where each part is sure to stand alone.

        A question for words over several filings keeps its parts by filing beside it.
        """
        read = read_questions(question, history, companies, as_of)
        return tuple(map(with_facts, map(by_filing, read)))

    def scope(self, question: str, companies: CompanyDirectory, as_of: date | None) -> Scope:
        """Parse companies, periods, forms and dates."""
        return read_scope(question, companies, as_of)

    def rewrite(self, question: str, scope: Scope, parsed: ParsedQuestion | None = None) -> Query:
        """Expand metrics by the lexicon, spell out companies and periods."""
        return rewrite(question, scope, parsed)

    def hypothesize(self, query: Query) -> tuple[str, ...]:
        """Write the row or the heading that would answer, in the words that filings use."""
        return hypothesize(query)

    def card(self, passage: Passage, filing: Filing) -> Card:
        """Abstract a passage by the lexicon."""
        return self._cards(passage, filing.identity.company, filing.identity.period)

    def may_state(self, passage: Passage, intent: Intent) -> bool:
        """Whether prose mentions a metric demanded; a table's card is cheap."""
        return may_state(passage, intent)

    def curate(self, task: CurationTask) -> Curation:
        """By recognisable facts, by slots for numbers, by supported sentences for text.

        What none of them finds may be one amount that the question's own words name.
        """
        if task.query.scope.any_filing:
            return curate_text(task)
        shown = [*task.kept, *(candidate.passage for candidate in task.shown)]
        read = _read(task.query, shown, task.filings, task.ranking)
        if read.fact and not read.numbers_first:
            return curate_fact(task, read.fact)
        if read.parsed.due:
            return curate_due(task)
        if read.plan is None:
            return self._curated_words(task, read.parsed)
        if by_month := curate_month(task):
            return by_month
        curation = curate_numbers(task, read.plan)
        if read.fact and not curation.answerable:
            return curate_fact(task, read.fact)
        if read.over.assumption:
            curation = replace(curation, notes=(read.over.assumption, *curation.notes))
        quotable = read.plan.optional and not read.parsed.figure_asked
        if quotable and not (curation.answerable or curation.kept):
            return curate_lookup(task) or curate_text(task)
        if task.last and not curation.answerable:
            found = curate_lookup(task, curation) or curation
            return found if found.answerable else curate_sentence(task, found)
        return self._decided(curation, task, shown) if task.last else curation

    def _curated_words(self, task: CurationTask, parsed: ParsedQuestion) -> Curation:
        """Of a question that is no computation: a part, one amount, or sentences."""
        if asks_lifetime(parsed):
            return curate_text(task)
        curation = curate_part(task) or curate_lookup(task) or curate_text(task)
        # Of facts there is an answer; where a figure is asked for, it says why there is none.
        sure = bool(task.query.facts) or (parsed.figure_asked and not parsed.choose)
        return replace(curation, answerable=curation.answerable or sure)

    def _decided(
        self, curation: Curation, task: CurationTask, shown: Sequence[Passage]
    ) -> Curation:
        """The same with the answer over all that was shown, by which likelihoods were judged."""
        try:
            likely = self.answer(task.query, shown, task.filings, task.ranking)
        except CannotAnswer:
            return curation
        return replace(curation, likely=likely)

    def answer(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> Program | Statement:
        """Write the program of the plan, or state a recognisable fact.

        Raises CannotAnswer, with the places to look, where the question asks for reading.
        """
        if query.scope.any_filing:
            raise self._asks_for_reading(query, evidence, filings)
        read = _read(query, evidence, filings, ranking)
        if read.fact and not read.numbers_first:
            return read.fact
        if read.parsed.due:
            return read_due(read.parsed, evidence, filings)
        if read.plan is None:
            return self._told(query, read.parsed, evidence, filings)
        grounded = ground_plan(read.plan, evidence, filings, ranking)
        tables = {passage.passage_id for passage in evidence if passage.table_json}
        if read.fact and not any(one.passage_id in tables for one in grounded.operands.values()):
            return replace(read.fact, doubt=read.fact.doubt or _OF_THE_COVER)
        worked = work_out(read.plan, grounded.operands, read.parsed.core)
        lacking = tuple(map(describe, worked.lacking))
        if worked.missing and read.plan.optional and not read.parsed.figure_asked:
            raise self._asks_for_reading(query, evidence, filings)
        if worked.missing:
            raise CannotAnswer(f"Not found in the filings: {', '.join(lacking)}.", lacking)
        if not (query.scope.given or query.scope.companies):
            _of_one_company(worked.used.values(), filings)
        assumed = (read.over.assumption, read.parsed.doubt, grounded.doubt)
        other_way = f"Not found: {', '.join(lacking)}." if lacking else ""
        doubts = tuple(doubts_in(read.parsed, worked, evidence, filings))
        program = write_program(worked.plan, worked.operands)
        doubt = next(filter(None, (*assumed, other_way, *doubts, program.doubt)), "")
        return replace(program, doubt=doubt)

    def _told(
        self,
        query: Query,
        parsed: ParsedQuestion,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
    ) -> Program | Statement:
        """A question that is no computation: a judgement, the day of an event, a part chosen.

        Raises CannotAnswer as :meth:`answer` does.
        """
        if statement := judged(query) or event_day(query, evidence, filings):
            return statement
        if chosen := choose_part(query, evidence, filings):
            return chosen.program
        if parsed.figure_asked:
            raise refused(parsed, given=query.scope.given)
        raise self._asks_for_reading(query, evidence, filings)

    def review(
        self,
        draft: Program | Statement,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> str:
        """Object to what one place alone states, another contradicts, or the reading assumed."""
        del query, evidence, filings, ranking
        return draft.doubt

    def repair(
        self,
        draft: Program,
        problem: str,
        query: Query,
        evidence: Sequence[Passage],
    ) -> None:
        """Write nothing anew: the rules would write the same."""
        del draft, problem, query, evidence

    def weigh(self, query: Query, sentences: Sequence[tuple[str, Passage]]) -> list[Sentence]:
        """These sentences, each with its passage, by their support for the question."""
        return self._reader.weigh(query, sentences)

    def _asks_for_reading(
        self, query: Query, evidence: Sequence[Passage], filings: Mapping[str, Filing]
    ) -> CannotAnswer:
        """What to say instead of an answer in words: where such an answer may be found."""
        ranked = packaged_sentences().rank(query, evidence, filings)
        best = {said.passage.passage_id: said for said in reversed(ranked.said)}
        places = tuple(
            Citation.of(s.passage, s.text) for s in list(reversed(best.values()))[:_PLACES]
        )
        named = named_pages(places)
        if ranked.likely < _WORTH_A_LOOK:
            nearest = f" The nearest pages: {named}." if named else ""
            reason = f"Not found in the filings: a sentence that answers the question.{nearest}"
        else:
            reason = f"This asks for reading; look at {named}."
        sure = tuple(fact for fact in query.facts if fact.verdict is Verdict.VERIFIED)
        reason = " ".join((*parse_of(query).readings, reason))
        return CannotAnswer(f"{reason}\n{told(sure)}".strip(), (query.text,), places)


def _of_one_company(operands: Iterable[Operand], filings: Mapping[str, Filing]) -> None:
    """Refuse to compute one figure from those of several companies that nobody named."""
    read = [filings[one.filing_id] for one in operands if one.filing_id in filings]
    if len({filing.company_key for filing in read}) > 1:
        names = " and ".join(sorted({filing.identity.company for filing in read}))
        raise CannotAnswer(f"Name the company: what was found is of {names}.", ("company",))


def _stated_fact(
    query: Query,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
) -> tuple[Statement | None, bool]:
    """The fact of recognisable form that is asked for, and whether statements go before it.

    Counts are read as things counted. A cover counts shares on a day after the period, so that a
    period's are looked for in the statements first, unless that very day is asked for.
    """
    parsed = parse_of(query)
    if asks_lifetime(parsed):
        return find_lifetime(query, passages, filings), False
    disclosure = all_disclosures().get(parsed.disclosure)
    if disclosure is None or disclosure.value == "count":
        return None, False
    asked = asked_period(query)
    stated = read_disclosure(disclosure, passages, filings, ranking, asked)
    day = asked.period.end if asked else None
    of_day = stated and day and f"{day:%B} {day.day}, {day.year}" in stated.text
    of_period = bool(parsed.periods) and _COVER not in parsed.core.lower()
    return stated, disclosure.value == "shares" and of_period and not of_day


@dataclass(frozen=True, slots=True)
class _Read:
    """What a question over passages comes to; the first that it has answers it."""

    fact: Statement | None
    """Of recognisable form."""
    numbers_first: bool
    """Statements go before the fact."""
    over: Completed
    """The question as parsed; over a given page with what it leaves open."""
    plan: Plan | None
    """What to compute; None of what falls due, of lifetimes and of words."""

    @property
    def parsed(self) -> ParsedQuestion:
        """The completed question."""
        return self.over.parsed


def _read(
    query: Query,
    passages: Sequence[Passage],
    filings: Mapping[str, Filing],
    ranking: Sequence[str],
) -> _Read:
    """Read a question over passages; raises CannotAnswer for a figure that cannot be computed."""
    fact, numbers_first = _stated_fact(query, passages, filings, ranking)
    parsed, given = parse_of(query), query.scope.given
    if fact and not numbers_first:
        return _Read(fact, numbers_first, Completed(parsed), None)
    over = completed(parsed, passages) if given else Completed(parsed)
    unplanned = over.parsed.due or asks_lifetime(over.parsed)
    numeric = None if unplanned else plan(over.parsed, given=given)
    return _Read(fact, numbers_first, over, numeric)
