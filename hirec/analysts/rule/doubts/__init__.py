"""Doubts: checks of what speaks against a number in the place of a figure, by where it stands."""
