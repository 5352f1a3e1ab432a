"""Company names as people type them, over a small made index."""

from datetime import date

import pytest

from hirec.companies import CompanyDirectory
from hirec.types import Alias, AliasSource, Form, Identity


def filing(company: str, ticker: str | None = None, **fields: object) -> Identity:
    end = date(2022, 12, 31)
    return Identity(company, Form.ANNUAL, 2022, None, end, ticker=ticker, **fields)  # type: ignore[arg-type]


FORMER = (Alias("Quillmark Papers, Inc.", AliasSource.FORMER),)


@pytest.fixture(scope="module")
def directory() -> CompanyDirectory:
    return CompanyDirectory.build(
        {
            "corvanta": filing("The Corvanta Company", "CVTX"),
            "seven": filing("9-Twelve Stores, Inc.", "NTWV"),
            "cedar": filing("Cedar Depot, Inc.", "CDR"),
            "brask": filing("Bräskova & Co.", "BK"),
            "kornel": filing("Kornelton's Foods, Inc."),
            "target": filing("Target Corporation", "TGT"),
            "ostrel": filing("Ostrelle Media Group, Inc.", "OST", aliases=FORMER),
            "merritt": filing("Merritt Lodging, Inc."),
            "summit-corp": filing("Sumvale Corp", cik="1"),
            "summit-inc": filing("Sumvale Inc.", cik="2"),
            "acme_report_final": filing(""),
        }
    )


def found(directory: CompanyDirectory, question: str) -> list[str]:
    known, unknown = directory.find(question)
    assert not (known and unknown)
    return [directory.filings(ref.company_key)[0] for ref in known]


@pytest.mark.parametrize(
    ("question", "company"),
    [
        ("corvanta revenue 2023", "corvanta"),
        ("What was the Corvanta's net income?", "corvanta"),
        ("corvantas net income 2023", "corvanta"),
        ("Net sales of Corvanta & Co. in 2022", "corvanta"),
        ("CVTX North America's revenue in 2022", "corvanta"),
        ("cvtx eps 2022", "corvanta"),
        ("$cvtx eps", "corvanta"),
        ("CEDARDEPOT sales 2022", "cedar"),
        ("cedardepot sales 2022", "cedar"),
        ("cedar-depot sales 2022", "cedar"),
        ("9 twelve stores revenue", "seven"),
        ("9-twelve revenue 2022", "seven"),
        ("braskova and co revenue", "brask"),
        ("How much did bk earn in 2022?", "brask"),
        ("Ostrelle's revenue", "ostrel"),
        ("quillmark papers revenue 2020", "ostrel"),
        ("sumvale inc revenue", "summit-inc"),
        ("acme report final revenue", "acme_report_final"),
    ],
)
def test_names_are_found_as_people_type_them(
    directory: CompanyDirectory, question: str, company: str
):
    assert found(directory, question) == [company]


@pytest.mark.parametrize("name", ["Corvnata", "Corvvanta", "Corvamta", "Corvinta", "corvata"])
@pytest.mark.parametrize("template", ["{} revenue 2023", "What was {}'s net income?"])
def test_a_slip_of_the_hand_is_forgiven(directory: CompanyDirectory, name: str, template: str):
    assert found(directory, template.format(name)) == ["corvanta"]


def test_a_slip_is_forgiven_in_a_name_that_is_a_possessive(directory: CompanyDirectory):
    assert found(directory, "What was Kornlton's revenue?") == ["kornel"]


def test_a_possessive_before_a_period_is_a_name(directory: CompanyDirectory):
    (ref,), unknown = directory.find("And Target's in FY2021?")
    assert (ref.said, unknown) == ("Target", ())


def test_an_ordinary_word_is_a_name_only_where_a_company_stands_and_no_other_is_named(
    directory: CompanyDirectory,
):
    assert found(directory, "target revenue 2023") == ["target"]
    assert found(directory, "what was the revenue of target in 2023?") == ["target"]
    assert found(directory, "compare target and corvanta revenue 2023") == ["target", "corvanta"]
    assert found(directory, "what is the target revenue growth of Corvanta") == ["corvanta"]
    assert found(directory, "what share of target revenue was services in 2023") == ["target"]
    assert found(directory, "did revenue at target stay above 2021's level in 2022?") == ["target"]
    assert found(directory, "operating income divided by revenue, target, 2022") == ["target"]
    assert found(directory, "what was the target for margins in 2023?") == []


@pytest.mark.parametrize(
    "question",
    [
        "where is Merrit Lodging, Inc. incorporated",
        "cedar depo undrawn lines of credit",
    ],
)
def test_a_slip_in_a_whole_name_is_forgiven_whatever_stands_behind(
    directory: CompanyDirectory, question: str
) -> None:
    assert len(found(directory, question)) == 1


@pytest.mark.parametrize(
    "question",
    [
        "What was Marriott's revenue in 2022?",
        "marriott revenue 2022",
        "What was Corvella's revenue in 2022?",
        "zelmont airways revenue 2023",
        "How much did Pine Corvanta Company earn?",
        "Zelmont Corp revenue",
        "zelmont corvanta revenue 2023",
        "How much did Zelmont OST earn?",
    ],
)
def test_a_company_that_is_not_there_is_refused_and_never_replaced(
    directory: CompanyDirectory, question: str
):
    known, unknown = directory.find(question)
    assert known == ()
    assert unknown


def test_a_name_too_far_from_any_is_asked_back(directory: CompanyDirectory):
    _, (said,) = directory.find("What was Corbonta's revenue in 2022?")
    assert directory.nearest(said).names == ("The Corvanta Company",)
    assert not directory.nearest(said).exact


def test_no_slip_is_forgiven_where_names_stand_close_together():
    crowd = [filing(f"{name}, Inc.") for name in ("Quentowia", "Quentowen", "Quentowis")]
    directory = CompanyDirectory.build({f"f{at}": each for at, each in enumerate(crowd)})
    known, (said,) = directory.find("What was Quentowum's revenue in 2022?")
    assert known == ()
    assert len(directory.nearest(said).names) == 3


def test_a_name_of_two_companies_asks_which(directory: CompanyDirectory):
    known, (said,) = directory.find("What was Sumvale's revenue in 2022?")
    assert known == ()
    assert directory.nearest(said) == (("Sumvale Corp", "Sumvale Inc."), True)


def test_ordinary_words_that_join_to_a_name_are_not_one():
    directory = CompanyDirectory.build({"s": filing("Salesforce, Inc.", "CRM")})
    assert directory.find("how large was the sales force in 2022?") == ((), ())


def test_a_filing_without_a_name_joins_its_company_by_number():
    directory = CompanyDirectory.build(
        {"scan_17": filing("", cik="7"), "b": filing("Corvanta Foods, Inc.", cik="7")}
    )
    assert directory.keys() == ("corvanta-foods",)
    assert set(directory.filings("corvanta-foods")) == {"scan_17", "b"}


def test_filings_without_names_are_companies_of_their_own():
    directory = CompanyDirectory.build({"scan_17": filing(""), "scan_18": filing("")})
    assert directory.name("scan-17") == "scan_17"
    assert directory.name("scan-18") == "scan_18"


@pytest.mark.parametrize(
    ("question", "filing"),
    [
        ("target fuel expense 2022", "target"),
        ("number of target stores 2022", "target"),
        ("tgt fuel expense 2022", "target"),
        ("Target adjusted EBITDA 2022", "target"),
        ("weighted average lease term ntwv 2022", "seven"),
        ("ostrelle seats sold march 2022 quarter", "ostrel"),
        ("OST Domestic Package revenue in 2022", "ostrel"),
        ("CD free cash flow 2022", "cedar"),
        ("Whats Merritt Lodging's average net income?", "merritt"),
        ("Subtract Merritt Lodging's debt from its cash in 2022", "merritt"),
    ],
)
def test_the_one_company_that_a_question_can_mean_is_meant(
    directory: CompanyDirectory, question: str, filing: str
):
    assert found(directory, question) == [filing]


@pytest.mark.parametrize(
    "question",
    ["CD Fluid Systems revenue 2022", "the target price in 2022", "sales growth target 2022"],
)
def test_a_word_is_no_company_within_another_name_or_where_none_can_stand(
    directory: CompanyDirectory, question: str
):
    assert directory.find(question)[0] == ()


@pytest.mark.parametrize(
    ("question", "companies"),
    [
        ("corvanta and target net income 2022", ["corvanta", "target"]),
        ("target's and cdr's net income 2022", ["target", "cedar"]),
        ("difference between target's and corvanta's net income in 2022", ["target", "corvanta"]),
        ("sales and target of corvanta in 2022", ["corvanta"]),
        ("who sold more - target in FY21 or corvanta in FY22?", ["target", "corvanta"]),
        ("cash: cdr at the end of July 2023 vs target at end of 2022", ["cedar", "target"]),
        ("corvanta grew its margins in 2022 and target prices rose", ["corvanta"]),
    ],
)
def test_an_ordinary_word_is_a_name_where_it_is_joined_to_one(
    directory: CompanyDirectory, question: str, companies: list[str]
) -> None:
    assert found(directory, question) == companies


def test_a_legal_form_behind_a_possessive_name_is_said_with_it() -> None:
    directory = CompanyDirectory.build({"bellamys": filing("Bellamy's, Inc.")})
    (ref,), _ = directory.find("Bellamy's, Inc. current ratio 2022")
    assert ref.said == "Bellamy's, Inc."


def test_initials_name_a_company_in_front_of_a_part_with_a_name_of_its_own() -> None:
    both = CompanyDirectory.build({"cvq": filing("CVQ Health Corporation", "CVQ")})
    assert found(both, "CVQ Medicare Advantage members 2020") == ["cvq"]
    assert found(both, "CVQ Pharmacy Inc. revenue 2020") == []


def test_initials_of_things_in_front_of_a_company_are_no_name(directory: CompanyDirectory) -> None:
    assert found(directory, "fair value of RSUs Corvanta granted in 2022") == ["corvanta"]
