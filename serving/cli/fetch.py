"""``hirec fetch``: filings from EDGAR into a folder, ready for ``hirec index``."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
)

from hirec.types import HirecError
from serving.cli.extras import extra
from serving.cli.lines import print_json, print_progress
from serving.cli.options import AsLines, Preset
from serving.cli.render import console

if TYPE_CHECKING:
    from indexing.fetch import FetchEvent, FetchReport
    from indexing.fetch.fetcher import Progress as Callback


def fetch(
    out: Annotated[Path, typer.Option(help="Folder for the filings and fetched.jsonl.")],
    ticker: Annotated[
        list[str] | None, typer.Option(help="Ticker or CIK number; may be given several times.")
    ] = None,
    form: Annotated[
        list[str] | None,
        typer.Option(help="Form as EDGAR writes it (10-K, 10-K/A, DEF 14A); several."),
    ] = None,
    years: Annotated[
        str, typer.Option(help="Years the periods end in: 2021-2024 or 2019,2023.")
    ] = "",
    company_list: Annotated[
        bool,
        typer.Option(
            "--company-list", help="EDGAR's list of companies, for hirec index --company-list."
        ),
    ] = False,
    user_agent: Annotated[
        str, typer.Option(envvar="HIREC_USER_AGENT", help='"Your Name mail@example.com".')
    ] = "",
    settings: Preset = None,
    as_json: AsLines = False,
) -> None:
    """Fetch filings from EDGAR; files already there are skipped, a killed run continues.

    Exit code 0 where all that was asked for is there, 1 where some is not, 2 on errors.
    """
    from hirec.settings import Settings

    with extra("edgar", "hirec fetch"):
        from indexing.fetch import EdgarClient, FilingQuery, fetch_company_list, parse_years
        from indexing.fetch import fetch as bring
    chosen = Settings.load(settings) if settings else Settings()
    _require(ticker, form, years, company_list)
    query = FilingQuery(tuple(ticker), tuple(form), parse_years(years)) if ticker and form else None
    with EdgarClient(chosen.fetch, user_agent) as client:
        if company_list:
            _say_listed(fetch_company_list(client, out), out, as_json)
        if query is None:
            return
        with nullcontext(print_progress) if as_json else _bars() as progress:
            report = bring(client, query, out, progress)
    if as_json:
        print_json({"event": "summary", "complete": report.complete, **asdict(report)})
    else:
        _summarize(report, out)
    if not report.complete:
        raise typer.Exit(1)


def _require(
    ticker: list[str] | None, form: list[str] | None, years: str, company_list: bool
) -> None:
    """Filings need all three to be named; the list of companies alone needs none."""
    given = {"--ticker": ticker, "--form": form, "--years": years}
    missing = [name for name, value in given.items() if not value]
    if missing and not (company_list and len(missing) == len(given)):
        raise HirecError(
            f"{', '.join(missing)} missing: filings are fetched by --ticker, --form and --years; "
            "--company-list alone needs none of them."
        )


def _say_listed(count: int, out: Path, as_json: bool) -> None:
    if as_json:
        print_json({"event": "company_list", "companies": count, "folder": str(out)})
    else:
        console().print(
            f"{count} companies listed; hirec index --company-list {out} takes their names",
            markup=False,
        )


@contextmanager
def _bars() -> Iterator["Callback"]:
    """Bars for lists and filings, where there is a terminal; failed ones are named everywhere."""
    columns = (
        TextColumn("{task.description:<8}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[size]}"),
        TimeElapsedColumn(),
    )
    screen = console()
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bars:
        lists = bars.add_task("lists", total=None, size="")
        filings = bars.add_task("filings", total=None, size="", visible=False)
        size = 0

        def show(event: "FetchEvent") -> None:
            nonlocal size
            if event.result == "listed":
                bars.update(lists, completed=event.done, total=event.total)
                return
            size += event.size
            words = f"{size / 1e6:.1f} MB"
            bars.update(filings, completed=event.done, total=event.total, size=words, visible=True)
            if event.result == "failed":
                screen.print(f"failed {event.name}: {event.error}", markup=False)

        yield show


def _summarize(report: "FetchReport", out: Path) -> None:
    screen = console()
    screen.print(
        f"{report.fetched} fetched ({report.size / 1e6:.1f} MB), {report.skipped} there already, "
        f"{len(report.failed)} failed, in {report.seconds:.1f} s; all in {out}",
        markup=False,
    )
    if report.without:
        screen.print(f"Nothing of that kind from {', '.join(report.without)}.", markup=False)
