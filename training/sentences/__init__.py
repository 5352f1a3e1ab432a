"""Training of the scorer of sentences: ``hirec train sentences``."""
