"""Offline: read filings, identify, cut, summarize, embed, and write the index."""
