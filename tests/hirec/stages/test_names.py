from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from hirec.analysts.rule.questions.scope import read_scope
from hirec.companies.parts import brands_line, parts_line
from hirec.stages.names import with_names
from hirec.types import Form, Identity, Scope
from tests.hirec.stages.covers import Covers, Held


@dataclass(frozen=True)
class Said:
    """A passage as far as its text."""

    text: str


@dataclass(frozen=True)
class Filings(Covers):
    """An index with what its filings say."""

    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def passages(self, filing_ids: Sequence[str]) -> list[Said]:
        return [Said(text) for filing_id in filing_ids for text in self.texts.get(filing_id, ())]


def annual(company: str, cik: str, year: int, ticker: str | None = None) -> Held:
    end = date(year, 12, 31)
    return Held(Identity(company, Form.ANNUAL, year, None, end, cik=cik, ticker=ticker))


SMELTERS = Covers(
    {
        "old": annual("Velcoa Inc.", "1", 2012),
        "new": annual("Velcoa Corporation", "2", 2019),
        "newer": annual("Velcoa Corporation", "2", 2020),
    }
)


def named(question: str, index: Covers) -> Scope:
    scope = read_scope(question, index.companies, None)
    return with_names(scope, question, index)  # type: ignore[arg-type]


def test_of_namesakes_the_one_with_filings_of_the_period_is_read_in_doubt() -> None:
    found = named("Velcoa's revenue in 2020", SMELTERS)
    assert [company.name for company in found.companies] == ["Velcoa Corporation"]
    assert not found.unknown_companies
    assert found.companies[0].doubt == (
        "Velcoa is read as Velcoa Corporation: of Velcoa Inc. there is no filing of the period "
        "here."
    )


def test_namesakes_are_asked_about_where_no_period_tells_them_apart() -> None:
    assert named("Velcoa's revenue", SMELTERS).unknown_companies == ("Velcoa",)
    both = named("Velcoa's revenue in 2012 and 2020", SMELTERS)
    assert both.unknown_companies == ("Velcoa",)


def test_a_longer_name_is_a_part_of_the_company_whose_filings_speak_of_it() -> None:
    held = {"gw": annual("General Wheels Company", "3", 2022, "GWH")}
    silent = Filings(held)
    speaking = Filings(held, {"gw": ["GWH Financial lends.", "Loans of GWH Financial"]})
    question = "GWH Financial's loans in 2022"
    found = named(question, speaking)
    assert [company.said for company in found.companies] == ["GWH"]
    assert found.companies[0].doubt == (
        "GWH Financial is read as a part of General Wheels Company."
    )
    assert named(question, silent).unknown_companies == ("GWH Financial",)
    rows = Filings(held, {"gw": ["Financial | 1,200 | 1,100", "Rims | 80\nFinancial | 20"]})
    assert named(question, rows).companies == found.companies
    others = Filings(held, {"gw": ["Financial assets | 1,200", "Other Financial | 20"]})
    assert named(question, others).unknown_companies == ("GWH Financial",)


def test_a_company_by_the_name_of_its_part_is_in_doubt() -> None:
    wheels = replace(annual("GWH Corporation", "3", 2022), summary=parts_line(("General Wheels",)))
    former = replace(wheels.identity, former_name="General Wheels")
    held = Covers({"gw": replace(wheels, identity=former)})
    found = named("General Wheels' revenue in 2022", held)
    assert [company.doubt for company in found.companies] == [
        "General Wheels is read as all of GWH Corporation, not its part of that name."
    ]
    own = named("GWH Corporation's revenue in 2022", held)
    assert [company.doubt for company in own.companies] == [""]
    brand = replace(annual("Spoke Inc.", "4", 2022), summary=parts_line(("Spoke",)))
    assert not named("Spoke's revenue in 2022", Covers({"s": brand})).companies[0].doubt


def test_words_that_a_name_adds_are_a_part_where_the_filings_say_them() -> None:
    held = {"gw": annual("General Wheels Company", "3", 2022, "GWH")}
    said = Filings(held, {"gw": ["Sales of Heavy Rims rose.", "Total Heavy Rims | 80"]})
    found = named("GWH Heavy Rims' profit in 2022", said)
    assert [company.said for company in found.companies] == ["GWH"]


def test_a_possessive_behind_a_companys_name_makes_a_longer_name() -> None:
    held = {"gw": annual("General Wheels Company", "3", 2022, "GWH")}
    for said in ("GWH Rims's", "GWH Heavy Rims'"):
        longer = named(f"What was {said} profit margin in 2022?", Filings(held))
        assert longer.unknown_companies == (said.removesuffix("'s").removesuffix("'"),)
    for said in ("GWH Joe's Wheels", "GWH North America's"):
        own = named(f"What were {said} sales in 2022?", Filings(held))
        assert [company.said for company in own.companies] == ["GWH"]


def test_a_segment_is_a_part_of_the_one_company_whose_covers_list_it() -> None:
    def listing(company: str, cik: str, *parts: str) -> Held:
        return replace(annual(company, cik, 2022), summary=parts_line(parts))

    wheels = listing("General Wheels Company", "3", "Heavy Rims", "Spoke Care")
    one = Covers({"gw": wheels, "vl": annual("Velcoa Corporation", "2", 2022)})
    found = named("What was Spoke Care's revenue in 2022?", one)
    assert [company.name for company in found.companies] == ["General Wheels Company"]
    assert not found.unknown_companies
    assert found.companies[0].doubt == "Spoke Care is read as a part of General Wheels Company."
    two = Covers({**one.filings, "vl": listing("Velcoa Corporation", "2", "Spoke Care")})
    told = replace(wheels, summary=brands_line(("Zypralex", "Rest")))
    brand = named("What were Zypralex's sales in 2022?", Covers({"gw": told}))
    assert [company.name for company in brand.companies] == ["General Wheels Company"]
    assert brand.companies[0].doubt == "Zypralex is read as a part of General Wheels Company."
    for index, name in ((two, "Spoke Care"), (one, "Spoke Cars")):
        assert named(f"What was {name}'s revenue in 2022?", index).unknown_companies == (name,)


def test_small_letters_that_misspell_one_company_alone_are_read_in_doubt() -> None:
    held = Covers({"v": annual("Velcoast Corporation", "1", 2022)})
    found = named("velcost pipe works revenue 2022", held)
    assert [(company.name, company.doubt) for company in found.companies] == [
        ("Velcoast Corporation", "velcost is read as Velcoast Corporation.")
    ]
    both = Covers({**held.filings, "w": annual("Velcort Corporation", "2", 2022)})
    assert named("velcost pipe works revenue 2022", both).unknown_companies == ("velcost",)
    assert not named("violets pipe works revenue 2022", held).companies
