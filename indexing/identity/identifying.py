"""Gathering what all places of a filing say, and weighing it into one identity."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from hirec.types import Alias, AliasSource, Document, Form, Identity, IdentityError
from indexing.identity.aliases import gather_aliases
from indexing.identity.confidence import weighed_identity
from indexing.identity.cover import Cover, find_cover, read_cover
from indexing.identity.cover_names import cover_names, filer_names, printed_names
from indexing.identity.dei import read_dei, year_end
from indexing.identity.earnings import read_release
from indexing.identity.filed import read_header, signature_date
from indexing.identity.findings import Findings
from indexing.identity.fiscal import annual_findings, quarterly_findings
from indexing.identity.lines import body_text
from indexing.identity.names import read_name
from indexing.identity.naming import body_names
from indexing.identity.period import closing_day, days_printed, own_form
from indexing.identity.proxy import meeting_date
from indexing.identity.registrant import former_name, used_symbol
from indexing.identity.restated import restated_years
from indexing.identity.spelling import best_spelling, same_company
from indexing.identity.usage import used_names


def identify(document: Document, hints: Sequence[Findings] = ()) -> Identity:
    """Identity of a filing: for each field the most probable value that any place names.

    What no place tells is unknown: company ``""``, :attr:`Form.UNKNOWN`, no year.

    Args:
        document: The file as read.
        hints: What is known from outside the file; sources ``label`` (a user's correction, which
            beats everything), ``sibling`` (another filing with the same number or ticker) and
            ``list`` (EDGAR's list of companies).

    Raises:
        IdentityError: the document holds no text at all.

    """
    text = body_text(document)
    if not text:
        raise IdentityError(f"{document.name} holds no text that could be found; check the file.")
    cover = find_cover(document)
    findings = [*hints, *_stated(document, cover)]
    findings += list(_named(cover, findings, text))
    spell = partial(best_spelling, text=text)
    draft = weighed_identity(findings, spell)
    findings += _confirmed(draft, text)
    draft = weighed_identity(findings, spell)
    findings += _period(document, draft, text)
    draft = weighed_identity(findings, spell)
    findings += _dated(document, draft, text)
    identity = weighed_identity(findings, spell)
    return _with_names(document, _with_meeting(document, identity), cover, text)


def _stated(document: Document, cover: Cover | None) -> list[Findings]:
    """What tags, headers, the cover and a release state; of a release in an 8-K the results'."""
    stated = [read_dei(document.dei)] if document.dei else []
    printed = [read_cover(cover)] if cover is not None else []
    release: list[Findings] = []
    if cover is not None and cover.form is Form.CURRENT:
        release = read_release(document, behind_cover=True)
    elif cover is None and not any(found.form for found in stated):
        release = read_release(document, behind_cover=False)
    if release:
        stated = [_without_period(found) for found in stated]
        printed = [_without_period(found) for found in printed]
    named = read_name(document.name)
    header = read_header(document)
    return [*stated, *header, *printed, *release, *([named] if named else [])]


def _without_period(findings: Findings) -> Findings:
    """The cover of an 8-K around a release: its form and date are not the results'."""
    return replace(findings, form=None, fiscal_year=None, period_end=None)


def _named(cover: Cover | None, stated: Sequence[Findings], text: str) -> Iterator[Findings]:
    """The registrant's name as cover and text give it, and what the text makes of each name."""
    printed = list(cover_names(cover.text)) if cover is not None else []
    written = list(body_names(text))
    yield from printed
    yield from written
    # Of spellings of one name the text's own is looked for; a file's name may run words together.
    known = [found for found in stated if found.source != "name"]
    if cover is not None:
        outside = dict.fromkeys(found.company for found in (*known, *written) if found.company)
        yield from printed_names(cover.text, outside)
    named = [found.company for found in (*known, *printed, *written) if found.company]
    yield from used_names(dict.fromkeys(named), text)


def _confirmed(draft: Identity, text: str) -> Iterator[Findings]:
    """What the text says of the form, and of the day on which its statements close."""
    form = draft.form if draft.form is not Form.UNKNOWN else None
    own = own_form(text, form)
    yield own
    periodic = form or own.form
    if periodic is not None and periodic.is_periodic:
        yield closing_day(text, periodic)


def _period(document: Document, draft: Identity, text: str) -> Iterator[Findings]:
    """Fiscal year and quarter by the company's own calendar, for the period's last day."""
    end = draft.period_end
    if end is None:
        return
    if draft.form is Form.ANNUAL:
        yield from annual_findings(text, end)
    elif draft.form is Form.QUARTERLY:
        yield from quarterly_findings(text, end, year_end(document.dei))
    elif draft.form.is_dated:
        yield Findings(source="report date", fiscal_year=end.year)


def _dated(document: Document, draft: Identity, text: str) -> Iterator[Findings]:
    """The days of signing and filing, and whether the text prints the days known."""
    signed = signature_date(document, draft)
    if signed is not None and draft.filing_date in (None, signed):
        yield Findings(source="signing", filing_date=signed)
    yield from days_printed(text, draft.form, draft.period_end, draft.filing_date or signed)


def _with_meeting(document: Document, identity: Identity) -> Identity:
    """A proxy statement's day is that of the meeting it calls."""
    if identity.form is not Form.PROXY or identity.period_end is not None:
        return identity
    meeting = meeting_date(document)
    if meeting is None:
        return identity
    identity = _with(identity, "text", period_end=meeting)
    if identity.fiscal_year is not None:
        return identity
    return _with(identity, "derived", fiscal_year=meeting.year)


def _with_names(document: Document, identity: Identity, cover: Cover | None, text: str) -> Identity:
    """Add what follows from the identity: other names of the company, symbol, restated years."""
    former = former_name(text, identity.company) if identity.company else None
    if former is not None and identity.former_name is None:
        identity = _with(identity, "text", former_name=former)
    symbol = used_symbol(text) if identity.ticker is None else None
    if symbol is not None:
        identity = _with(identity, "text", ticker=symbol)
    restated = restated_years(document, identity)
    if restated:
        identity = _with(identity, "text", restated_years=restated)
    joint = [
        Alias(name, AliasSource.CO_REGISTRANT)
        for name in (filer_names(cover.text) if cover is not None else ())
        if not same_company(name, identity.company)
    ]
    identity = replace(identity, aliases=(*identity.aliases, *joint))
    return replace(identity, aliases=gather_aliases(text, identity))


def _with(
    identity: Identity, source: str, **values: int | str | date | tuple[int, ...]
) -> Identity:
    sources = {**identity.sources, **dict.fromkeys(values, source)}
    return replace(identity, sources=sources, **values)  # type: ignore[arg-type]
