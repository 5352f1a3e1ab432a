from collections.abc import Callable

from training.grounding.fairness import Fairness
from training.grounding.tagged import TaggedFiling

MakeFiling = Callable[..., TaggedFiling]


def test_words_that_mostly_mean_another_concept_are_unfair(make_filing: MakeFiling) -> None:
    filings = [make_filing(f"m{n}", [("Fees of court", "LegalFees", 5, 4)]) for n in range(3)]
    filings.append(make_filing("odd", [("Fees of court", "ProfessionalFees", 5, 4)]))
    fairness = Fairness(filings)
    assert fairness.means("fees of court", "us-gaap:LegalFees")
    assert not fairness.means("fees of court", "us-gaap:ProfessionalFees")


def test_a_balance_name_does_not_ask_for_its_change(make_filing: MakeFiling) -> None:
    concept = "IncreaseDecreaseInOtherReceivables"
    fairness = Fairness([make_filing("m", [("Sundry receivables", concept, 5, 4)])])
    assert not fairness.means("sundry receivables", f"us-gaap:{concept}")
    assert fairness.means("increase in sundry", f"us-gaap:{concept}")


def test_a_filing_that_prints_the_words_twice_is_not_asked(make_filing: MakeFiling) -> None:
    tagged = make_filing("m", [("Fees", "LegalFees", 5, 4), ("Fees", "ProfessionalFees", 9, 8)])
    facts = tagged.facts
    key = next(key for key in facts if key[0] == "us-gaap:LegalFees")
    assert not Fairness([tagged]).is_alone("fees", "", key, facts)


def test_absent_is_what_is_neither_printed_nor_tagged(filings: list[TaggedFiling]) -> None:
    fairness = Fairness(filings)
    assert fairness.is_absent("goodwill", "goodwill", filings[0])
    assert not fairness.is_absent("legal fees", "", filings[0])
