"""Servers of the API's tests."""

from tests.serving.conftest import served_index, start_server

__all__ = ["served_index", "start_server"]
