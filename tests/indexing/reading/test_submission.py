"""Headers of EDGAR submissions, in both of its ways of writing them."""

from indexing.reading.submission import header_fields

LABELLED = """<SEC-HEADER>0000000001-24-000001.hdr.sgml : 20240208
ACCESSION NUMBER:  0000000001-24-000001
CONFORMED SUBMISSION TYPE: 10-K
CONFORMED PERIOD OF REPORT: 20231230
FILED AS OF DATE: 20240208

FILER:

 COMPANY DATA:
  COMPANY CONFORMED NAME: AMBER ROCKETS INC
  CENTRAL INDEX KEY: 0000000001
  STANDARD INDUSTRIAL CLASSIFICATION: GUIDED MISSILES [3760]
  IRS NUMBER: 123456789
  FISCAL YEAR END: 1230

 FILING VALUES:
  SEC FILE NUMBER: 001-12345

 FORMER COMPANY:
  FORMER CONFORMED NAME: OLD ROCKETS INC
  DATE OF NAME CHANGE: 19990101

 FORMER COMPANY:
  FORMER CONFORMED NAME: AMBER ROCKET CO
  DATE OF NAME CHANGE: 20100101
{more}</SEC-HEADER>
"""
SECOND = """
FILER:

 COMPANY DATA:
  COMPANY CONFORMED NAME: AMBER SUB LLC
  CENTRAL INDEX KEY: 0000000002
"""
TAGGED = """<SEC-HEADER>
<ACCESSION-NUMBER>0000000001-24-000001
<TYPE>SC TO-T
<PERIOD>20231230
<FILING-DATE>20240208
<FILED-BY>
<COMPANY-DATA>
<CONFORMED-NAME>BIDDER CORP
<CIK>0000000009
</COMPANY-DATA>
</FILED-BY>
<SUBJECT-COMPANY>
<COMPANY-DATA>
<CONFORMED-NAME>AMBER ROCKETS INC
<CIK>0000000001
<IRS-NUMBER>123456789
<FISCAL-YEAR-END>1230
</COMPANY-DATA>
</SUBJECT-COMPANY>
</SEC-HEADER>
"""


def test_a_header_for_people() -> None:
    assert header_fields(LABELLED.format(more="")) == {
        "DocumentType": "10-K",
        "DocumentPeriodEndDate": "2023-12-30",
        "FilingDate": "2024-02-08",
        "EntityRegistrantName": "AMBER ROCKETS INC",
        "EntityCentralIndexKey": "0000000001",
        "StandardIndustrialClassification": "GUIDED MISSILES [3760]",
        "EntityTaxIdentificationNumber": "12-3456789",
        "CurrentFiscalYearEndDate": "1230",
        "EntityFileNumber": "001-12345",
        "FormerName": "AMBER ROCKET CO",
    }


def test_of_several_filers_the_first_counts_and_the_others_are_co_registrants() -> None:
    fields = header_fields(LABELLED.format(more=SECOND))
    assert fields["EntityRegistrantName"] == "AMBER ROCKETS INC"
    assert fields["EntityCentralIndexKey"] == "0000000001"
    assert fields["CoRegistrants"] == "AMBER SUB LLC"


def test_a_header_for_machines_tells_the_subject_not_who_filed() -> None:
    fields = header_fields(TAGGED)
    assert fields["EntityRegistrantName"] == "AMBER ROCKETS INC"
    assert fields["EntityCentralIndexKey"] == "0000000001"
    assert fields["CurrentFiscalYearEndDate"] == "1230"
    assert "CoRegistrants" not in fields


def test_other_text_is_no_header() -> None:
    assert header_fields("TYPE: a letter\nFILER: nobody\n") == {}
