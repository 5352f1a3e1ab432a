"""Set a filing as HTML with inline XBRL, from the template ``forms/filing.html``."""

import functools
import itertools
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from generator.collection import Draft
from generator.layout import Pages, Paragraph, Tag

_CONTINUED = re.compile(r"\n +|\n(?=\n)")
"""Before an indented or an empty line of the template."""


def write_html(draft: Draft, pages: Pages, path: Path) -> None:
    """Write the pages of a filing, with the facts of its cover and its tables."""
    contexts: dict[tuple[date | None, date, tuple[str, str] | None], str] = {}

    def context(tag: Tag) -> str:
        key = (tag.start, tag.end, tag.dimension)
        return contexts.setdefault(key, f"c-{len(contexts) + 1}")

    text = _template().render(
        pages=pages.pages,
        company=draft.company,
        identity=draft.identity,
        document=context(_document_tag(draft)),
        context=context,
        contexts=contexts,
        numbers=itertools.count(1),
    )
    path.write_text(_CONTINUED.sub("", text).lstrip(), encoding="utf-8", newline="\n")


def _document_tag(draft: Draft) -> Tag:
    """Of facts on the document: the period that it reports on."""
    identity, calendar = draft.identity, draft.company.calendar
    end = identity.period_end
    if end is None or identity.fiscal_year is None:
        raise ValueError(f"{draft.filing_id} has no period")
    reports = identity.form.reports_period
    return Tag("", calendar.year_start(identity.fiscal_year) if reports else end, end)


@functools.cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "forms"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.globals |= {"next": next, "pieces": _pieces}
    return environment.get_template("filing.html")


def _pieces(paragraph: Paragraph) -> Iterator[tuple[str, str]]:
    """The text cut where facts begin and end, each piece with the name of its fact or none."""
    rest = paragraph.text
    for part, name in paragraph.marks:
        before, _, rest = rest.partition(part)
        yield before, ""
        yield part, name
    yield rest, ""
