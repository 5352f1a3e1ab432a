"""The indexes themselves: what is in them, and what became of each file that came in."""

from dataclasses import asdict
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from hirec.index import Index
from hirec.index.catalog import Catalog, LedgerState
from hirec.types import Filing, Form, Identity
from indexing.ledger_report import ledger_report
from serving.cli.ledger import groups_json
from serving.http.registry import ServedIndex
from serving.http.shapes import FAILURES, IndexOut
from serving.http.site import Caller, Read, Served
from serving.keys import Action

router = APIRouter(prefix="/api/indexes", tags=["indexes"], responses=FAILURES)
_ASKED = (
    "What was {company}'s revenue in FY{year}?",
    "What was {company}'s net income in FY{year}?",
    "What was {company}'s gross margin in FY{year}?",
)

_LOOKED_AT = 50
"""Companies among which examples are looked for."""


@router.get("")
def indexes(site: Served, key: Caller) -> list[IndexOut]:
    """The indexes that the caller may use."""
    return [
        _described(index, uploads=site.takes_filings(name, key))
        for name, index in site.registry.items()
        if key is None or any(key.allows(action, name) for action in (Action.ASK, Action.READ))
    ]


@router.get("/{index}/ledger")
def ledger(
    index: Read,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1000,
) -> JSONResponse:
    """Every input file ever seen with its state, and in groups those that want a look."""
    catalog = Catalog(index.index.layout)
    rows = catalog.ledger()
    states = {state.value: sum(row.state is state for row in rows) for state in LedgerState}
    groups = groups_json(ledger_report(catalog, str(index.folder)))
    files = [asdict(row) for row in rows[offset : offset + limit]]
    return JSONResponse({"total": len(rows), "states": states, "groups": groups, "files": files})


def _described(index: ServedIndex, *, uploads: bool) -> IndexOut:
    held = index.index
    return IndexOut(
        name=index.name,
        filings=len(held.filings),
        companies=len(held.companies.keys()),
        examples=[
            asked.format(company=one.identity.company, year=one.identity.fiscal_year)
            for asked, one in zip(_ASKED, _annual(held), strict=False)
        ],
        uploads=uploads,
    )


def _annual(index: Index) -> list[Filing]:
    """The latest annual reports of some companies, one each."""
    chosen = []
    for key in index.companies.keys()[:_LOOKED_AT]:
        filings = (index.filings[each] for each in reversed(index.companies.filings(key)))
        annual = (each for each in filings if _asked_about(each.identity))
        chosen += list(islice(annual, 1))
        if len(chosen) == len(_ASKED):
            break
    return chosen


def _asked_about(identity: Identity) -> bool:
    known = bool(identity.company) and identity.fiscal_year is not None
    return known and identity.form is Form.ANNUAL
