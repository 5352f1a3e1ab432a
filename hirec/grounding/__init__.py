"""Finding the places that state figures: every cell and amount, one table of features, a scorer."""

from hirec.grounding.grounding import Grounding, ground

__all__ = ["Grounding", "ground"]
