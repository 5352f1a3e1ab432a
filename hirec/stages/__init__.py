"""The steps of answering a question, each a small class over the shared types."""
