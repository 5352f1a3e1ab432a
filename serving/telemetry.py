"""OpenTelemetry spans of questions, by the conventions for generative AI.

A question is a span ``invoke_agent hirec`` with a span for each step below it, within the trace
that the caller's ``traceparent`` names. What they say: index, verdict, id of the stored run, tokens
and times. Questions, answers and the words of failures are in them only where
``OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`` is ``true``.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hirec.stages.recorder import Listener
from hirec.types import HirecError, StageRecord

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
_SYSTEM = "hirec"
_RETRIEVAL = ("documents", "passages")


def configured() -> bool:
    """Whether OpenTelemetry's own variables name somebody to send spans to."""
    off = os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true"
    return not off and any(os.environ.get(name) for name in _ENDPOINTS)


@dataclass(slots=True)
class Asking:
    """A question whose span is open."""

    hear: Listener
    """Takes each step, and hands it on."""
    stored: Mapping[str, Any] | None = None
    """Set it to the stored answer once it is there."""


class Telemetry:
    """Spans of one server."""

    def __init__(self, provider: "TracerProvider", content: bool) -> None:
        """``content``: put questions and answers into the spans."""
        self._provider = provider
        self._tracer = provider.get_tracer("hirec")
        self._content = content

    @classmethod
    def from_environment(cls) -> "Telemetry":
        """Send spans over OTLP as OpenTelemetry's variables say.

        Raises ModuleNotFoundError where the extra ``otel`` is not installed.
        """
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": _SYSTEM}
        provider = TracerProvider(resource=Resource.create(named))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        return cls(provider, os.environ.get(_CONTENT, "").lower() == "true")

    @contextmanager
    def question(
        self, index: str, question: str, headers: Mapping[str, str], listener: Listener
    ) -> Iterator[Asking]:
        """A span around a question; may be entered in any thread.

        Args:
            index: Name of the index.
            question: In the span only where content is on.
            headers: Of the request, lower case; ``traceparent`` names the span above.
            listener: Who hears the steps.

        """
        from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        above = TraceContextTextMapPropagator().extract(dict(headers))
        given = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": _SYSTEM,
            "gen_ai.provider.name": _SYSTEM,
            "gen_ai.data_source.id": index,
        }
        span = self._tracer.start_span(
            f"invoke_agent {_SYSTEM}", above, SpanKind.INTERNAL, attributes=given
        )
        within = set_span_in_context(span, above)

        def hear(step: StageRecord) -> None:
            self._step(step, within)
            listener(step)

        asking = Asking(hear)
        try:
            yield asking
        except HirecError as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(Status(StatusCode.ERROR, str(error) if self._content else None))
            raise
        finally:
            if self._content:
                span.set_attribute("gen_ai.input.messages", _message("user", question))
            if asking.stored is not None:
                span.set_attributes(self._answer(asking.stored))
            span.end()

    def close(self) -> None:
        """Send what has not been sent yet."""
        self._provider.shutdown()

    def _step(self, step: StageRecord, within: Any) -> None:  # noqa: ANN401 - an optional package's
        """A span for a step that has just ended; its time is the step's own."""
        ended = time.time_ns()
        attributes: dict[str, Any] = {"hirec.stage": step.stage, "hirec.round": step.round}
        if step.stage in _RETRIEVAL:
            attributes["gen_ai.operation.name"] = "retrieval"
        if step.usage.calls:
            attributes |= _tokens(step.usage.input_tokens, step.usage.output_tokens)
            attributes["hirec.llm.calls"] = step.usage.calls
        begun = ended - int(step.seconds * 1e9)
        span = self._tracer.start_span(
            f"hirec.{step.stage}", within, attributes=attributes, start_time=begun
        )
        span.end(ended)

    def _answer(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        usage = stored["usage"]
        attributes = {"hirec.verdict": stored["verdict"], "hirec.trace_id": stored["trace_id"]}
        attributes |= (
            _tokens(usage["input_tokens"], usage["output_tokens"]) if usage["calls"] else {}
        )
        if model := stored["run"]["settings"].get("llm", {}).get("model"):
            attributes["gen_ai.request.model"] = model
        if self._content:
            attributes["gen_ai.output.messages"] = _message("assistant", stored["text"])
        return attributes


def _message(role: str, text: str) -> str:
    """A message as the conventions have it in an attribute."""
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


def _tokens(given: int, made: int) -> dict[str, int]:
    return {"gen_ai.usage.input_tokens": given, "gen_ai.usage.output_tokens": made}
