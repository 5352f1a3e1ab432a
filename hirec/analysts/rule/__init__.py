"""The rule analyst: deterministic, no weights, no network."""
