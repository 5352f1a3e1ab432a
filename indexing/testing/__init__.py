"""A small EDGAR of one's own, for tests of what fetches."""

from indexing.testing.edgar import Listed, LocalEdgar, Trouble

__all__ = ["Listed", "LocalEdgar", "Trouble"]
