"""Understanding: a question becomes a :class:`hirec.types.ParsedQuestion`, once."""

from hirec.understanding.abbreviations import as_defined_by
from hirec.understanding.antecedents import Antecedents, around
from hirec.understanding.choices import named_behind
from hirec.understanding.disclosed import without_names
from hirec.understanding.due_windows import without_window
from hirec.understanding.figures import rebound
from hirec.understanding.glosses import explained, without_glosses
from hirec.understanding.joined import adds_up, joined_in, named_apart
from hirec.understanding.leading import led
from hirec.understanding.listing import in_both_forms, whole_of, without_echo
from hirec.understanding.naming import naming_words
from hirec.understanding.normalize import normalize
from hirec.understanding.one_of import about_one, by_quarter
from hirec.understanding.parts import instead, is_loss, of_topic
from hirec.understanding.plainly import plainly
from hirec.understanding.ranked import with_ranking
from hirec.understanding.reading import IN_MONEY
from hirec.understanding.rereading import reread
from hirec.understanding.returns import about_page
from hirec.understanding.short_years import with_year
from hirec.understanding.spelling import respell, respell_as
from hirec.understanding.stated_growth import stated_growth
from hirec.understanding.understand import (
    Understood,
    cut_apart,
    parse_of,
    read_clause,
    understand,
)
from hirec.understanding.vocabulary import (
    KINDS_OF_PARTS,
    kind_of_parts,
    parts_called,
    telling_words,
)
from hirec.understanding.wording import owned, worded

__all__ = [
    "IN_MONEY",
    "KINDS_OF_PARTS",
    "Antecedents",
    "Understood",
    "about_one",
    "about_page",
    "adds_up",
    "around",
    "as_defined_by",
    "by_quarter",
    "cut_apart",
    "explained",
    "in_both_forms",
    "instead",
    "is_loss",
    "joined_in",
    "kind_of_parts",
    "led",
    "named_apart",
    "named_behind",
    "naming_words",
    "normalize",
    "of_topic",
    "owned",
    "parse_of",
    "parts_called",
    "plainly",
    "read_clause",
    "rebound",
    "reread",
    "respell",
    "respell_as",
    "stated_growth",
    "telling_words",
    "understand",
    "whole_of",
    "with_ranking",
    "with_year",
    "without_echo",
    "without_glosses",
    "without_names",
    "without_window",
    "worded",
]
