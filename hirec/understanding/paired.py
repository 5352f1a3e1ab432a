"""Companies with a period of their own: "Apple's net sales in 2020 and Adobe's in 2015"."""

from collections.abc import Sequence
from dataclasses import dataclass

from hirec.types import CannotAnswer, CompanyRef, Operation, PeriodRef, Scope
from hirec.understanding.annotate import NAMES, Annotation, Span, annotate
from hirec.understanding.senses import with_senses

_JOINING = frozenset(
    {"FILLER", "AND", "OR", "VS", "OPEN", "CLOSE", "WH", "WHICH", "BE", "DO", "COUNT", "BETWEEN"}
    | {"MORE", "MOST", "LEAST", "MINUS", "SLASH", "FORMAT", "SOURCE", "GIVEN"}
)
_ASKING = frozenset({("REASON", "description"), ("DOMAIN", "company"), ("MOVE", "compare")})
"""What may stand beside pairs and changes nothing of what each is asked for."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A company, its period, and what is asked of the two."""

    company: CompanyRef
    period: PeriodRef
    figure: str
    """In the question's words."""


@dataclass(frozen=True, slots=True)
class Paired:
    """The pairs in order."""

    pairs: tuple[Pair, ...]
    operation: Operation
    """Over all of them, or ``SEVERAL``."""


def read_pairs(text: str, scope: Scope) -> Paired | None:
    """Companies each with one period of its own; None where they share their periods.

    Raises CannotAnswer where they are paired, and what is asked of each is not plain.
    """
    annotation = annotate(text, scope.companies, scope.unknown_companies, ())
    spans = with_senses(annotation.spans)
    places = [at for at, span in enumerate(spans) if span.kind in ("COMPANY", "PERIOD")]
    if not _paired([spans[at] for at in places]):
        return None
    starts = places[::2]
    bounds = zip(starts, [*starts[1:], len(spans)], strict=True)
    figures = [_figure(annotation, spans[first:last]) for first, last in bounds]
    lead = _figure(annotation, spans[: starts[0]])
    known = _JOINING | NAMES | {"COMPANY", "PERIOD"}
    other = [s for s in spans if s.kind not in known and (s.kind, s.value) not in _ASKING]
    difference = [s for s in other if s.kind == "MOVE" and s.said.lower() == "difference"]
    unclear = [s.said for s in other if s not in difference]
    asked = _shared(lead, figures)
    if unclear or not asked:
        raise CannotAnswer(
            "Each company has a period of its own here; ask for one figure of each, or one after "
            "the other.",
            tuple(unclear),
        )
    pairs = []
    for (at, then), figure in zip(zip(places[::2], places[1::2], strict=True), asked, strict=True):
        one, two = spans[at], spans[then]
        company, period = (one.company or two.company), (*one.periods, *two.periods)[0]
        assert company is not None  # noqa: S101 - one of the two is a company
        pairs.append(Pair(company, period, figure))
    operation = Operation.DIFFERENCE if difference else _operation(spans, len(pairs))
    return Paired(tuple(pairs), operation)


def _operation(spans: Sequence[Span], pairs: int) -> Operation:
    """What is done with the figures of all pairs."""
    kinds = {span.kind for span in spans}
    how = any(span.said.lower().startswith(("how much", "how many")) for span in spans)
    if pairs == 2 and ("MINUS" in kinds or (how and "MORE" in kinds)):
        return Operation.DIFFERENCE
    if "WHICH" in kinds and kinds & {"MORE", "MOST", "LEAST"}:
        less = any(span.kind == "LEAST" or span.value == "less" for span in spans)
        return Operation.SMALLEST if less else Operation.LARGEST
    return Operation.SEVERAL


def _paired(adjuncts: Sequence[Span]) -> bool:
    """Whether companies and single periods take turns, and neither is always the same."""
    kinds = [span.kind for span in adjuncts]
    turns = len(kinds) >= 4 and len(kinds) % 2 == 0 and kinds == kinds[:2] * (len(kinds) // 2)
    if not turns or kinds[0] == kinds[1]:
        return False
    companies = {span.company.company_key for span in adjuncts if span.company}
    periods = [span.periods for span in adjuncts if span.kind == "PERIOD"]
    single = all(len(said) == 1 for said in periods)
    own = len({said[0].period for said in periods if said}) > 1
    return single and own and len(companies) == len(kinds) // 2


def _figure(annotation: Annotation, spans: Sequence[Span]) -> str:
    """The words of a figure among some spans, with what stands between them."""
    named = [span for span in spans if span.kind in NAMES]
    if not any(span.kind in ("CONCEPT", "WORD") for span in named):
        return ""
    tokens = annotation.tokens
    return annotation.text[tokens[named[0].first].start : tokens[named[-1].last - 1].end]


def _shared(lead: str, figures: Sequence[str]) -> list[str]:
    """The figure of each pair; one that names none has that of the others. Empty where unclear."""
    said = [figure for figure in figures if figure]
    if lead:
        return [lead] * len(figures) if not said else []
    if len(said) == len(figures):
        return list(figures)
    return [said[0]] * len(figures) if len(set(map(str.lower, said))) == 1 else []
