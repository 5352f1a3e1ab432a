"""Neural models behind small interfaces: bi-encoder and cross-encoder."""
