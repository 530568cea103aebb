"""Prometheus metrics; labels are route patterns and never identify a person."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

from server.platform.process.version import COMMIT, VERSION

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
BUILD: Final = Gauge("waymark_build", "1, with the release and commit of the process.", ("version", "commit"))
BUILD.labels(VERSION, COMMIT).set(1)
METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
REQUESTS: Final = Counter("waymark_requests", "Requests answered.", ("method", "route", "status"))
SECONDS: Final = Histogram(
    "waymark_request_seconds",
    "Time from the first byte in to the answer.",
    ("route",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
)
LOOP_PAUSE: Final = Gauge(
    "waymark_loop_longest_pause_seconds",
    "Longest time of the last minute in which the event loop served no other request.",
)
POOL: Final = {
    name: Gauge(f"waymark_database_connections_{name}", text)
    for name, text in {
        "in_use": "Connections to Postgres in use.",
        "limit": "Connections to Postgres that may be in use.",
        "waiting": "Calls that wait for a connection to Postgres.",
    }.items()
}
POOL_WAIT: Final = Counter(
    "waymark_database_wait_seconds", "Time for which calls have waited for a connection to Postgres, summed."
)
SOCKETS: Final = Gauge("waymark_sockets", "Sockets that are open and authenticated.")
INVITATIONS_STOPPED: Final = Counter(
    "waymark_invitations_stopped", "Recipients who do not know the company that invited them."
)

CHECKS_UP: Final = Gauge("waymark_check_up", "1 where a check of the health is ok, 0 where not.", ("check",))
QUEUE_WAIT: Final = Gauge(
    "waymark_queue_longest_wait_seconds", "How long the oldest code, notice, import or job has waited."
)
# Each worker measures them: the largest is the one that counts.
QUEUE_DEPTH: Final = Gauge(
    "waymark_queue_depth", "How many messages are due, or imports and jobs are not done; 10,000 at most.", ("kind",)
)
QUEUE_AGE: Final = Gauge("waymark_queue_age_seconds", "For how long the oldest of them has waited.", ("kind",))
MESSAGES: Final = Counter("waymark_messages", "Attempts to hand a message over.", ("channel", "outcome"))
ROWS: Final = Counter("waymark_rows", "Rows that imports and jobs on people have done.", ("work", "step"))
TASKS: Final = Counter("waymark_tasks", "Tasks that ended: done, failed or put_off.", ("task", "outcome"))
REFUSALS: Final = Counter("waymark_refusals", "Calls that were refused because their limit was used up.", ("limit",))
SIGN_INS: Final = Counter(
    "waymark_sign_ins", "Sessions that were opened, and steps of sign-ins that failed.", ("method", "outcome")
)
LINES_SUPPRESSED: Final = Counter(
    "waymark_log_lines_suppressed", "Lines left out of the log: one a minute is written.", ("event",)
)
PASSWORD_RANGES: Final = Counter(
    "waymark_password_ranges",
    "Requests to the service of breached passwords: breached, unknown, or failed, which accepts the password.",
    ("result",),
)

UNKNOWN_VALUES: Final = Counter(
    "waymark_unknown_values",
    "Stored names that this version does not know: of kinds, actions and states that a newer one has written.",
    ("of",),
)


def observe_request(*, method: str, route: str, status: int, seconds: float) -> None:
    REQUESTS.labels(method if method in METHODS else "other", route, status).inc()
    SECONDS.labels(route).observe(seconds)


def watch_pool(usage: Callable[[], Mapping[str, int]]) -> None:
    """Show the use of these connections, by the names of POOL."""

    def read(name: str) -> float:
        return usage()[name]

    for name, gauge in POOL.items():
        gauge.set_function(partial(read, name))


def exposition() -> bytes:
    """Everything in Prometheus' text format."""
    return generate_latest()
