"""``hirec inspect``: what an index holds about a filing, a page, an input file."""

from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hirec.types import Card, Filing, HirecError, Passage
from serving.cli.lines import print_json
from serving.cli.options import AsJson, At

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hirec.analysts.llm.cards import CardMaker
    from hirec.index import Index
    from hirec.settings import Settings

_SHOWN = 20
"""Files of a group of the ledger on a screen."""


def inspect(
    filing: Annotated[
        str | None, typer.Argument(help="filing_id or name of a source file.")
    ] = None,
    index: At = ...,  # type: ignore[assignment]
    page: Annotated[int | None, typer.Option(min=1, help="Page of the filing, from 1.")] = None,
    ledger: Annotated[
        bool, typer.Option("--ledger", help="What became of the input files.")
    ] = False,
    cards: Annotated[
        bool, typer.Option("--cards", help="Check the cards of all filings, or of the one named.")
    ] = False,
    csv: Annotated[Path | None, typer.Option(help="File for the cards that have issues.")] = None,
    settings: Annotated[
        Path | None,
        typer.Option(help="With --cards: YAML preset; its tournament.cards says who makes them."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a filing's identity, a page as we understood it, the ledger, or cards."""
    if (csv is not None or settings is not None) and not cards:
        raise HirecError("--csv and --settings go with --cards.")
    if cards and page is None and not ledger:
        _cards(index, filing, settings, csv, as_json)
        return
    if cards or (filing is not None) == ledger:
        raise HirecError("Say one thing to inspect: a filing, --ledger or --cards.")
    if page is not None and filing is None:
        raise HirecError("--page needs the filing whose page it is.")
    if filing is None:
        _ledger(index, as_json)
        return
    from hirec.index import Index

    _filing(Index.open(index), filing, page, as_json)


def _ledger(index: Path, as_json: bool) -> None:
    """Groups of files that want a look; as JSON with every file ever seen."""
    from hirec.index.catalog import Catalog, LedgerState
    from hirec.index.layout import Layout
    from hirec.index.manifest import read_manifest
    from indexing.ledger_report import ledger_report
    from serving.cli.ledger import groups_json, show_groups
    from serving.cli.render import console

    layout = Layout(index)
    read_manifest(layout)
    catalog = Catalog(layout)
    rows, groups = catalog.ledger(), ledger_report(catalog, str(index))
    if as_json:
        print_json({"files": [asdict(row) for row in rows], "groups": groups_json(groups)})
        return
    show_groups(console(), groups, _SHOWN)
    states = [(state, sum(row.state is state for row in rows)) for state in LedgerState]
    counted = ", ".join(f"{count} {state.value}" for state, count in states if count)
    typer.echo(f"\n{len(rows)} files: {counted}; --json names them all")


def _cards(
    index: Path, name: str | None, settings: Path | None, csv: Path | None, as_json: bool
) -> None:
    """What cards lack, over an index or one filing."""
    from hirec.index import Index
    from hirec.settings import Settings
    from hirec.tournament.card_report import report_cards, write_issues
    from serving.cli.render import console, show_cards

    opened = Index.open(index)
    filings = opened.filings.values() if name is None else [_found(opened, name)]
    with _maker(Settings.load(settings) if settings else Settings()) as maker:
        report = report_cards(
            pair
            for filing in filings
            for pair in _made(filing, opened.passages([filing.filing_id]), maker)
        )
    if csv is not None:
        write_issues(report, csv)
    if as_json:
        counts: dict[str, Any] = {
            "cards": report.cards,
            "passed": report.passed,
            "pass_rate": report.pass_rate,
        }
        counts |= {"made": dict(report.made), "issues": dict(report.issues)}
        print_json(counts | {"roles": dict(report.roles)})
    else:
        show_cards(console(), report)


@contextmanager
def _maker(settings: "Settings") -> "Iterator[CardMaker | None]":
    """The model that completes cards; None where the settings leave them to the rules."""
    from hirec.llm.local import open_client
    from hirec.tournament.by_model import ByModel

    if not settings.tournament.by_model:
        yield None
        return
    with open_client(settings) as client:
        yield ByModel.of(settings.tournament, client).cards


def _made(
    filing: Filing, passages: "Sequence[Passage]", maker: "CardMaker | None"
) -> "Iterator[tuple[Card, Passage]]":
    from hirec.analysts.rule.retrieval.cards import make_card

    cards = [make_card(passage, filing) for passage in passages]
    completed = maker.complete(passages, cards) if maker else cards
    return zip(completed, passages, strict=True)


def _found(opened: "Index", name: str) -> Filing:
    found = opened.by_source(name)
    if found is None:
        raise HirecError(f"There is no filing {name} in the index; --ledger lists what came in.")
    return found


def _filing(opened: "Index", name: str, page: int | None, as_json: bool) -> None:
    from serving.cli.render import console, show_filing, show_page

    found = _found(opened, name)
    if page is None:
        if as_json:
            print_json(asdict(found))
        else:
            show_filing(console(), found)
        return
    passages = _page(opened, found, page)
    if as_json:
        print_json([passage.to_json() for passage in passages])
    else:
        show_page(console(), page, passages)


def _page(opened: "Index", filing: Filing, page: int) -> list[Passage]:
    if page > filing.page_count:
        raise HirecError(f"{filing.filing_id} has {filing.page_count} pages; there is no {page}.")
    return [p for p in opened.passages([filing.filing_id]) if p.page_number == page]
