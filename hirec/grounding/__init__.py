"""Finding the places that state figures: every cell and amount, one table of features, a scorer."""

from hirec.grounding.grounding import ground
from hirec.grounding.result import Grounding

__all__ = ["Grounding", "ground"]
