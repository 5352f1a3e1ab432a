"""What an operator watches, for Prometheus."""

from collections.abc import Callable, Mapping
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0)


class Metrics:
    """Counters of one server."""

    def __init__(self, taken: Callable[[], int]) -> None:
        """``taken`` tells how many questions run or wait."""
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._requests = Counter(
            "hirec_requests",
            "Requests by route, method and status.",
            ("route", "method", "status"),
            registry=registry,
        )
        self._seconds = Histogram(
            "hirec_request_seconds",
            "Seconds until a response had ended.",
            ("route",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._answers = Counter(
            "hirec_answers", "Answers by verdict.", ("index", "verdict"), registry=registry
        )
        self._stages = Histogram(
            "hirec_stage_seconds",
            "Seconds a question spent in a stage.",
            ("stage",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._tokens = Counter(
            "hirec_llm_tokens", "Tokens of language models.", ("index", "kind"), registry=registry
        )
        running = Gauge("hirec_questions", "Questions that run or wait.", registry=registry)
        running.set_function(taken)

    def served(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a response.

        Args:
            route: Its template, so that ids do not become labels.
            method: Of HTTP.
            status: Of HTTP.
            seconds: From the request to the end of the response.

        """
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def answered(self, index: str, stored: Mapping[str, Any]) -> None:
        """Count an answer, where its time went and what it spent."""
        self._answers.labels(index, stored["verdict"]).inc()
        for stage, seconds in stored["seconds_by_stage"].items():
            self._stages.labels(stage).observe(seconds)
        for kind in ("input", "output"):
            self._tokens.labels(index, kind).inc(stored["usage"][f"{kind}_tokens"])

    def text(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self._registry)
