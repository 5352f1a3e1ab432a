"""``hirec inspect``: what an index holds about a filing, a page, an input file, a question."""

import json
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hirec.types import Card, Filing, HirecError, Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hirec.analysts.llm.carding import CardMaker
    from hirec.index import Index
    from hirec.settings import Settings

EXIT_DIFFERENT = 1
"""A run, asked again, came to something else."""
_SHOWN = 20
"""Files of a group of the ledger on a screen."""


def inspect(
    filing: Annotated[
        str | None, typer.Argument(help="filing_id or name of a source file.")
    ] = None,
    index: Annotated[Path, typer.Option(help="Folder of the index.")] = ...,  # type: ignore[assignment]
    page: Annotated[int | None, typer.Option(min=1, help="Page of the filing, from 1.")] = None,
    trace: Annotated[str | None, typer.Option(help="Id of a stored trace.")] = None,
    why: Annotated[
        str | None, typer.Option(help="With --trace: what became of this passage, and why.")
    ] = None,
    bundle: Annotated[
        Path | None, typer.Option(help="With --trace: write the audit bundle into this folder.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(help="Ask a bundle's question again, and compare.")
    ] = None,
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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show a filing's identity, a page as we understood it, a trace, the ledger, or cards.

    With --trace ID --bundle FOLDER write all of a run for an auditor; --replay asks again.
    """
    if (why is not None or bundle is not None) and trace is None:
        raise HirecError("--why and --bundle need the trace to look in: --trace ID.")
    if (csv is not None or settings is not None) and not cards:
        raise HirecError("--csv and --settings go with --cards.")
    if cards and trace is None and page is None and not ledger:
        _cards(index, filing, settings, csv, as_json)
        return
    if cards or sum((filing is not None, trace is not None, replay is not None, ledger)) != 1:
        raise HirecError(
            "Say one thing to inspect: a filing, --trace ID, --replay BUNDLE, --ledger or --cards."
        )
    if page is not None and filing is None:
        raise HirecError("--page needs the filing whose page it is.")
    if trace is not None:
        if bundle is None:
            _trace(index, trace, why, as_json)
        else:
            _bundle(index, trace, bundle, as_json)
        return
    if replay is not None:
        _replay(index, replay, as_json)
        return
    if filing is None:
        _ledger(index, as_json)
        return
    from hirec.index import Index

    _filing(Index.open(index), filing, page, as_json)


def _trace(index: Path, trace_id: str, why: str | None, as_json: bool) -> None:
    from serving.cli.render import console, show_trace, show_way
    from serving.traces import load_trace, way_of

    content = load_trace(index, trace_id)
    if why is not None:
        way = way_of(content, why)
        if as_json:
            _print_json({"passage": why, "steps": way})
        else:
            show_way(console(), why, way)
    elif as_json:
        _print_json(content)
    else:
        show_trace(console(), content)


def _bundle(index: Path, trace_id: str, folder: Path, as_json: bool) -> None:
    """Write a stored run as an audit bundle."""
    from hirec.index import Index
    from serving.audit.bundle import make_bundle, write_bundle
    from serving.traces import load_trace

    made = make_bundle(load_trace(index, trace_id), Index.open(index))
    written = [str(path) for path in write_bundle(made, folder)]
    if as_json:
        _print_json({"files": written, "sha256": made["sha256"]})
    else:
        typer.echo("\n".join(written))


def _replay(index: Path, path: Path, as_json: bool) -> None:
    """Ask again; exit code 1 where the story is another one."""
    from serving.audit.bundle import read_bundle
    from serving.audit.replay import replay

    made = replay(read_bundle(path), index)
    found = made.difference
    if as_json:
        _print_json(
            {"same": found is None, "difference": found and asdict(found), "changed": made.changed}
        )
    else:
        typer.echo("the same" if found is None else f"{found.where} differs")
        if found is not None:
            typer.echo(f"  was  {found.was}\n  now  {found.now}")
        for name in made.changed:
            typer.echo(f"  the {name} changed since the run")
    if found is not None:
        raise typer.Exit(EXIT_DIFFERENT)


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
        _print_json({"files": [asdict(row) for row in rows], "groups": groups_json(groups)})
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
        _print_json(counts | {"roles": dict(report.roles)})
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
    from hirec.analysts.rule.cards import make_card

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
            _print_json(asdict(found))
        else:
            show_filing(console(), found)
        return
    passages = _page(opened, found, page)
    if as_json:
        _print_json([_passage_json(passage) for passage in passages])
    else:
        show_page(console(), page, passages)


def _page(opened: "Index", filing: Filing, page: int) -> list[Passage]:
    if page > filing.page_count:
        raise HirecError(f"{filing.filing_id} has {filing.page_count} pages; there is no {page}.")
    return [p for p in opened.passages([filing.filing_id]) if p.page_number == page]


def _passage_json(passage: Passage) -> dict[str, Any]:
    content = asdict(passage)
    content["table"] = json.loads(content.pop("table_json") or "null")
    return content


def _print_json(content: object) -> None:
    typer.echo(json.dumps(content, ensure_ascii=False, default=str))
