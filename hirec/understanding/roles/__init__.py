"""Roles: what is asked of which figures, read by a small learned tagger.

Questions are worded in more ways than a grammar holds. Where the grammar's reading comes to no
answer, the tagger names one of the things that are asked of figures and the words of each; the
figures are then looked up and computed as any others.
"""

from hirec.understanding.roles.asked_of import ASKED, NOTHING, PARTS_OF_WHOLE, Frame, said_as
from hirec.understanding.roles.composing import choices, composed, is_composed
from hirec.understanding.roles.tagger import RoleTagger, bare_words, packaged_tagger
from hirec.understanding.roles.veiled import COMPANIES, PERIODS, veiled

__all__ = [
    "ASKED",
    "COMPANIES",
    "NOTHING",
    "PARTS_OF_WHOLE",
    "PERIODS",
    "Frame",
    "RoleTagger",
    "bare_words",
    "choices",
    "composed",
    "is_composed",
    "packaged_tagger",
    "said_as",
    "veiled",
]
