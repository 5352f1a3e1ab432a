"""The indexes themselves: what is in them, and what became of each file that came in."""

import functools
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from hirec.index.catalog import Catalog, LedgerState
from hirec.types import Filing, Form
from indexing.ledger_report import ledger_report
from serving.cli.ledger import groups_json
from serving.http.shapes import FAILURES, IndexOut
from serving.http.shelf import Shelved
from serving.http.site import Caller, Read, Served
from serving.keys import Action

router = APIRouter(prefix="/api/indexes", tags=["indexes"], responses=FAILURES)
_ASKED = (
    "What was {company}'s revenue in FY{year}?",
    "What was {company}'s net income in FY{year}?",
    "What was {company}'s gross margin in FY{year}?",
)
_EXAMPLES = 3


@router.get("")
def indexes(site: Served, key: Caller) -> list[IndexOut]:
    """The indexes that the caller may use."""
    return [
        _described(index)
        for name, index in site.shelf.items()
        if key is None or any(key.allows(action, name) for action in (Action.ASK, Action.READ))
    ]


@router.get("/{index}/ledger")
def ledger(
    index: Read,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1000,
) -> JSONResponse:
    """Every input file ever seen with its state, and in groups those that want a look."""
    catalog = Catalog(index.hirec.index.layout)
    rows = catalog.ledger()
    states = {state.value: sum(row.state is state for row in rows) for state in LedgerState}
    groups = groups_json(ledger_report(catalog, str(index.folder)))
    files = [asdict(row) for row in rows[offset : offset + limit]]
    return JSONResponse({"total": len(rows), "states": states, "groups": groups, "files": files})


@functools.lru_cache(maxsize=256)
def _described(index: Shelved) -> IndexOut:
    filings = index.hirec.index.filings
    annual: dict[str, Filing] = {}
    for filing in filings.values():
        identity = filing.identity
        if identity.form is Form.ANNUAL and identity.company and identity.fiscal_year:
            annual[filing.company_key] = filing
    chosen = list(annual.values())[:_EXAMPLES]
    return IndexOut(
        name=index.name,
        filings=len(filings),
        companies=len({filing.company_key for filing in filings.values()}),
        examples=[
            asked.format(company=one.identity.company, year=one.identity.fiscal_year)
            for asked, one in zip(_ASKED, chosen, strict=False)
        ],
    )
