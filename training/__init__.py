"""Training of rerankers and adapters: data sets, trainers, model export."""
