"""From a question to a query: the intent, and a text for each retrieval stage."""

import re
from dataclasses import replace

from hirec.analysts.rule.plans.programs import plan
from hirec.analysts.rule.requirements.requirement import encoded
from hirec.analysts.rule.retrieval.cards import topics_wanted
from hirec.grounding.memory import packaged_memory
from hirec.lexicon import (
    Kind,
    find_metrics,
    get_metric,
    query_terms,
    rows_needed,
    rows_related,
    words_in,
)
from hirec.lexicon.disclosures import all_disclosures
from hirec.lexicon.names import PLACES
from hirec.ranking.lexical import tokenize
from hirec.types import (
    AnswerForm,
    Arithmetic,
    Intent,
    Operation,
    ParsedQuestion,
    Query,
    Relation,
    Scope,
)
from hirec.understanding import understand, without_names

_CAUSES = frozenset(
    {"why", "drove", "drive", "drives", "driven", "cause", "caused", "reason", "reasons"}
    | {"factor", "factors"}
)
_DEFINING = frozenset({"define", "defines", "defined", "definition", "mean", "means", "meant"})
_FORMS = {
    Operation.SERIES: AnswerForm.SERIES,
    Operation.SEVERAL: AnswerForm.LIST,
    Operation.SHARE: AnswerForm.PERCENT,
    Operation.PORTION: AnswerForm.PERCENT,
    Operation.MAXIMUM: AnswerForm.AMOUNT,
    Operation.MINIMUM: AnswerForm.AMOUNT,
}
_OF_COUNTS = " total number count activity statistics"
_OF_RETURNS = " stock performance graph comparison of cumulative total return $100 invested index"
_WORDS_FOR_PEOPLE = re.compile(
    r"(?<![\w&])(?:what|which|how|much|many|was|were|is|are|did|does|do|has|have|had|the|of|for|in|as|at|a|"
    r"an|to|and|by|on|its|their|please|company|state|year|fiscal|fy|end|who|whom|whose|why|when|"
    r"where|that|this|there|drove|mentioned|report|reported|according|any|been|with|from|if)(?![\w&])",
    re.IGNORECASE,
)


def rewrite(question: str, scope: Scope, parsed: ParsedQuestion | None = None) -> Query:
    """Make a question ready for retrieval.

    Args:
        question: One that stands alone.
        scope: What it is about.
        parsed: What it asks for, where that is known; else it is parsed here.

    """
    parsed = parsed or understand(question, scope)
    core, scope = parsed.core, _asked_of(parsed, scope)
    intent = read_intent(parsed, scope)
    return Query(
        text=question,
        core=core,
        scope=scope,
        intent=intent,
        document_text=_document_text(core, scope),
        passage_text=_passage_text(core, scope, intent, parsed.disclosure)
        + _headed(parsed)
        + _placed(core),
        parsed=parsed,
    )


def _placed(core: str) -> str:
    """The places behind what is called of them: "European sales" stand in a row of Europe."""
    said = words_in(core)
    return "".join(f" {place}" for called, place in PLACES.items() if called in said)


def _asked_of(parsed: ParsedQuestion, scope: Scope) -> Scope:
    """The scope without companies that are but a part of another's figure: its customers."""
    shares = any(isinstance(one, Arithmetic) and one.sign == "%" for one in parsed.measures)
    own = dict.fromkeys((*parsed.companies, *(f.company for f in parsed.figures if f.company)))
    fewer = 0 < len(own) < len(scope.companies)
    return replace(scope, companies=tuple(own)) if shares and fewer else scope


def asks_cause(query: Query) -> bool:
    """Whether it is asked why a figure moved."""
    return bool(_CAUSES & words_in(query.text))


def query_for(question: str, scope: Scope, metrics: tuple[str, ...]) -> Query:
    """Make a query that looks for given metrics, whatever the question's words would give.

    Args:
        question: Whose words stay the query's text.
        scope: Filings to look in.
        metrics: Lexicon keys.

    """
    intent = Intent(
        topic=topics_wanted(metrics),
        entities=tuple(company.name for company in scope.companies),
        metrics=metrics,
        relation=Relation.LOOKUP,
        periods=tuple(ref.period for ref in scope.periods),
        needs_number=True,
        keywords=_keywords(question, scope),
        form=AnswerForm.AMOUNT,
    )
    return Query(
        text=question,
        core=question,
        scope=scope,
        intent=intent,
        document_text=_document_text(question, scope),
        passage_text=_passage_text(question, scope, intent),
    )


def read_intent(parsed: ParsedQuestion, scope: Scope) -> Intent:
    """Map a question to FinCards' intent (equation 3)."""
    numeric = plan(parsed)
    if numeric is not None:
        needed = tuple(dict.fromkeys(encoded(need) for need in numeric.figures))
        # The row of the very name is another way to the same figure, not one more to be found.
        metrics = (
            tuple(dict.fromkeys(encoded(n) for n in numeric.figures if not n.row_name)) or needed
        )
        relation = numeric.relation
    else:
        said = [mention.key for mention in find_metrics(parsed.text)]
        metrics = tuple(dict.fromkeys(leaf for key in said for leaf in rows_needed(key)))
        relation = Relation.EXPLAIN
    return Intent(
        topic=topics_wanted(metrics),
        entities=tuple(company.name for company in scope.companies),
        metrics=metrics,
        relation=relation,
        periods=tuple(ref.period for ref in scope.periods),
        needs_number=numeric is not None and not numeric.optional,
        keywords=_keywords(parsed.core, scope),
        form=_form(parsed, relation),
    )


def _form(parsed: ParsedQuestion, relation: Relation) -> AnswerForm:
    """What an answer would look like; words asked for win over figures named."""
    if parsed.asks_text:
        return AnswerForm(parsed.asks_text)
    if _DEFINING & words_in(parsed.core):
        return AnswerForm.DEFINITION
    if parsed.operation in _FORMS:
        return _FORMS[parsed.operation]
    if relation is Relation.EXPLAIN:
        return AnswerForm.DESCRIPTION
    if relation in (Relation.YES_NO, Relation.EXTREME):
        return AnswerForm.YES_NO if relation is Relation.YES_NO else AnswerForm.CHOICE
    kinds = {figure.kind for figure in parsed.figures}
    if parsed.wanted.percent or relation is Relation.GROWTH or kinds == {"percent"}:
        return AnswerForm.PERCENT
    if relation is Relation.RATIO or kinds == {"ratio"}:
        return AnswerForm.RATIO
    return AnswerForm.COUNT if kinds == {"count"} else AnswerForm.AMOUNT


def _keywords(core: str, scope: Scope) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tokenize([strip_scope(core, scope)])[0]))


def _document_text(core: str, scope: Scope) -> str:
    names = ", ".join(company.name for company in scope.companies)
    forms = ", ".join(form.value for form in scope.forms)
    periods = ", ".join(ref.period.label() for ref in scope.periods)
    days = ", ".join(day.isoformat() for day in scope.event_dates)
    return " · ".join(part for part in (names, forms, periods, days, core) if part)


def _passage_text(core: str, scope: Scope, intent: Intent, disclosure: str = "") -> str:
    terms = [term for metric in intent.metrics for term in query_terms(metric)]
    related = (row for mention in find_metrics(core) for row in rows_related(mention.key))
    terms += [term for row in dict.fromkeys(related) for term in query_terms(row)]
    terms += [name for metric in intent.metrics for name in _other_names(metric)]
    if disclosure:
        terms.append(all_disclosures()[disclosure].filed)
    return " ".join([strip_scope(core, scope), *terms])


def _other_names(metric_or_phrase: str) -> tuple[str, ...]:
    """How companies print what the lexicon does not know."""
    known = get_metric(metric_or_phrase) is not None
    return () if known else packaged_memory().other_names(metric_or_phrase)


def _headed(parsed: ParsedQuestion) -> str:
    """How tables head what a question counts, or what an investment became."""
    counted = any(figure.counted for figure in parsed.figures)
    invested = any(figure.kind == Kind.INVESTMENT for figure in parsed.figures)
    return (_OF_COUNTS if counted else "") + (_OF_RETURNS if invested else "")


def strip_scope(text: str, scope: Scope) -> str:
    """Drop words that choose filings, which inside them favour running heads, and empty words."""
    said = [company.said for company in scope.companies] + [ref.said for ref in scope.periods]
    text = without_names(text, said)
    return " ".join(_WORDS_FOR_PEOPLE.sub(" ", text).split())
