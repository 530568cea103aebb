"""S35: any frame of a client gets an error acknowledgement or a closed transport, without another effect."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import httpx2
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from server.live_events import CATALOGUE
from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import Person, SignIn
from tests.fixtures.precondition import PreconditionGoneError
from tests.fixtures.socket_client import SocketClient, open_socket, open_transport

ERRORS: Final = {"error", "critical", "exception"}
AWKWARD: Final = ["", "\0", "\ud800", "\u202e", "null", "__proto__", "/", "../", "-1", "1e999", "9" * 5000, "[" * 9000]
ID: Final = UUID("0191f0c4-0000-7000-8000-000000000000")

TEXT: Final = st.one_of(st.sampled_from(AWKWARD), st.text(max_size=40))
NUMBERS: Final = st.one_of(st.integers(), st.floats(), st.just(10**400))
SCALARS: Final = st.one_of(st.none(), st.booleans(), NUMBERS, TEXT)
VALUES: Final = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXT, inner, max_size=4)),
    max_leaves=8,
)
KEYS: Final = st.sampled_from(["token", "importId", "import_id", "flow", "_placeholder", "num", "x"])
FITTING: Final = st.dictionaries(KEYS, st.one_of(VALUES, st.just(str(ID))), max_size=3)
ASKED: Final = [event.name for event in CATALOGUE.asked]
NAMES: Final = st.one_of(
    st.sampled_from([*ASKED, "connect", "disconnect", "connect_error", "*", "message", "session:ended"]), TEXT
)
EVENTS: Final = st.tuples(NAMES, st.lists(st.one_of(FITTING, VALUES), max_size=3)).map(lambda each: [each[0], *each[1]])
HEADS: Final = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["4", "4", "4", "0", "1", "2", "3", "5", "6", "", "b"]),
        st.sampled_from(["2", "2", "2", "0", "1", "3", "4", "5", "6", "9", "\u0662", ""]),
        st.sampled_from(["", "", "", "1-", "0-", "99999999999-", "2-"]),
        st.sampled_from(["", "", "", "/", "/other,", "/?x,", "/*,"]),
        st.sampled_from(["", "0", "7", "9" * 99, "9" * 101, "-1"]),
    ),
)
FRAMES: Final = st.one_of(
    st.builds(lambda event, number: f"42{number}{dumped(event)}", EVENTS, st.integers(0, 9)),
    st.builds(lambda head, value: head + dumped(value), HEADS, st.one_of(EVENTS, VALUES)),
    st.builds(lambda head, text: head + text, HEADS, TEXT),
    TEXT,
    st.binary(max_size=40),
)


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def sendable(frame: str | bytes) -> str | bytes:
    """A WebSocket frame is UTF-8; a lone surrogate is sent as a JSON escape."""
    return (
        frame
        if isinstance(frame, bytes)
        else "".join(f"\\u{ord(each):04x}" if "\ud800" <= each <= "\udfff" else each for each in frame)
    )


async def send_all(server: LiveServer, frames: list[str | bytes], *, auth: Any) -> list[dict[str, Any]]:
    """The acknowledgements, once each frame has been answered or the transport closed."""
    opened = open_transport(server.url) if auth is None else open_socket(server.url, auth)
    async with opened as socket:
        with suppress(ConnectionClosed):
            for frame in frames:
                await socket.connection.send(sendable(frame))
        if auth is None:
            return []
        answered = asyncio.create_task(socket.ask("import:unwatch", {"importId": str(ID)}))
        closed = asyncio.create_task(socket.closed())
        async with asyncio.timeout(30):
            await asyncio.wait({answered, closed}, return_when=asyncio.FIRST_COMPLETED)
        for task in (answered, closed):
            task.cancel()
        await asyncio.gather(answered, closed, return_exceptions=True)
        return socket.acknowledgements


@dataclass(kw_only=True)
class Bystander:
    """A client whose socket and calls must be served meanwhile."""

    server: LiveServer
    person: Person = field(repr=False)
    socket: SocketClient
    client: httpx2.AsyncClient

    async def is_served(self) -> bool:
        """An event that Redis does not take within its second is dropped, so it is published again until it comes."""
        changed = UsersChanged(kind=UsersChangeKind.UPDATED)
        before = len(self.socket.payloads("users:changed"))
        async with asyncio.timeout(120):
            while len(self.socket.payloads("users:changed")) == before:
                await self.server.publisher.publish(USERS_CHANGED, to=self.person.company.id, payload=changed)
                try:
                    with suppress(TimeoutError):
                        await self.socket.receive("users:changed", times=before + 1, patience=30)
                except ConnectionError as error:
                    raise PreconditionGoneError from error
        return (await self.client.get("/health/live")).status_code == 200


@pytest.fixture
async def bystander(server: LiveServer, sign_in: SignIn) -> AsyncIterator[Bystander]:
    person = await sign_in()
    auth = {"token": person.token}
    async with httpx2.AsyncClient(base_url=server.url) as client, open_socket(server.url, auth) as socket:
        assert socket.is_connected, socket.refusal
        yield Bystander(server=server, person=person, socket=socket, client=client)


@pytest.mark.security("S35")
@pytest.mark.settings(rate_limit_scale=100)
@given(frames=st.lists(FRAMES, min_size=1, max_size=8), is_known=st.booleans())
@example(frames=['42["disconnect"]', '42["connect",{}]'], is_known=True)
@example(frames=['420["session:authenticate",{"token":"\\ud800"}]'], is_known=True)
@example(frames=['40{"token":"\\ud800"}', "40"], is_known=False)
@example(frames=['40{"flow":"\\ud800\\u0000"}'], is_known=False)
@example(frames=["42" + "[" * 9000], is_known=True)
@example(frames=[f'42["import:watch",{{"importId":{"9" * 5000}}}]'], is_known=True)
@settings(
    max_examples=settings().max_examples // 5,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
async def test_frames_of_every_shape_are_handled(
    server: LiveServer,
    bystander: Bystander,
    caplog: pytest.LogCaptureFixture,
    frames: list[str | bytes],
    *,
    is_known: bool,
) -> None:
    with capture_logs() as lines:
        answers = await send_all(server, frames, auth={"token": bystander.person.token} if is_known else None)
        assert await bystander.is_served()
    assert all(answer["ok"] is True or answer["code"] != "internal_error" for answer in answers)
    assert [line for line in lines if line["log_level"] in ERRORS] == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
