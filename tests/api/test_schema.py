"""Requests of every kind against a real server, made from its own OpenAPI; `make test-api`.

Half of them are malformed. Whatever comes, the answer is one that the description promises, in its
form, and never a fault of the server.
"""

import shutil
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.serving.conftest import HirecServer, Start

EXAMPLES = 50
"""Requests of each kind to each operation."""
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
MADE = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="session")
def api_server(
    start_server: Start, sample_index: Path, tmp_path_factory: pytest.TempPathFactory
) -> HirecServer:
    """A server of a copy of the sample that takes uploads too."""
    folder = tmp_path_factory.mktemp("api")
    shutil.copytree(sample_index, folder / "sample")
    return start_server("--index", folder / "sample", "--uploads", folder / "in")


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_is_answered_otherwise_than_described(
    api_server: HirecServer, subtests: pytest.Subtests, mode: GenerationMode
) -> None:
    described = schemathesis.openapi.from_url(f"{api_server.url}/openapi.json")
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) >= 25
    for operation in operations:
        with subtests.test(operation.label):
            try_out(operation, mode, api_server)


def try_out(operation: APIOperation, mode: GenerationMode, server: HirecServer) -> None:
    @MADE
    @given(case=operation.as_strategy(generation_mode=mode))
    def answered(case: Case) -> None:
        if "index" in case.path_parameters and mode is GenerationMode.POSITIVE:
            case.path_parameters["index"] = "sample"  # else nothing behind the name is reached
        response = case.call(timeout=60)
        case.validate_response(response, checks=CHECKS)
        assert response.headers["x-request-id"]
        if response.status_code >= 400 and not operation.path.startswith("/v1/"):
            assert set(response.json()) == {"error", "message"}
        assert server.process.poll() is None

    try:
        answered()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "an operation without a valid request"
