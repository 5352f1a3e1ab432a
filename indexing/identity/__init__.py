"""Who filed what, for which period: weighed over tags, covers, words, siblings, file names."""

from indexing.identity.confidence import weak_fields
from indexing.identity.identifying import identify
from indexing.identity.ids import filing_id

__all__ = ["filing_id", "identify", "weak_fields"]
