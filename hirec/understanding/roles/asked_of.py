"""What may be asked of figures, and the roles of their words."""

from collections.abc import Mapping
from dataclasses import dataclass

NOTHING = "other"
"""Words are asked for, or a calculation that is none of these."""
VALUE = "value"
ASKED: Mapping[str, str] = {
    VALUE: "{N}",
    "share": "{N} in percent of {D}",
    "sum_share": "{N} and {E} in percent of {D}",
    "share_change": "the change of {N} in percent of {D}",
    "ratio": "{N} divided by {D}",
    "ratio_change": "the change of {N} divided by {D}",
    "difference": "{N} less {D}",
    "is_more": "which is more, {N} or {D}",
    "sum": "{N} plus {D}",
    "sum_difference": "{N} plus {E} less {D}",
    "excluding": "{N} without {D}",
    "change": "the change of {N}",
    "growth": "the growth of {N} in percent",
    "change_share": "the change of {N} in percent of the change of {D}",
    "which_more": "which is the largest, {N} or {D}",
    "which_less": "which is the smallest, {N} or {D}",
    "which_grew": "which grew most, {N} or {D}",
    "average": "the average of {N}",
    "total": "the sum of {N} over the periods",
    "part_most": "which {K} has the highest {N}",
    "part_least": "which {K} has the lowest {N}",
    "part_grew": "which {K} has the largest growth of {N} in percent",
    "part_fell": "which {K} has the largest decline of {N} in percent",
    "part_added": "which {K} has the largest increase in {N}",
    "part_lost": "which {K} has the largest decrease in {N}",
    "part_share": "which {K} has the highest {N} in percent of {D}",
    "part_share_least": "which {K} has the lowest {N} in percent of {D}",
    "firm_more": "which company has the higher {N}",
    "firm_less": "which company has the lower {N}",
    "firm_gap": "how much the companies' {N} differ",
    "firm_share": "which company has the higher {N} in percent of {D}",
    "firm_share_less": "which company has the lower {N} in percent of {D}",
    "firm_ratio": "which company has the higher {N} divided by {D}",
    "firm_ratio_less": "which company has the lower {N} divided by {D}",
    "firm_grew": "which company's {N} grew more in percent",
    NOTHING: "",
}
"""What is asked → how an answer says that it was read so. ``N`` is the figure that is asked about,
``D`` what it is held against, ``E`` a third one beside N or D; ``M`` is a measure that is said once
for all of them, ``K`` what kind of part is chosen: segment, region, product."""
PARTS_OF_WHOLE = frozenset({"share", "sum_share"})
"""Of which no more can be asked than all: R&D is no part of the stock compensation that it exceeds.
"""
MEASURED = "revenue"
"""By what a part is measured, where no word says it."""
_BRACKETS = str.maketrans("()", "  ")
ROLES = ("", "N", "D", "E", "M", "K")
"""Of a token; the first: it names no figure."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One reading of a question: what is asked, and the words of each figure."""

    asked: str
    """A key of :data:`ASKED`."""
    words: Mapping[str, str]
    """Role → its words, as the question has them, without companies and periods."""
    probability: float
    """That all of it is right, by the tagger."""
    left: tuple[str, ...] = ()
    """Words that name no figure and are none by which questions ask."""

    @property
    def computes(self) -> bool:
        """Whether it asks for more than one amount that its words name, and names all of them."""
        said = ASKED[self.asked]
        if self.chooses:
            return "K" in self.words and ("D" in self.words) == ("{D}" in said)
        named = {role for role in "NDE" if role in self.words}
        needed = {role for role in "NDE" if f"{{{role}}}" in said}
        if self.compares and named != needed:
            return False
        alone = needed == {"N"} and "M" in self.words
        return self.asked not in (NOTHING, VALUE) and (needed <= named or alone)

    @property
    def compares(self) -> bool:
        """Whether it holds companies against each other."""
        return self.asked.startswith("firm")

    @property
    def chooses(self) -> bool:
        """Whether it asks for one part of a company among those that a table has."""
        return "{K}" in ASKED[self.asked]


def unbracketed(words: str) -> str:
    """Words without the brackets around some of them."""
    return " ".join(words.translate(_BRACKETS).split())


def said_as(frame: Frame) -> str:
    """How a question was read: "It is read as “R&D” in percent of “stock comp”."."""
    measure = frame.words.get("M", "")
    said = {
        role: f"“{' '.join(filter(None, (frame.words.get(role, ''), measure)))}”" for role in "NDE"
    }
    said["K"] = f"“{frame.words.get('K', '')}”"
    if frame.chooses and "N" not in frame.words:
        said["N"] = f"“{MEASURED}”"
    left = f" “{' '.join(frame.left)}” is left aside." if frame.left else ""
    return f"It is read as {ASKED[frame.asked].format(**said)}.{left}"
