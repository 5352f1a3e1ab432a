"""Questions made from what filings tag themselves."""
