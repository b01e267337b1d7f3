"""Whatever is sent to whatever address: an answer below 500, and every refusal a problem with its code."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.broken import changed, encoded, fuzzed, mutated, plain_data
from tests.server.conftest import new_app
from tests.server.people import JOSE, sit_beside_bot

BODIES = {
    "/games": {
        "rules": "foundry",
        "seats": 2,
        "options": {},
        "pace": {"turn": "48h"},
        "bots": [{"seat": 1, "bot": "random"}],
    },
    "/games/GAME/preview": {"moves": ["bid 1", "pass"]},
    "/games/GAME/messages": {"text": "hello"},
    "/games/GAME/invitations": {"mail": "eve@example.org"},
    "/players": {"slip": "SLIP", "language": "fr", "zone": "Europe/Paris"},
    "/me/confirmation": {"code": "123456"},
    "/recoveries": {"mail": "ada@example.org"},
    "/me": {"language": "fr", "mail_policy": "digest"},
}
TYPES = (
    "application/json",
    JOSE,
    "text/plain",
    "application/x-www-form-urlencoded",
    "",
    "application/json; charset=nope",
)


@pytest.fixture(scope="module")
def ada(tmp_path_factory):
    with new_app(tmp_path_factory.mktemp("fuzz")) as app:
        ada, ada.game = sit_beside_bot(app)
        yield ada


def check(answer):
    assert answer.status < 500, answer
    if answer.status >= 400:
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert {"code", "detail", "id", "title", "type"} <= answer.json.keys()


@pytest.mark.parametrize("path", BODIES)
def test_any_body_is_answered(ada, path):
    right = BODIES[path]
    bodies = mutated([encoded(right)]) | changed(right).map(encoded) | plain_data.map(encoded) | st.binary(max_size=99)
    methods = st.sampled_from(["PATCH", "GET"] if path == "/me" else ["POST", "GET"])

    @fuzzed(120)
    @given(methods, bodies, st.sampled_from(TYPES), st.booleans())
    def run(method, body, kind, anonymous):
        kind = kind or None
        check(ada.call(method, path.replace("GAME", ada.game), data=body, content_type=kind, anonymous=anonymous))

    run()


def test_any_slip_is_answered(ada):
    right = [ada.turn_slip(ada.game, ["bid 1"]), ada.act_slip("vacation", **{"from": "2026-12-24", "to": "2027-01-02"})]
    paths = ("turns", "undo", "seats")

    @fuzzed(200)
    @given(st.sampled_from(paths), mutated(right) | st.binary(max_size=99))
    def run(path, raw):
        check(ada.slip("POST", f"/games/{ada.game}/{path}", raw))

    run()


@fuzzed(200)
@given(
    path=st.text(max_size=30),
    query=st.dictionaries(st.sampled_from(["at", "since", "most", "state"]), st.text(max_size=9)),
)
def test_any_address_is_answered(ada, path, query):
    for address in (f"/games/{quote(path)}", f"/games/{ada.game}/view", f"/games/{ada.game}/entries", "/games"):
        check(ada.call("GET", address, query_string=query))


@fuzzed(100)
@given(
    st.dictionaries(
        st.sampled_from(["Authorization", "Accept", "Accept-Language", "If-None-Match", "Host"]),
        st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=40),
    )
)
def test_any_header_is_answered(ada, headers):
    check(ada.call("GET", f"/games/{ada.game}/view", headers=headers))
