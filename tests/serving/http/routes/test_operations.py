"""What an operator asks: alive, ready, metrics."""

from tests.serving.conftest import NET_SALES, HirecServer


def test_alive_and_ready(server: HirecServer) -> None:
    assert server.client.get("/healthz").json() == {"status": "ok"}
    ready = server.client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json()["generations"].keys() == {"sample", "second"}


def test_metrics_count_requests_answers_and_stages(server: HirecServer) -> None:
    server.ask(NET_SALES, index="second")
    text = server.client.get("/metrics").text
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    route = 'method="POST",route="/api/indexes/{index}/ask",status="200"'
    assert float(lines[f"hirec_requests_total{{{route}}}"]) >= 1
    assert float(lines['hirec_answers_total{index="second",verdict="verified"}']) >= 1
    assert float(lines['hirec_stage_seconds_count{stage="documents"}']) >= 1
    assert float(lines["hirec_questions"]) == 0
    assert float(lines["process_resident_memory_bytes"]) > 0
