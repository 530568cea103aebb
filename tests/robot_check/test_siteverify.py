"""The checks of third parties, against a server on loopback that answers as theirs do."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from urllib.parse import parse_qs

import pytest

from server.database import Database
from server.errors import NotFoundError
from server.robot_check.errors import RobotCheckFailed
from server.robot_check.make import make_robot_check
from server.robot_check.no_check import NoCheck
from server.robot_check.siteverify import ADDRESSES, SiteverifyCheck
from server.services import Services
from server.settings import RobotCheckKind

KINDS = sorted(ADDRESSES)
ADDRESS = "203.0.113.7"


@dataclass
class Provider:
    """Answers every POST with `status` and `body`, and remembers the forms."""

    status: int = 200
    body: object = field(default_factory=lambda: {"success": True})
    forms: list[dict[str, list[str]]] = field(default_factory=list)
    url: str = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        self.forms.append(parse_qs((await reader.readexactly(length)).decode()))
        body = json.dumps(self.body).encode()
        writer.write(b"HTTP/1.1 %d X\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % (self.status, len(body)))
        writer.write(body)
        await writer.drain()
        writer.close()


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    provider = Provider()
    server = await asyncio.start_server(provider.answer, "127.0.0.1", 0)
    provider.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/siteverify"
    async with server:
        yield provider


@pytest.fixture(params=KINDS)
async def check(
    request: pytest.FixtureRequest, provider: Provider, database: Database
) -> AsyncIterator[SiteverifyCheck]:
    check = SiteverifyCheck(kind=request.param, secret="our secret", database=database, url=provider.url)
    yield check
    await check.close()


async def test_what_the_provider_confirms_is_accepted_once(check: SiteverifyCheck, provider: Provider) -> None:
    await check.verify("a response", address=ADDRESS)
    assert provider.forms == [{"secret": ["our secret"], "response": ["a response"], "remoteip": [ADDRESS]}]
    with pytest.raises(RobotCheckFailed):
        await check.verify("a response", address=ADDRESS)


@pytest.mark.parametrize("body", [{"success": False, "error-codes": ["timeout-or-duplicate"]}, {"success": "yes"}, []])
async def test_what_the_provider_does_not_confirm_is_refused(
    check: SiteverifyCheck, provider: Provider, body: object
) -> None:
    provider.body = body
    with pytest.raises(RobotCheckFailed):
        await check.verify("a response", address=ADDRESS)


async def test_a_provider_in_trouble_closes_the_door(check: SiteverifyCheck, provider: Provider) -> None:
    provider.status = 500
    with pytest.raises(RobotCheckFailed):
        await check.verify("a response", address=ADDRESS)


async def test_an_absent_provider_closes_the_door(database: Database) -> None:
    check = SiteverifyCheck(
        kind=RobotCheckKind.TURNSTILE, secret="our secret", database=database, url="http://127.0.0.1:1/"
    )
    with pytest.raises(RobotCheckFailed):
        await check.verify("a response", address=ADDRESS)
    await check.close()


@pytest.mark.parametrize("payload", [None, "", "x" * 9_000])
async def test_nothing_is_asked_about_what_is_no_response(
    check: SiteverifyCheck, provider: Provider, payload: str | None
) -> None:
    with pytest.raises(RobotCheckFailed):
        await check.verify(payload, address=ADDRESS)
    assert provider.forms == []


async def test_it_makes_no_challenges_of_its_own(check: SiteverifyCheck) -> None:
    with pytest.raises(NotFoundError):
        await check.challenge()


@pytest.mark.parametrize("kind", list(RobotCheckKind))
async def test_the_setting_chooses_the_check(services: Services, kind: RobotCheckKind) -> None:
    settings = services.settings.model_copy(update={"robot_check": kind, "robot_check_secret": "our secret"})
    assert make_robot_check(settings, keys=services.keys, database=services.database).kind is kind


async def test_switched_off_it_takes_everybody_for_a_person() -> None:
    check = NoCheck()
    await check.verify(None, address=ADDRESS)
    with pytest.raises(NotFoundError):
        await check.challenge()
    await check.close()
