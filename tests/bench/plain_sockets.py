"""The baseline of sockets: plain python-socketio, one connection each, and one emit to all of them."""

from typing import Any

import socketio

from tests.bench.events import EVENT, PAYLOAD

sockets = socketio.AsyncServer(async_mode="asgi", transports=["websocket"], cors_allowed_origins="*")


@sockets.on("connect")  # type: ignore[untyped-decorator]
async def connect(sid: str, environ: dict[str, Any], auth: Any) -> None:
    await sockets.enter_room(sid, "all")


async def emit(scope: Any, receive: Any, send: Any) -> None:
    """Any request emits the event once to all clients."""
    await sockets.emit(EVENT, PAYLOAD, room="all")
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


app = socketio.ASGIApp(sockets, other_asgi_app=emit)
