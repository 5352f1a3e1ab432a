"""Cards and queries for the tests of the tournament."""

from hirec.tournament.candidates import Contender
from hirec.types import (
    AnchorQuality,
    AnswerForm,
    Card,
    CompanyRef,
    EvidenceType,
    Intent,
    Period,
    PeriodRef,
    Query,
    Relation,
    Scope,
    SemanticSketch,
    TemporalAnchor,
    Verifiability,
)

NIKE = CompanyRef("nike", "Nike", "Nike")


def key(number: int) -> str:
    return f"F#{number}.1"


def card(number: int, metrics: tuple[str, ...] = (), **fields: object) -> Card:
    """A card of prose; ``years`` are its periods."""
    years = fields.pop("years", ())
    assert isinstance(years, tuple)
    values: dict[str, object] = {
        "entities": ("Nike",),
        "metrics": metrics,
        "periods": tuple(Period(year) for year in years),
        "sketch": SemanticSketch(f"Passage {number} says thing {number}."),
        "evidence_type": EvidenceType.QUALITATIVE_EXPLANATION,
    }
    return Card(key(number), "", **{**values, **fields})  # type: ignore[arg-type]


def dated_table(number: int, metrics: tuple[str, ...] = (), **fields: object) -> Card:
    """A card of a table over two years."""
    anchor = TemporalAnchor(AnchorQuality.EXPLICIT, None, None, (2020, 2021))
    values: dict[str, object] = {
        "years": (2021, 2020),
        "numbers": ("1", "2"),
        "evidence_type": EvidenceType.TABLE_NUMERIC,
        "temporal_anchor": anchor,
        "verifiability": Verifiability(2, table=True),
    }
    return card(number, metrics, **{**values, **fields})


def contenders(cards: list[Card]) -> list[Contender]:
    """In stage 1 order, with falling scores."""
    return [Contender(one, 1 - at / len(cards)) for at, one in enumerate(cards)]


def query(
    metrics: tuple[str, ...] = ("revenue",),
    *,
    relation: Relation = Relation.LOOKUP,
    form: AnswerForm = AnswerForm.AMOUNT,
    number: bool = True,
    years: tuple[int, ...] = (2021,),
    keywords: tuple[str, ...] = (),
) -> Query:
    periods = tuple(Period(year) for year in years)
    intent = Intent("", ("Nike",), metrics, relation, periods, number, keywords, form)
    refs = tuple(PeriodRef(period, period.label(), fiscal=True) for period in periods)
    return Query("?", "?", Scope((NIKE,), refs), intent, "", "")
