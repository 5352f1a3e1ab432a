"""One file a noun: what can be asked over HTTP of it."""
