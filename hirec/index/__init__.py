"""The index on disk, read side."""

from hirec.index.catalog import IndexDamagedError, LedgerRow, LedgerState
from hirec.index.reader import Index

__all__ = ["Index", "IndexDamagedError", "LedgerRow", "LedgerState"]
