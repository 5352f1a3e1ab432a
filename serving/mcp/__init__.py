"""The tools that an assistant has over MCP: ask, search, read a page, explain a run."""
