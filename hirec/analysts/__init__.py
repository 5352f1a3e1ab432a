"""Analysts: who does the reading tasks; the rule analyst is the embedded default."""
