"""The turn server: a Flask app around the club's services."""

import logging
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Flask, Response, g, request
from flask.json.provider import DefaultJSONProvider
from flask_smorest import Api, Blueprint

from engine.core.errors import Refused
from engine.core.language import register_catalogues
from server import problems
from server.addresses import Proxies
from server.api import about, absence, games, host, hosting, notes, play, players, rules, tokens
from server.api.common import ProblemSchema
from server.config import MOST_BODY, Config, load_config
from server.logs import begin_request, prepare_logs
from server.metrics import count_request
from server.models import db
from server.services import identity
from server.services.club import Club
from server.storage.engines import prepare_postgres, prepare_sqlite
from server.storage.keyfiles import FolderRing
from server.web import assets, by_link, front, links, mine, site
from server.web import games as game_pages
from server.web import keys as key_pages

if TYPE_CHECKING:
    from apispec import APISpec

log = logging.getLogger("atelier.request")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "private, no-store",
}
"""What every answer says that does not say otherwise."""
ONLY_TLS = {"Strict-Transport-Security": "max-age=31536000"}
"""Said where the club's own address is https: a browser that knows it never asks in the clear again."""
for room in (Path(__file__).parent, Path(__file__).parent / "web"):
    register_catalogues(room / "locale")


class DocumentedApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """OpenAPI from the schemas, with problems as they are really answered; written when somebody first asks for it."""

    ERROR_SCHEMA = ProblemSchema

    def __init__(self, app: Flask) -> None:
        self._unwritten: list[Blueprint] = []
        self._writing = threading.RLock()
        super().__init__(app)

    @property
    def spec(self) -> "APISpec":
        """The document."""
        with self._writing:
            unwritten, self._unwritten = self._unwritten, []
            for resource in unwritten:
                resource.register_views_in_doc(self, self._app, self._spec, name=resource.name, parameters=None)
                self._spec.tag({"name": resource.name, "description": resource.description})
            return self._spec

    @spec.setter
    def spec(self, spec: "APISpec") -> None:
        self._spec = spec

    def register_blueprint(self, resource: Blueprint) -> None:
        """Serve a resource."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][resource.name] = self
        self._app.register_blueprint(resource)
        self._unwritten.append(resource)

    def _register_error_handlers(self) -> None:
        """Leave refusals to server/problems.py."""

    def _register_responses(self) -> None:
        """Describe every refusal as the problem that it is."""
        content = {"application/problem+json": {"schema": ProblemSchema}}
        for name in ("DEFAULT_ERROR", *(status.name for status in HTTPStatus if status >= HTTPStatus.BAD_REQUEST)):
            self.spec.components.response(name, {"description": "A problem (RFC 9457)", "content": content}, lazy=True)
        self.spec.components.response("NOT_MODIFIED", {"description": "Nothing has changed"}, lazy=True)


class FastJson(DefaultJSONProvider):
    """Writes answers with the engine's own writer, as they are; requests are read as Flask reads them."""

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """Return an answer that says so much."""
        said = self._prepare_response_obj(args, kwargs)
        return Response(msgspec.json.encode(said), mimetype=self.mimetype)


class TurnServer(Flask):
    """The app; nothing in it is asynchronous, and so it is not asked for at every step of every request."""

    json_provider_class = FastJson

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function as it is."""
        return func


def create_app(
    config: Config | None = None, now: Callable[[], int] | None = None, assumed: str = identity.ASSUMED
) -> Flask:
    """Return the app of a club whose folder and database were made by `host init`."""
    config = config or load_config()
    app = TurnServer("atelier", static_folder=None)
    app.config.update(
        SQLALCHEMY_DATABASE_URI=config.database,
        SQLALCHEMY_ENGINE_OPTIONS=_engine_options(config),
        MAX_CONTENT_LENGTH=MOST_BODY,
        API_TITLE=f"{config.name}: an Atelier turn server",
        API_VERSION="v1",
        OPENAPI_VERSION="3.0.3",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
        PROPAGATE_EXCEPTIONS=False,
    )
    db.init_app(app)
    with app.app_context():
        prepare = prepare_sqlite if config.is_sqlite else prepare_postgres
        prepare(db.engine)
        club = Club(config, db.engine, FolderRing(config.folder), now)
    try:
        identity.recognise(club, assumed)
    except Refused:
        club.engine.dispose()
        raise
    app.extensions["atelier"] = club
    app.extensions["atelier-proxies"] = Proxies(config.trusted_proxies)
    problems.install(app)
    site.install(app)
    _register(app)
    prepare_logs(config)
    _add_hooks(app, club)
    return app


def _engine_options(config: Config) -> dict[str, object]:
    if config.is_sqlite:
        return {"hide_parameters": True, "connect_args": {"check_same_thread": False, "timeout": 10}}
    return {"hide_parameters": True, "pool_size": 12, "max_overflow": 12, "connect_args": config.connect_args}


def _register(app: Flask) -> None:
    api = app.extensions["atelier-api"] = DocumentedApi(app)
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for resource in (players, tokens, rules, games, play, notes, absence, links, host, hosting):
        api.register_blueprint(resource.bp)
    for plain in (about, assets, front, game_pages, key_pages, by_link, mine):
        app.register_blueprint(plain.bp)


def _add_hooks(app: Flask, club: Club) -> None:
    config = club.config
    headers = [*HEADERS.items(), *(ONLY_TLS.items() if club.origin.startswith("https://") else ())]

    @app.before_request
    def begin() -> None:
        g.request_id = begin_request()
        g.began = time.perf_counter()
        g.club_language = config.language

    @app.after_request
    def finish(response: Response) -> Response:
        said = response.headers
        known = {name.lower() for name in said.keys()}  # noqa: SIM118 - iterating over headers yields pairs
        for name, value in headers:
            if name.lower() not in known:
                said.add(name, value)
        said["X-Request-Id"] = g.request_id
        if g.get("player") is not None:
            said["X-Atelier-Zone"] = g.player.zone
        if config.cors and request.headers.get("Origin") == config.cors:
            said["Access-Control-Allow-Origin"] = config.cors
            said["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
            said["Access-Control-Allow-Methods"] = "GET, POST, PATCH, DELETE"
            said["Vary"] = "Origin"
        _log_answer(response, time.perf_counter() - g.began)
        return response


def _log_answer(response: Response, seconds: float) -> None:
    """Count and log one answer, by its path template."""
    route = count_request(request, response, seconds)
    if route is None:
        return
    said = {"method": request.method, "route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
    log.info("request", extra=said)
