"""What functions of a text remember.

A question reads the same labels, headings and sentences many times over, the next one mostly
others. One bound for all keeps the memory of a long-lived process flat: with bounds of 4,096 to
262,144 it grew by three megabytes a question (``docs/experiments.md``).
"""

import functools

remembered = functools.lru_cache(maxsize=1024)
"""Decorator: keeps the latest results of a function by its arguments."""
