"""The index on disk, read side."""

from hirec.index.catalog import LedgerRow, LedgerState
from hirec.index.damage import IndexDamagedError
from hirec.index.reader import Index

__all__ = ["Index", "IndexDamagedError", "LedgerRow", "LedgerState"]
