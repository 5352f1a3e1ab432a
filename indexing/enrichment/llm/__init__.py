"""Enrichment by a language model: what it writes is checked, counted, and kept apart as data."""
