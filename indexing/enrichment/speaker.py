"""Who speaks in a passage: the registrant, or somebody else whose "we" it is."""

import re

from hirec.types import Passage

_AUDITOR = re.compile(
    r"\bwe have (?:also )?audited\b|\bin our opinion, the (?:consolidated|accompanying)"
    r"|\bwe are a public accounting firm\b|\bour audits?\b|\bwe conducted our (?:audit|review)"
    r"|\bhave served as the company['’]s auditor|\bto express an opinion on\b"
    r"|\bcritical audit matters?\b|\bwe evaluated (?:the company['’]s|management['’]s)"
    r"|\bto the (?:share|stock)(?:holders|owners) and (?:the )?board of directors\b",
    re.IGNORECASE,
)
_AUDITORS_REPORT = re.compile(r"registered public accounting firm", re.IGNORECASE)
_ATTACHED = re.compile(r"Exhibit (?!13\b|99\b)")
"""Agreements and letters; an annual report (13) and a release (99) are the registrant's words."""


def is_auditors(passage: Passage) -> bool:
    """True for the auditor's report."""
    return bool(_AUDITORS_REPORT.search(passage.section) or _AUDITOR.search(passage.text))


def is_registrants(passage: Passage) -> bool:
    """True where "we" can only be the registrant."""
    return not is_auditors(passage) and not _ATTACHED.match(passage.section)
