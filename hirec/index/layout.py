"""Where an index keeps its files, and the tables of its catalog."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

SCHEMA_VERSION = 6
"""Raised whenever what is on disk, or how filings are read, stops fitting older indexes."""

CATALOG_SQL = """
CREATE TABLE IF NOT EXISTS filings (
  filing_id TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  page_count INTEGER NOT NULL,
  passage_count INTEGER NOT NULL,
  identity TEXT NOT NULL,
  listed TEXT NOT NULL DEFAULT '[]',
  passages TEXT NOT NULL DEFAULT '',
  changed INTEGER NOT NULL DEFAULT 0,
  company TEXT AS (json_extract(identity, '$.company')) VIRTUAL,
  form TEXT AS (json_extract(identity, '$.form')) VIRTUAL,
  fiscal_year INTEGER AS (json_extract(identity, '$.fiscal_year')) VIRTUAL,
  fiscal_quarter INTEGER AS (json_extract(identity, '$.fiscal_quarter')) VIRTUAL,
  period_end TEXT AS (json_extract(identity, '$.period_end')) VIRTUAL,
  filing_date TEXT AS (json_extract(identity, '$.filing_date')) VIRTUAL,
  amendment INTEGER AS (json_extract(identity, '$.amendment')) VIRTUAL,
  ticker TEXT AS (json_extract(identity, '$.ticker')) VIRTUAL,
  cik TEXT AS (json_extract(identity, '$.cik')) VIRTUAL
);
CREATE INDEX IF NOT EXISTS filings_changed ON filings (changed);
CREATE TABLE IF NOT EXISTS covers (
  filing_id TEXT PRIMARY KEY REFERENCES filings (filing_id) ON DELETE CASCADE,
  summary TEXT NOT NULL,
  vector BLOB
);
CREATE INDEX IF NOT EXISTS covers_pending ON covers (filing_id) WHERE vector IS NULL;
CREATE TABLE IF NOT EXISTS ledger (
  path TEXT PRIMARY KEY,
  stem TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('new', 'done', 'failed', 'superseded')),
  sha256 TEXT,
  size INTEGER,
  mtime_ns INTEGER,
  filing_id TEXT,
  error TEXT,
  note TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  seconds REAL,
  pages INTEGER,
  told TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS ledger_filing ON ledger (filing_id);
CREATE INDEX IF NOT EXISTS ledger_content ON ledger (sha256);
CREATE TABLE IF NOT EXISTS corrections (
  sha256 TEXT NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (sha256, field)
);
CREATE TABLE IF NOT EXISTS listed (
  cik TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('name', 'symbol', 'former')),
  name TEXT NOT NULL,
  PRIMARY KEY (cik, kind, name)
);
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL);
INSERT OR IGNORE INTO meta VALUES ('revision', 0), ('fence', 0);
"""
"""``filings``: identity as JSON, its fields as computed columns; ``listed`` are those aliases
that EDGAR's company list gave, ``passages`` is the digest that names its file of passages,
``changed`` the revision of its last change. ``covers``: what is embedded, apart so that reading
identities never walks over summaries and vectors (float32, little endian). ``ledger``: one row for
each input file ever seen; ``told`` is what its content was read with beside itself, as JSON.
``corrections``: a user's values for the identity of a content. ``listed``: EDGAR's company list.
``meta``: ``revision`` counts changes of filings and their files, ``fence`` is the number of the
newest lease, without which nothing is written."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Paths of one index."""

    root: Path

    @property
    def catalog(self) -> Path:
        """SQLite file (WAL) with filings, covers and ledger."""
        return self.root / "catalog.db"

    @property
    def manifest(self) -> Path:
        """JSON with schema version and fingerprints."""
        return self.root / "manifest.json"

    @property
    def lock(self) -> Path:
        """Held by the one process of this machine that may write."""
        return self.root / "lock"

    @property
    def leases(self) -> Path:
        """Folder of leases; the one with the highest number says who may write."""
        return self.root / "leases"

    def lease_file(self, number: int) -> Path:
        """Who holds a lease, and until when."""
        return self.leases / f"{number}.json"

    @property
    def labels(self) -> Path:
        """CSV of all corrections, as ``hirec index --labels`` takes them; none without any."""
        return self.root / "labels.csv"

    @property
    def replies(self) -> Path:
        """SQLite file of a language model's replies to the builder; none without enrichment."""
        return self.root / "replies.db"

    @property
    def unfinished(self) -> Path:
        """Folder of files being written; whatever is in it when a build starts is left over."""
        return self.root / "unfinished"

    @property
    def passages(self) -> Path:
        """Folder of all passages."""
        return self.root / "passages"

    def passages_file(self, filing_id: str, digest: str) -> Path:
        """Parquet file of one filing's passages, in one of 256 folders.

        Named by its content: another reading of the filing is another file, so that who has an
        older generation open still finds what belongs to it.
        """
        return self.passages / _shard(filing_id) / f"{filing_id}@{digest}.parquet"

    def embeddings_file(self, fingerprint: str, filing_id: str) -> Path:
        """Vectors of one filing's passages by the encoder with this fingerprint."""
        folder = self.root / "embeddings" / fingerprint / _shard(filing_id)
        return folder / f"{filing_id}.safetensors"

    @property
    def generations(self) -> Path:
        """Folder of what readers open: ``N.json``, written last, puts generation N in force."""
        return self.root / "generations"

    def generation_file(self, number: int) -> Path:
        """What generation N consists of."""
        return self.generations / f"{number}.json"

    def generation_folder(self, name: str) -> Path:
        """Files that one generation has for itself."""
        return self.generations / name

    @property
    def segments(self) -> Path:
        """Folder of segments, which generations share."""
        return self.root / "segments"

    def segment_folder(self, name: str) -> Path:
        """Covers, vectors and words of some filings; never changed once it is there."""
        return self.segments / name


def _shard(filing_id: str) -> str:
    return hashlib.sha1(filing_id.encode(), usedforsecurity=False).hexdigest()[:2]
