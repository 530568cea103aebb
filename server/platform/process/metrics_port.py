"""A port from which Prometheus reads the metrics of a process: a thread answers, also while the loop is held."""

import socket
import socketserver
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, make_server

from prometheus_client import make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer
from structlog import get_logger
from typing_extensions import override

PATH: Final = "/metrics"

logger = get_logger(__name__)


class _Server(ThreadingWSGIServer):
    @override
    def server_bind(self) -> None:
        """Bind without asking name servers what this machine is called."""
        self.address_family = socket.AF_INET6 if ":" in self.server_address[0] else socket.AF_INET
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    @override
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log nothing: a client has left, or has sent nothing in time."""


class _Handler(WSGIRequestHandler):
    # One that sends nothing holds a thread no longer.
    timeout = 5

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: each reading would be a line."""


def open_metrics_port(address: str, *, refresh: Callable[[], object] = lambda: None) -> Callable[[], None]:
    """Answer GET /metrics at `address` (host:port, empty for none), each time after `refresh`, and return what ends it.

    A process whose port is taken, as that of another one on the same machine, says so and works without it.
    """
    answer = make_wsgi_app()

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - of WSGI
        if (environ["REQUEST_METHOD"], environ["PATH_INFO"]) != ("GET", PATH):
            start_response("404 Not Found", [("Content-Length", "0")])
            return []
        refresh()
        found: Iterable[bytes] = answer(environ, start_response)
        return found

    host, _, port = address.rpartition(":")
    try:
        server = make_server(host.strip("[]"), int(port), application, _Server, _Handler) if address else None
    except OSError as error:
        logger.warning("metrics_not_served", address=address, error=str(error))
        server = None
    if server is None:
        return lambda: None
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def close() -> None:
        server.shutdown()
        server.server_close()

    return close
