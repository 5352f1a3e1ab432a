"""Cover vectors, and the FAISS index made of them."""

import itertools
from collections.abc import Callable
from typing import Any

import faiss
import numpy as np

from hirec.index.layout import Layout
from hirec.models.encoder import Encoder
from indexing.catalog import CatalogWriter
from indexing.writer import write_bytes, writing

COVERS_A_COMMIT = 64
_ROWS_AT_ONCE = 4096


def embed_covers(catalog: CatalogWriter, encoder: Encoder, progress: Callable[[int], None]) -> int:
    """Embed every cover that has no vector, in the order of the filing_ids.

    Args:
        catalog: Where covers come from and vectors go, some at a time.
        encoder: Makes the vectors.
        progress: Called with the number embedded so far.

    Returns:
        How many were embedded.

    """
    embedded = 0
    # Whole batches in a fixed order: a build that was killed here makes the same batches again,
    # and so bit for bit the same vectors.
    while batch := catalog.pending_covers(COVERS_A_COMMIT):
        vectors = encoder.encode_passages([summary for _, summary in batch])
        catalog.put_vectors([filing_id for filing_id, _ in batch], vectors)
        embedded += len(batch)
        progress(embedded)
    return embedded


def write_generation(catalog: CatalogWriter, layout: Layout) -> None:
    """Write the vectors of all filings as the next generation, put it in force, drop others.

    Does nothing where no filing has changed since the generation in force was made; an index that
    has lost its last filing has none in force.
    """
    if catalog.meta("revision") != catalog.meta("generation_revision"):
        generation = catalog.meta("generation") + 1
        order, index = _stack(catalog)
        if index is not None:
            with writing(layout.root):
                lines = "".join(f"{filing_id}\n" for filing_id in order)
                write_bytes(layout.order_file(generation), lines.encode())
                write_bytes(layout.documents_file(generation), faiss.serialize_index(index).data)
        catalog.switch(generation if order else 0)
    drop_other_generations(layout, catalog.meta("generation"))


def _stack(catalog: CatalogWriter) -> tuple[list[str], Any]:
    """filing_ids and an exact inner-product index over their vectors; None without filings."""
    order: list[str] = []
    index: Any = None
    rows = catalog.vectors()
    while part := list(itertools.islice(rows, _ROWS_AT_ONCE)):
        order.extend(filing_id for filing_id, _ in part)
        stored = np.frombuffer(b"".join(blob for _, blob in part), dtype="<f4")
        vectors = stored.astype(np.float32).reshape(len(part), -1)
        if index is None:
            index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(vectors)
    return order, index


def drop_other_generations(layout: Layout, generation: int) -> None:
    """Delete vectors that are not in force; who has them open keeps them."""
    kept = {layout.documents_file(generation).name, layout.order_file(generation).name}
    for path in layout.root.glob("documents-*"):
        if path.name not in kept:
            path.unlink(missing_ok=True)
