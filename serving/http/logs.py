"""Logs as JSON, a line an event; questions and answers are never in them."""

import json
import logging
import sys
from datetime import UTC, datetime

_NAMES = ("hirec.http", "uvicorn.error")


class JsonLines(logging.Formatter):
    """A record as one object: time, level, what it says, and the fields that came along."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        content: dict[str, object] = {"time": when, "level": record.levelname.lower()}
        fields = getattr(record, "fields", None)
        content |= fields if fields is not None else {"message": record.getMessage()}
        if record.exc_info:
            content["traceback"] = self.formatException(record.exc_info)
        return json.dumps(content, ensure_ascii=False)


def log_to_stderr() -> None:
    """Send the server's records to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in _NAMES:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
