"""Talking to a language model: the request, the reply, and who can be asked."""
