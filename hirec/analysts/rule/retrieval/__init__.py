"""Retrieval: the texts a question is looked for by, and the cards of what passages state."""
