"""Every operation is fuzzed behind its door: with real tokens, real slips and things that exist, and then with a part made up."""

from http import HTTPStatus
from typing import Any

import pytest
import schemathesis
from hypothesis import given
from hypothesis import strategies as st

from engine.ledger.slips import ActSlip, TurnSlip, sign
from tests.attacks.calls import CALLS, World
from tests.fuzz.broken import changed, fuzzed
from tests.server.conftest import new_app
from tests.server.people import nonce
from tests.server.test_schema import CHECKS

MADE_UP = {"GET /v1/unsubscribe/{token}", "POST /v1/unsubscribe/{token}"}
"""Their tokens stand in mails alone; tests/mail/ follows such a link."""
KEPT = [check for check in CHECKS if check is not schemathesis.checks.negative_data_rejection]
"""What must hold for a call that was right before a part of it was changed: it may still be right."""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    with new_app(tmp_path_factory.mktemp("depth")) as app:
        yield World(app)


@pytest.fixture(scope="module")
def operations(world):
    schema = schemathesis.openapi.from_wsgi("/openapi.json", world.app)
    found: list[Any] = [one.ok() for one in schema.get_all_operations()]  # type: ignore[union-attr]  # or the test fails
    return {f"{one.method.upper()} {one.path}": one for one in found}


def send(operation, call, **changes):
    """Make a call, check the answer against the document, and return its status."""
    parts = {"path_parameters": call.path, "headers": {"Authorization": f"Bearer {call.person.token}"}}
    if call.body is not None:
        parts |= {"body": call.body, "media_type": "application/json"}
    return operation.Case(**{**parts, **changes}).call_and_validate(checks=KEPT).status_code


def test_every_operation_of_the_document_has_a_right_call(operations):
    assert set(CALLS) == set(operations)


@pytest.mark.parametrize("name", CALLS)
def test_a_right_call_gets_through(world, operations, name):
    wanted = {404, 410} if name in MADE_UP else range(200, 300)
    assert send(operations[name], world.make_call(name)) in wanted


@pytest.mark.parametrize("name", CALLS)
def test_whatever_part_is_changed_the_answer_is_one_that_is_described(world, operations, name):
    operation = operations[name]
    calls = [world.make_call(name)]

    @fuzzed(12)
    @given(st.data())
    def run(data):
        call = calls[-1]
        changes = {}
        if call.body is not None and data.draw(st.booleans()):
            changes["body"] = data.draw(changed(call.body, JSON))
        if operation.query and data.draw(st.booleans()):
            changes["query"] = data.draw(operation.as_strategy()).query
        if not changes and call.path:
            changes["path_parameters"] = data.draw(operation.as_strategy()).path_parameters
        is_taken = send(operation, call, **changes) < HTTPStatus.BAD_REQUEST
        if is_taken and operation.method.upper() != "GET":  # what was refused, or only read, can be asked again
            calls.append(world.make_call(name))

    run()


def test_whatever_is_signed_by_somebody_who_may_is_answered(world):
    game, ada, _ = world.open_table()
    hashes = st.sampled_from([ada.view(game)["on"], "A" * 43, ""])
    numbers = st.integers(-1, 3) | st.integers()
    turns = st.builds(TurnSlip, st.just(game), numbers, numbers, hashes, st.lists(st.text(max_size=30)).map(tuple))
    acts = st.builds(
        lambda do, args: ActSlip(ada.origin, ada.now(), nonce(), do, args),
        st.sampled_from(["delete", "address", "cancel_recovery", "vacation", ""]) | st.text(max_size=9),
        st.dictionaries(st.sampled_from(["mail", "from"]) | st.text(max_size=9), JSON, max_size=3),
    )

    @fuzzed(150)
    @given(st.sampled_from([f"/games/{game}/turns", "/me/acts", "/recoveries"]), turns | acts)
    def run(path, said):
        method = "DELETE" if path == "/recoveries" else "POST"
        answer = ada.slip(method, path, sign(said, ada.key))
        assert answer.status < 500, answer
        assert answer.status < 400 or answer.headers["Content-Type"] == "application/problem+json"

    run()
