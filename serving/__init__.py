"""Surfaces: command line, later HTTP and web page."""
