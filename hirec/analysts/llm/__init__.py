"""The analyst that asks a language model, and takes none of its words without checking."""
