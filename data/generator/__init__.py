"""Fictional registrants, their books, filings and questions: the sample, or any number of them."""

from generator.bulk import Recipe, write_collection
from generator.generate import generate

__all__ = ["Recipe", "generate", "write_collection"]
