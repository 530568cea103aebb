"""`python -m server.serve`: one web process at HOST and PORT."""

import os
from typing import Any, Final

import uvicorn

from server.platform.live.websocket_protocol import BoundedWebSocketProtocol

OPTIONS: Final[dict[str, Any]] = {
    "http": "httptools",
    "ws": BoundedWebSocketProtocol,
    "ws_max_size": 65_536,
    "ws_per_message_deflate": False,
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "timeout_graceful_shutdown": 10,
}


def main() -> None:
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    if not port.isdecimal():
        raise SystemExit(f"PORT is no number: {port!r}")
    uvicorn.run("server.asgi:app", host=host, port=int(port), **OPTIONS)


if __name__ == "__main__":
    main()
