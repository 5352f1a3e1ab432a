"""Sentences: which one of the evidence answers a question for words, and whether any does."""
