"""Prose: figures that sentences state, which period each is of, and what narrows them."""
