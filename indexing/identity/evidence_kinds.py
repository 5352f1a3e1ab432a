"""Places of a filing that tell of its identity, and how much each one tells."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class EvidenceKind:
    """One kind of place.

    A weight is the natural logarithm of the odds by which what the place says is right, against
    its being anything else; a negative one speaks against what it names.
    """

    source: str
    """As in :attr:`Identity.sources`."""
    weight: float
    reason: str
    family: str = ""
    """Places of one family copy each other and count as one; empty for a family of its own."""
    by_field: Mapping[str, float] = field(default_factory=dict)
    """Weights of fields that the place tells better or worse than others."""
    confirms: bool = False
    """True where the place only repeats what another place of the text says."""
    of_day: bool = False
    """True where what it says follows from the period's last day: it is no surer than that."""

    def weigh(self, name: str) -> float:
        """Weight for a field of :class:`Identity`."""
        return self.by_field.get(name, self.weight)


EVIDENCE_KINDS: Mapping[str, EvidenceKind] = {
    "label": EvidenceKind("label", 50.0, "the user's own correction"),
    "dei": EvidenceKind("dei", 6.0, "stated by the filer for machines"),
    "header": EvidenceKind("header", 5.0, "EDGAR's header or a vendor's title page"),
    "list": EvidenceKind("list", 3.0, "EDGAR's list of companies, found by number or ticker"),
    "sibling": EvidenceKind("sibling", 2.5, "another filing with the same number or ticker"),
    "cover": EvidenceKind("cover", 3.0, "the field's own place on the form's cover"),
    "cover label": EvidenceKind("cover", 2.5, "printed above 'Exact name of registrant'", "cover"),
    "cover label below": EvidenceKind("cover", 0.8, "printed below the label, as few do", "cover"),
    "cover lines": EvidenceKind(
        "cover", 1.5, "lines above the label, of which the last may do", "cover"
    ),
    "cover line": EvidenceKind("cover", 0.3, "some other line beside the label", "cover"),
    "cover layout": EvidenceKind(
        "cover", 0.8, "no label: the line behind the file number", "cover"
    ),
    "cover table": EvidenceKind("cover", 2.2, "behind a file number in a table of filers", "cover"),
    "cover print": EvidenceKind(
        "cover", 1.2, "a name the body uses, printed near the label", "cover"
    ),
    "legal form": EvidenceKind("cover", 1.2, "cover lines seldom end in a legal form", "cover"),
    "self-naming": EvidenceKind("text", 2.3, 'defined as "the Company", "we"'),
    "signature": EvidenceKind("text", 2.5, "the name that signs, or the officer's"),
    "signing": EvidenceKind("text", 2.0, "the day of the signatures"),
    "auditor's report": EvidenceKind("text", 2.0, "addressed to its board and holders"),
    "certification": EvidenceKind("text", 2.5, "officers certify the report of"),
    "meeting": EvidenceKind("text", 1.5, "calls its holders to a meeting"),
    "subsidiaries": EvidenceKind("text", 1.0, "named together with its subsidiaries"),
    "exhibits": EvidenceKind("text", 0.8, "its charter and by-laws are listed"),
    "copyright": EvidenceKind("text", 0.5, "holds the copyright, or its printer does"),
    "about": EvidenceKind("text", 1.2, "releases end with a description of the issuer"),
    "ticker line": EvidenceKind("text", 3.0, "named with its market and symbol", "dateline"),
    "dateline": EvidenceKind("text", 1.5, "the subject of 'today announced'", "dateline"),
    "headline": EvidenceKind("text", 2.0, "the subject of the headline", by_field={"company": 1.0}),
    "release": EvidenceKind("text", 2.5, "the words of a release"),
    "body": EvidenceKind(
        "text",
        2.0,
        "named often in the text",
        by_field={"company": 0.7, "period_end": 0.6},
        confirms=True,
    ),
    "whole name": EvidenceKind(
        "text", 1.0, "the text prints it with its legal form", "body", confirms=True
    ),
    "not in body": EvidenceKind("text", -3.5, "a registrant names itself, this one is not named"),
    "statements": EvidenceKind(
        "text", 0.6, "headings of statements close on this day", confirms=True
    ),
    "definition": EvidenceKind(
        "text", 3.0, "a sentence says when that fiscal year ended", of_day=True
    ),
    "quarter named": EvidenceKind(
        "text", 3.0, "the text names this quarter with its year", of_day=True
    ),
    "mentions": EvidenceKind("text", 2.5, "the fiscal year the text tells of", of_day=True),
    "year end": EvidenceKind("derived", 2.5, "counted from the last year's end", of_day=True),
    "year-end tag": EvidenceKind(
        "derived", 2.5, "counted from the stated end of years", of_day=True
    ),
    "span to date": EvidenceKind(
        "text", 2.5, "the longest span that closes on the last day", of_day=True
    ),
    "custom": EvidenceKind(
        "derived", 3.0, "years that close after June carry that year's number", of_day=True
    ),
    "spring custom": EvidenceKind(
        "derived", 2.0, "so do nearly all that close from April to June", of_day=True
    ),
    "calendar": EvidenceKind(
        "derived", 0.3, "years are mostly named after the one they close in", of_day=True
    ),
    "report date": EvidenceKind(
        "derived", 2.0, "events belong to the year of their day", of_day=True
    ),
    "name": EvidenceKind("name", 0.5, "the file's name, given by anyone"),
}
"""The one table of weights; ``sources`` of findings are its keys."""

NONE_OF_THEM: Mapping[str, float] = {"company": 1.5, "form": 0.0}
"""Weight of the value that no place names; 0 where a field is not listed."""
SHORT_FORM = 0.5
"""Share of its weight with which a shortened name speaks for the whole one."""
CERTAIN, LIKELY = 0.95, 0.75
"""Probabilities from which a field is called so."""
SHOWN = 0.25
"""A name less probable than this is not shown: the company is unknown."""
