"""Counts: places that say how many there are, and of them the one that is meant."""
