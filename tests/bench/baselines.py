"""What one would write by hand: a profile by FastAPI and asyncpg, and sockets by plain python-socketio."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

import asyncpg
import jwt
import socketio
from fastapi import FastAPI, Header

EVENT: Final = "batches:changed"
PAYLOAD: Final = {"kind": "created", "ids": ["01990000-0000-7000-8000-000000000001"]}


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=10, max_size=10) as pool:
        app.state.pool = pool
        yield


web = FastAPI(lifespan=lifespan)


@web.get("/profile")
async def profile(authorization: Annotated[str, Header()]) -> dict[str, Any]:
    """Verify the token and read one row by its primary key."""
    claims = jwt.decode(authorization.removeprefix("Bearer "), os.environ["PLAIN_KEY"], algorithms=["HS256"])
    row = await web.state.pool.fetchrow(
        "SELECT id, email, full_name, phone, role, profile, company_id FROM users WHERE id = $1", claims["sub"]
    )
    return dict(row)


server = socketio.AsyncServer(async_mode="asgi", transports=["websocket"], cors_allowed_origins="*")


@server.on("connect")  # type: ignore[untyped-decorator]
async def connect(sid: str, environ: dict[str, Any], auth: Any) -> None:
    await server.enter_room(sid, "all")


async def emit(scope: Any, receive: Any, send: Any) -> None:
    """Any request emits the event once to all clients."""
    await server.emit(EVENT, PAYLOAD, room="all")
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


sockets = socketio.ASGIApp(server, other_asgi_app=emit)
