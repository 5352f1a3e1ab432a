"""How long to wait before a request is sent again: one policy for all that is asked."""

import email.utils
import random
import re
import time

LONGEST_WAIT_S = 30.0
_SECONDS = re.compile(r"\d{1,9}(?:\.\d*)?")
_JITTER = random.SystemRandom()


def wait_s(attempt: int, backoff_s: float, retry_after: str = "") -> float:
    """Seconds before try ``attempt + 1``: doubled each time, the half of it by chance.

    Args:
        attempt: Number of the try that failed, from 1.
        backoff_s: Wait after the first, in seconds.
        retry_after: The server's header (seconds, or a date), the least to wait; without one a wait
            ends at 30 s.

    """
    doubled = min(backoff_s * 2.0 ** (attempt - 1), LONGEST_WAIT_S)
    return max(doubled * _JITTER.uniform(0.5, 1.0), asked_s(retry_after))


def asked_s(retry_after: str) -> float:
    """Seconds that a Retry-After header asks for; 0 where it says nothing readable."""
    stated = retry_after.strip()
    if _SECONDS.fullmatch(stated):
        return float(stated)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(stated).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
