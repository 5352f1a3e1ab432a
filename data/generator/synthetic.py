"""Synthetic collections of any size, for benchmarks of scale: only page texts, no files needed."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.calendar import FiscalCalendar
from generator.collection import Draft, annual_draft, event_draft, quarterly_draft
from generator.companies import FIRST_YEAR, LAST_YEAR, Company, Profile
from generator.draws import between, choose, whole
from generator.events import credit_report, officer_report, proxy_statement, vote_report
from generator.registrants import COMPANIES
from hirec.types import Document, Form, Identity, Page, SourceKind, TextBlock

_FIRST = ("Al", "Bren", "Cor", "Dun", "El", "Fen", "Gar", "Hal", "Ith", "Jor", "Kel", "Lor", "Mar",
          "Nev", "Or", "Pel", "Quen", "Ros", "Sil", "Tor", "Ul", "Ver", "Wes", "Yar")  # fmt: skip
_SECOND = ("bar", "cas", "dell", "evin", "ford", "gant", "holm", "ister", "kova", "lind", "more",
           "nath", "osso", "prin", "quist", "rell", "stow", "tane", "ulm", "wick")  # fmt: skip
_THIRD = ("a", "en", "ia", "o", "ex", "is", "um", "er")
_KINDS = ("Holdings, Inc.", "Corporation", "Group, Inc.", "Industries, Inc.", "Company",
          "Technologies, Inc.", "Brands, Inc.", "Partners Corporation")  # fmt: skip
_NAMES = len(_FIRST) * len(_SECOND) * len(_THIRD)
_EVENTS = (
    (Form.CURRENT, credit_report),
    (Form.CURRENT, vote_report),
    (Form.CURRENT, officer_report),
    (Form.PROXY, proxy_statement),
)


@dataclass(frozen=True, slots=True)
class SyntheticFiling:
    """A filing as identity and page texts."""

    filing_id: str
    identity: Identity
    pages: tuple[str, ...]

    def document(self) -> Document:
        """The filing as a reader would hand it over, each line group a block."""
        pages = tuple(
            Page(number, tuple(TextBlock(part) for part in text.split("\n\n") if part.strip()))
            for number, text in enumerate(self.pages, 1)
        )
        return Document(f"{self.filing_id}.txt", SourceKind.TEXT, pages)


def synthetic_filings(count: int, seed: int = 0) -> Iterator[SyntheticFiling]:
    """Yield ``count`` look-alike filings of as many companies as that takes.

    A company brings up to 24: three 10-K, nine 10-Q, nine 8-K and three proxy statements of
    fiscal years 2021 to 2023. The same seed gives the same filings, and a larger count only adds
    to them. Raises ValueError beyond some 700,000 filings, where names run out.
    """
    for draft in synthetic_drafts(count, seed):
        yield SyntheticFiling(draft.filing_id, draft.identity, draft.pages.texts())


def synthetic_drafts(count: int, seed: int = 0) -> Iterator[Draft]:
    """Like :func:`synthetic_filings`, before pages are filled; raises ValueError if too many."""
    if count < 0:
        raise ValueError(f"The number of filings must not be negative, got {count}.")
    drafts = (draft for company in synthetic_companies(seed) for draft in company_drafts(company))
    yield from itertools.islice(drafts, count)


def synthetic_companies(seed: int = 0) -> Iterator[Company]:
    """Yield companies of their own names and sizes; raises ValueError where names run out."""
    return (_company(number, seed) for number in itertools.count())


def company_drafts(company: Company) -> Iterator[Draft]:
    """The filings of one company, up to 24."""
    seen: set[str] = set()
    for year in range(LAST_YEAR - 2, LAST_YEAR + 1):
        yield annual_draft(company, year, SourceKind.TEXT)
        for quarter in (1, 2, 3):
            yield quarterly_draft(company, year, quarter, SourceKind.TEXT)
        for form, write in _EVENTS:
            draft = event_draft(company, form, write(company, year), SourceKind.TEXT)
            if draft.filing_id not in seen:
                seen.add(draft.filing_id)
                yield draft


def _company(number: int, seed: int) -> Company:
    if number >= _NAMES * len(_KINDS):
        raise ValueError(f"There are names for {_NAMES * len(_KINDS)} companies only.")
    # A stride prime to the number of names scatters neighbours over the alphabet.
    place = (number * 1009 + seed * 7) % _NAMES
    first, rest = place % len(_FIRST), place // len(_FIRST)
    second, third = rest % len(_SECOND), rest // len(_SECOND)
    short = f"{_FIRST[first]}{_SECOND[second]}{_THIRD[third]}"
    kind = _KINDS[(number // _NAMES + place) % len(_KINDS)]
    who = (seed, number)
    model = choose(COMPANIES, *who, "model")
    calendar = choose((*(FiscalCalendar(m) for m in (12, 12, 12, 3, 6, 9)),
                       FiscalCalendar(1, weeks=True, named_after_start=True)), *who)  # fmt: skip
    scale = choose((3, 6), *who, "scale")
    size = 10 ** between(2.4, 4.1, *who, "size") * (1000 if scale == 3 else 1)
    return replace(
        model,
        name=f"{short} {kind}",
        short=short,
        ticker=_ticker(number),
        number=100 + number,
        calendar=calendar,
        scale=scale,
        profile=_profile(model.profile, round(size), who),
        shares=whole(20_000, 400_000, *who, "shares"),
    )


def _profile(model: Profile, revenue: int, who: tuple[int, int]) -> Profile:
    growth = tuple(
        round(between(-0.05, 0.18, *who, year), 3) for year in range(FIRST_YEAR, LAST_YEAR)
    )
    cost = model.cost * between(0.93, 1.03, *who, "cost")
    return replace(model, revenue=revenue, growth=growth, cost=cost, dividend=0.0)


def _ticker(number: int) -> str:
    letters = ""
    for _ in range(4):
        number, letter = divmod(number, 26)
        letters = chr(ord("A") + letter) + letters
    return f"Z{letters}"
