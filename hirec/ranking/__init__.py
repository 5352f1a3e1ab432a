"""Ranking primitives: BM25 over texts in memory, reciprocal rank fusion."""
