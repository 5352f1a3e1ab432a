"""The `hirec` command."""
