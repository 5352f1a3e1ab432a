from hirec.datasets.gold import resolve
from hirec.datasets.questions import GoldEvidence, Question
from hirec.types import Filing, Form, Identity


class Index:
    """Filings A1 and B1, whose sources have their ids in lower case."""

    def by_source(self, name_or_id: str) -> Filing | None:
        filing_id = name_or_id.upper()
        identity = Identity("Acme", Form.ANNUAL, fiscal_year=2020)
        known = Filing(filing_id, identity, "acme", (filing_id.lower(),), 100, 500, "")
        return known if filing_id in ("A1", "B1") else None


def test_filings_are_found_by_id_or_source_and_missing_ones_named() -> None:
    places = (("A1", 3), ("a1", 3), ("b1", None), ("zeta_2020", 9))
    evidence = tuple(GoldEvidence(name, page) for name, page in places)
    found = resolve(Question("q", "q", "5", "numeric", evidence), Index())
    assert found.filings == {"A1", "B1", "?zeta_2020"}
    assert found.pages == {("A1", 3), ("?zeta_2020", 9)}
    assert found.missing == ("zeta_2020",)
