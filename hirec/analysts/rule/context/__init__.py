"""Questions asked over a context that is given: one table and a few paragraphs."""

from hirec.analysts.rule.context.cells import BESIDE, Reading
from hirec.analysts.rule.context.reader import ContextReader

__all__ = ["BESIDE", "ContextReader", "Reading"]
