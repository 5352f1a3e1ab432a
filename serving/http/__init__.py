"""The HTTP API: questions, filings, pages, traces, and the chat of OpenAI's kind."""
