"""How an SEC filing is read: identified by registrant, form and period, cut by Items and Notes."""

from indexing.hints import as_findings
from indexing.identity import filing_id, identify, weak_fields
from indexing.passages import cut
from indexing.profiles import Steps
from indexing.reading import read_document
from indexing.summary import summarize

STEPS = Steps(
    read=read_document,
    identify=lambda document, hints: identify(document, as_findings(hints)),
    name=filing_id,
    cover=summarize,
    cut=cut,
    weak=weak_fields,
)
