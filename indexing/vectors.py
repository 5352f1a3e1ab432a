"""Cover vectors."""

from collections.abc import Callable

from hirec.models.encoder import Encoder
from indexing.catalog import CatalogWriter
from indexing.covers import embedded_part

COVERS_A_COMMIT = 64


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
        vectors = encoder.encode_passages([embedded_part(summary) for _, summary in batch])
        catalog.put_vectors([filing_id for filing_id, _ in batch], vectors)
        embedded += len(batch)
        progress(embedded)
    return embedded
