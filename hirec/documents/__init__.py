"""Questions over documents that are no filings: found by what they are called, read by people."""
