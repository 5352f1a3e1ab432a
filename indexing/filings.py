"""How an SEC filing is read: identified by registrant, form and period, cut by Items and Notes."""

from indexing.identity import filing_id, identify, weak_fields
from indexing.passages import cut
from indexing.profiles import Steps
from indexing.reading import read_document
from indexing.summary import summarize
from indexing.told import as_findings

STEPS = Steps(
    read=read_document,
    identify=lambda document, told: identify(document, as_findings(told)),
    name=filing_id,
    cover=summarize,
    cut=cut,
    weak=weak_fields,
)
