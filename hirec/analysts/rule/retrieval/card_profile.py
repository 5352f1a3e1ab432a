"""The auxiliary fields of a card (FinCards, figure 3): hints for screening, never for alignment."""

import re
from collections.abc import Sequence
from datetime import date

from hirec.analysts.rule.retrieval.card_reading import Reading
from hirec.lexicon import Signals, words_in
from hirec.types import (
    SUMMARY_WORDS,
    AnchorQuality,
    Answerability,
    ClaimRole,
    EntityScope,
    EvidenceType,
    MeasurementBasis,
    Passage,
    Period,
    RiskSignals,
    SemanticSketch,
    Table,
    TemporalAnchor,
    Verifiability,
)

_HEADING_WORDS = 12
_TREND_PERIODS = 3
_HEDGES = 2
_SCOPES = (
    ("parent", EntityScope.PARENT),
    ("segment", EntityScope.SEGMENT),
    ("geography", EntityScope.GEOGRAPHY),
    ("product", EntityScope.PRODUCT),
)
"""Signal of a caption or heading → scope, the narrowest first."""
_BASES = (
    ("non_gaap", MeasurementBasis.NON_GAAP),
    ("adjusted", MeasurementBasis.ADJUSTED),
    ("gaap", MeasurementBasis.GAAP),
    ("reported", MeasurementBasis.REPORTED),
)
"""Signal → basis; what departs from the accounts is named before what keeps to them."""
_ENDS = re.compile(r"[.!?:;]['\"”]?\s*$")


def risk_of(signals: Signals, numbers: Sequence[str]) -> RiskSignals:
    """Several signs of standing text, or one where nothing is stated in figures, are sure."""
    signs = len(signals.get("boilerplate", ()))
    likelihood = 0.0 if not signs else 1.0 if signs > 1 or not numbers else 0.5
    return RiskSignals(likelihood, signals.get("limitation", ()))


def role_of(
    passage: Passage, reading: Reading, signals: Signals, risk: RiskSignals, risky: bool
) -> ClaimRole:
    """What the passage is good for.

    Args:
        passage: Short text that ends no sentence is a heading.
        reading: What it states.
        signals: Words of definition, hedging and the like in it.
        risk: How far it is boilerplate; 1: wholly.
        risky: Whether its section lists risks.

    """
    if reading.rows or (reading.metrics and reading.numbers):
        return ClaimRole.PRIMARY_EVIDENCE if risk.boilerplate < 1 else ClaimRole.BOILERPLATE
    if _is_heading(passage.text):
        return ClaimRole.STRUCTURAL_HEADING
    if risk.boilerplate == 1:
        return ClaimRole.BOILERPLATE
    if "definition" in signals:
        return ClaimRole.DEFINITION
    if risky or len(signals.get("hedge", ())) >= _HEDGES:
        return ClaimRole.CAVEAT
    return ClaimRole.SUPPORTING_CONTEXT


def _is_heading(text: str) -> bool:
    words = text.split()
    return len(words) <= _HEADING_WORDS and not _ENDS.search(text)


def type_of(role: ClaimRole, reading: Reading, signals: Signals) -> EvidenceType:
    """In what form it states something; headings and standing text state nothing.

    Args:
        role: As :func:`role_of` gives it.
        reading: What it states.
        signals: Only those of guidance and policy are looked at.

    """
    if role in (ClaimRole.STRUCTURAL_HEADING, ClaimRole.BOILERPLATE):
        return EvidenceType.NONE
    if reading.rows:
        return EvidenceType.TABLE_NUMERIC
    if "guidance" in signals:
        return EvidenceType.GUIDANCE
    if "policy" in signals:
        return EvidenceType.POLICY_TEXT
    if reading.numbers:
        return EvidenceType.NARRATIVE_NUMERIC
    return EvidenceType.QUALITATIVE_EXPLANATION if reading.sentences else EvidenceType.NONE


def answerability_of(
    reading: Reading, signals: Signals, kind: EvidenceType
) -> tuple[Answerability, ...]:
    """The kinds of question that it alone could answer; none where it states nothing.

    Args:
        reading: What it states; how many periods makes a comparison or a trend.
        signals: Only those of a cause are looked at.
        kind: As :func:`type_of` gives it.

    """
    if kind is EvidenceType.NONE:
        return ()
    count = len(reading.periods)
    checks = (
        (Answerability.SINGLE_FACT, bool(reading.numbers)),
        (Answerability.COMPARISON, bool(reading.numbers) and count > 1),
        (Answerability.TREND, bool(reading.numbers) and count >= _TREND_PERIODS),
        (Answerability.AGGREGATION, any("total" in words_in(row.label) for row in reading.rows)),
        (Answerability.ATTRIBUTION, "cause" in signals),
    )
    return tuple(profile for profile, holds in checks if holds)


def anchor_of(said: Sequence[Period], own: Period) -> TemporalAnchor:
    """From the earliest period to the latest; the filing's own where the passage names none."""
    periods = said or (own,)
    years = sorted({p.fiscal_year for p in periods if p.fiscal_year is not None})
    ends = [p.end for p in periods if p.end is not None]
    starts = [_first_day(p) for p in periods if p.end is not None]
    known = bool(years or ends)
    quality = AnchorQuality.EXPLICIT if said else AnchorQuality.INHERITED
    return TemporalAnchor(
        quality if known else AnchorQuality.NONE,
        min(starts, default=None),
        max(ends, default=None),
        tuple(years),
    )


def _first_day(period: Period) -> date:
    """First day of the month in which a span began; of an instant the day itself."""
    end = period.end or date.min
    if not period.months:
        return end
    months = end.year * 12 + end.month - period.months
    return date(max(1, months // 12), months % 12 + 1, 1)


def scope_of(heading: Signals) -> EntityScope:
    """Of what it speaks, by its caption, its headings and its section."""
    return next((scope for key, scope in _SCOPES if key in heading), EntityScope.COMPANY)


def basis_of(signals: Signals) -> MeasurementBasis:
    """By which rules figures are measured, where it says so."""
    return next((basis for key, basis in _BASES if key in signals), MeasurementBasis.UNKNOWN)


def verifiability_of(reading: Reading, signals: Signals, *, table: bool) -> Verifiability:
    """What of it can be checked."""
    return Verifiability(len(reading.numbers), table, "comparison" in signals)


def sketch_of(passage: Passage, table: Table | None, reading: Reading) -> SemanticSketch:
    """The first sentence that states a figure, else the first; of a table caption and rows.

    Args:
        passage: Prose without a sentence is taken as it is.
        table: That of the passage; None for prose.
        reading: What it states.

    """
    if table is not None:
        heads = dict.fromkeys(filter(None, (table.caption, table.unit_line)))
        words = "; ".join([*heads, *(row.label for row in reading.rows if row.label)]).split()
    else:
        words = (reading.sentences[0] if reading.sentences else passage.text).split()
    return SemanticSketch(" ".join(words[:SUMMARY_WORDS]), reading.anchors)
