"""How well filings are read, measured against what the filings themselves tag."""
