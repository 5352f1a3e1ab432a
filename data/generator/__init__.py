"""The sample collection: fictional registrants, their books, filings and questions."""

from generator.generate import generate
from generator.synthetic import SyntheticFiling, synthetic_filings

__all__ = ["SyntheticFiling", "generate", "synthetic_filings"]
