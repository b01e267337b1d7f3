"""The OpenAPI document is true: whatever is sent, the answer is one it describes, and never a server error."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from tests.server.conftest import new_app
from tests.server.people import sit_beside_bot


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with new_app(tmp_path_factory.mktemp("schema")) as app:
        ada, game = sit_beside_bot(app)
        yield schemathesis.openapi.from_wsgi("/openapi.json", app), ada, game


OPERATIONS = 28
# Not among them: that all that fits the schema is accepted, for a signature can't be described by a schema.
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.response_headers_conformance,
    schemathesis.checks.negative_data_rejection,
]


def test_every_answer_is_one_that_the_document_describes(served):
    schema, ada, game = served
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= OPERATIONS
    for operation in operations:
        try_out(operation, ada.token, game)


def try_out(operation, token, game):
    @settings(
        max_examples=15,
        derandomize=True,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy())
    def run(case):
        if case.path_parameters and "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = game
        for headers in ({}, {"Authorization": f"Bearer {token}"}):
            case.call_and_validate(headers=headers, checks=CHECKS)

    run()
