"""Who filed what, for which period: read from tags and covers, only last from a file's name."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from hirec.types import Confidence, Document, Form, Identity, IdentityError
from indexing.identity.aliases import gather_aliases
from indexing.identity.confidence import FIELDS, weak_fields, weigh
from indexing.identity.confirmation import confirmations
from indexing.identity.cover import find_cover, read_cover
from indexing.identity.dei import read_dei
from indexing.identity.earnings import read_release
from indexing.identity.filed import read_header, signature_date
from indexing.identity.findings import Findings, merge
from indexing.identity.fiscal import annual_period, quarterly_period
from indexing.identity.ids import filing_id
from indexing.identity.lines import body_text
from indexing.identity.names import read_name
from indexing.identity.proxy import meeting_date
from indexing.identity.registrant import former_name, used_symbol
from indexing.identity.restated import restated_years

__all__ = ["filing_id", "identify", "weak_fields"]


def identify(document: Document, told: Sequence[Findings] = ()) -> Identity:
    """Identity of a filing; raises :class:`IdentityError` for a document that is none.

    ``told`` is what is known beside the document: what a user says (source ``label``) beats all,
    what other filings say (``sibling``, ``list``) stands where the document is silent or weak.

    Sources in order: dei tags, the cover (or submission header), the words of the filing, and
    the file's name where all of these are silent.
    """
    labels = [saying for saying in told if saying.source == "label"]
    others = [saying for saying in told if saying.source != "label"]
    findings = [*labels, *_stated(document), *others]
    identity = merge(findings)
    if identity is None:
        raise IdentityError(
            f"{document.name} is no filing we can identify: it has no SEC cover, no dei tags and "
            "no results headline; check the file, or name it like AAPL_2023_10K."
        )
    text = body_text(document)
    identity, counted = _with_period(document, identity, text)
    former = former_name(text, identity.company) if identity.former_name is None else None
    if former is not None:
        identity = _with(identity, "text", former_name=former)
    symbol = used_symbol(text) if identity.ticker is None else None
    if symbol is not None:
        identity = _with(identity, "text", ticker=symbol)
    signed = signature_date(document, identity) if identity.filing_date is None else None
    if signed is not None:
        identity = _with(identity, "text", filing_date=signed)
    restated = restated_years(document, identity)
    identity = _with(identity, "text", restated_years=restated) if restated else identity
    identity = replace(identity, aliases=gather_aliases(text, identity))
    heard = [*findings, *counted, *confirmations(document, identity, text)]
    identity = replace(identity, confidence=weigh(identity, heard))
    return _settled(identity, labels, others)


def _settled(
    identity: Identity, labels: Sequence[Findings], others: Sequence[Findings]
) -> Identity:
    """What was told is surer than what the document says only weakly."""
    levels = dict(identity.confidence)
    for name in FIELDS:
        if any(getattr(label, name) is not None for label in labels):
            levels[name] = Confidence.CERTAIN
        elif levels.get(name) is Confidence.WEAK:
            for other in others:
                if getattr(other, name) is not None:
                    value = getattr(other, name)
                    identity = _with(identity, other.source, **{name: value})
                    levels[name] = Confidence.LIKELY
                    break
    return replace(identity, confidence=levels)


def _stated(document: Document) -> list[Findings]:
    """What each source states, most trusted first."""
    findings = [read_dei(document.dei)] if document.dei else []
    cover = find_cover(document)
    if cover is not None:
        printed = read_cover(cover)
        release = None
        if cover.form is Form.CURRENT:
            release = read_release(document, behind_cover=True)
        if release is not None:
            findings = [_without_period(tags) for tags in findings]
            findings.insert(0, replace(release, company=None, filing_date=None))
            printed = _without_period(printed)
        findings.append(printed)
    findings.append(read_header(document))
    if cover is None and not any(found.form for found in findings):
        release = read_release(document, behind_cover=False)
        findings += [release] if release is not None else []
    if not any(found.form for found in findings) or not any(f.company for f in findings):
        named = read_name(document.name)
        findings += [named] if named is not None else []
    return findings


def _without_period(findings: Findings) -> Findings:
    """The cover of an 8-K around a release: its form and date are not the results'."""
    return replace(findings, form=None, fiscal_year=None, period_end=None)


def _with_period(
    document: Document, identity: Identity, text: str
) -> tuple[Identity, list[Findings]]:
    """Fill in the fiscal period from the filing's words; and what each way of reading it found.

    Where the words contradict the tags, the identity carries a note.
    """
    end = identity.period_end
    if identity.form is Form.PROXY and end is None:
        return _with_meeting(document, identity), []
    if end is None or identity.form not in (Form.ANNUAL, Form.QUARTERLY):
        return identity, []
    annual = identity.form is Form.ANNUAL
    fiscal = annual_period(text, end) if annual else quarterly_period(text, end)
    if annual and identity.fiscal_quarter is not None:
        identity = replace(identity, fiscal_quarter=None)
    if fiscal is None:
        return identity, []
    source = "text" if fiscal.said else "derived"
    if identity.fiscal_year is None:
        identity = _with(identity, source, fiscal_year=fiscal.year)
    elif fiscal.said and identity.fiscal_year != fiscal.year:
        note = f"fiscal_year: dei says {identity.fiscal_year}, text says {fiscal.year}"
        identity = replace(identity, notes=(*identity.notes, note))
    if fiscal.quarter and identity.fiscal_quarter is None:
        identity = _with(identity, source, fiscal_quarter=fiscal.quarter)
    counted = [Findings(source=place, fiscal_year=fiscal.year) for place in fiscal.year_places]
    counted += [
        Findings(source=place, fiscal_quarter=fiscal.quarter) for place in fiscal.quarter_places
    ]
    return identity, counted


def _with_meeting(document: Document, identity: Identity) -> Identity:
    """A proxy statement's day is that of the meeting it calls."""
    meeting = meeting_date(document)
    if meeting is None:
        return identity
    identity = _with(identity, "text", period_end=meeting)
    if identity.fiscal_year is not None:
        return identity
    return _with(identity, "derived", fiscal_year=meeting.year)


def _with(
    identity: Identity, source: str, **values: int | str | date | tuple[int, ...]
) -> Identity:
    sources = {**identity.sources, **dict.fromkeys(values, source)}
    return replace(identity, sources=sources, **values)  # type: ignore[arg-type]
