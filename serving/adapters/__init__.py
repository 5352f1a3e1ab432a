"""hirec as a retriever of other frameworks; each module needs that framework, and only its own."""
