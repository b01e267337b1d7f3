"""Counters of this server's processes, and gauges of its club, for Prometheus.

Where several processes serve one club, each of them counts into files of one folder (`PROMETHEUS_MULTIPROC_DIR`), and
whichever is asked shows the sum. Gauges are read from the database when they are asked for, and so are the same everywhere.
"""

import os
from collections.abc import Iterable
from functools import lru_cache
from http import HTTPStatus

from flask import Request, Response
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from server.services.club import Club
from server.services.statistics import Gauges, read_gauges

COUNTED = CollectorRegistry()
REQUESTS = Counter("atelier_requests_total", "Requests answered", ["method", "route", "status"], registry=COUNTED)
SECONDS = Histogram("atelier_request_seconds", "Time to answer", ["method", "route"], registry=COUNTED)
UNSEEN = "/v1/games/<game_id>/notes"
"""Whether notes are left in a club is told to nobody else who plays there, be it a host or whoever reads its figures."""
HELP = {
    "queued": "Mails that wait to be sent",
    "parked": "Mails that were given up",
    "heartbeat_age_seconds": "How long ago a worker last showed that it lives",
    "running": "Games in play",
    "waiting": "Seats of people who are awaited",
}


def count_request(request: Request, response: Response, seconds: float) -> str | None:
    """Count one answer by its path template, and return that; None where nobody may see that there was a request."""
    route = request.url_rule.rule if request.url_rule else "unknown"
    if route.startswith(UNSEEN) and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
        return None
    counter, clock = _get_meters(request.method, route, response.status_code)
    counter.inc()
    clock.observe(seconds)
    return route


@lru_cache(maxsize=1024)
def _get_meters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, str(status)), SECONDS.labels(method, route)


class ClubCollector(Collector):
    """Shows how a club stands."""

    def __init__(self, gauges: Gauges) -> None:
        self.gauges = gauges

    def collect(self) -> Iterable[Metric]:
        """Yield a gauge for each figure that is known."""
        for name, text in HELP.items():
            value = getattr(self.gauges, name)
            if value is not None:
                yield GaugeMetricFamily(f"atelier_{name}", text, value=value)


def show_metrics(club: Club) -> bytes:
    """Return everything in Prometheus' own format."""
    shown = CollectorRegistry()
    shown.register(ClubCollector(read_gauges(club)))
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(shown)  # type: ignore[no-untyped-call]
        return generate_latest(shown)
    return generate_latest(shown) + generate_latest(COUNTED)
