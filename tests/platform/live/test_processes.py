"""Two web processes as deployed: changes made through one reach the sockets of the other, with their reason."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import httpx2
import pytest

from server.platform.configuration.settings import Settings
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.eventually import eventually
from tests.fixtures.people import Company, Person, SignIn
from tests.fixtures.sign_in import NEW_PASSWORD, newest_code
from tests.fixtures.socket_client import ReceivedEvent, SocketClient, open_socket
from tests.fixtures.web_process import PUBLIC_URL, answers, environment, free_port, web_process

API = "/api/v1"


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Calls go to process `one`. `there` is a socket at `two`, `here` one at `one`."""

    one: httpx2.AsyncClient
    two: str
    sign_in: SignIn
    services: Services
    admin: Person = field(repr=False)

    @asynccontextmanager
    async def watching(self, person: Person) -> AsyncIterator[tuple[SocketClient, SocketClient]]:
        async with (
            open_socket(str(self.one.base_url).rstrip("/"), {"token": person.token}, origin=PUBLIC_URL) as here,
            open_socket(self.two, {"token": person.token}, origin=PUBLIC_URL) as there,
        ):
            for socket in (here, there):
                await socket.receive("session:state")
            yield here, there

    async def call(self, method: str, path: str, person: Person, body: object = None) -> None:
        """`path` is relative to the API, or a whole URL."""
        url = path if path.startswith("http") else f"{API}/{path}"
        answer = await self.one.request(method, url, headers=person.headers, json=body)
        assert answer.is_success, answer.text


@pytest.fixture
async def pair(settings: Settings, services: Services, sign_in: SignIn) -> AsyncIterator[Pair]:
    ports = [free_port(), free_port()]
    async with AsyncExitStack() as stack:
        for port in ports:
            stack.enter_context(web_process(environment(settings), port=port))
        async with asyncio.timeout(60):
            for port in ports:
                while (await answers(port)).status_code != 200:
                    await asyncio.sleep(0.2)
        one = await stack.enter_async_context(httpx2.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}"))
        yield Pair(
            one=one, two=f"http://127.0.0.1:{ports[1]}", sign_in=sign_in, services=services, admin=await sign_in()
        )


async def log_out(pair: Pair, person: Person) -> None:
    await pair.call("POST", "login/logout", person)


async def revoke(pair: Pair, person: Person) -> None:
    await pair.call("DELETE", f"auth/sessions/{person.session_id}", person)


async def revoke_by_admin(pair: Pair, person: Person) -> None:
    await pair.call("DELETE", f"users/{person.id}/sessions", pair.admin)


async def delete(pair: Pair, person: Person) -> None:
    await pair.call("DELETE", f"users/{person.id}", pair.admin)


async def deactivate(pair: Pair, person: Person) -> None:
    await pair.call("PUT", f"users/{person.id}", pair.admin, {"isActive": False})


async def reset(pair: Pair, person: Person) -> None:
    begun = await pair.one.post(f"{API}/password-reset/initiate", json={"email": person.email})
    flow, user_id = {"X-Flow-Token": begun.headers["x-flow-token"]}, begun.json()["userId"]
    code = await newest_code(pair.services, recipient=person.email)
    typed = {"userId": user_id, "otp": code, "verificationType": "EMAIL", "context": "PASSWORD_RESET"}
    verified = await pair.one.post(f"{API}/verification/verify", json=typed, headers=flow)
    assert verified.is_success, verified.text
    chosen = {"userId": user_id, "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD}
    done = await pair.one.post(f"{API}/password-reset/complete", json=chosen, headers=flow)
    assert done.is_success, done.text


ENDINGS: list[tuple[Callable[[Pair, Person], Awaitable[None]], str]] = [
    (log_out, "logout"),
    (revoke, "revoked"),
    (revoke_by_admin, "revoked"),
    (delete, "deleted"),
    (deactivate, "deactivated"),
    (reset, "password_reset"),
]


async def test_every_end_of_a_session_closes_its_sockets_on_both_processes_with_a_reason(pair: Pair) -> None:
    async with pair.watching(pair.admin) as bystanders:
        for end, reason in ENDINGS:
            person = await pair.sign_in(Profile.TRAINEE)
            async with pair.watching(person) as sockets:
                await end(pair, person)
                for socket in sockets:
                    assert await socket.receive("session:ended") == {"reason": reason, "limit": None}
                    await socket.closed()
                    assert socket.was_disconnected
        assert all(socket.is_open for socket in bystanders)


async def test_a_demoted_user_is_notified_on_both_processes_and_watches_no_more(pair: Pair, company: Company) -> None:
    person = await pair.sign_in(Profile.ADMIN)
    async with pair.watching(person) as sockets, pair.watching(pair.admin) as others:
        await pair.call("PUT", f"users/{person.id}", pair.admin, {"profile": "TRAINEE", "role": "TRAINEE"})
        for socket in sockets:
            assert await socket.receive("session:changed") == {"role": "TRAINEE", "profile": "TRAINEE"}
        for other in others:
            assert (await other.receive("users:changed"))["ids"] == [str(person.id)]
        gone = await pair.sign_in(Profile.TRAINEE)
        await pair.call("DELETE", f"users/{gone.id}", pair.admin)
        for other in others:
            assert await other.receive("users:changed", times=2) == {"kind": "deleted", "ids": [str(gone.id)]}
        for socket in sockets:
            assert socket.is_open
            assert str(gone.id) not in str(socket.received)


@pytest.mark.long
async def test_an_extension_reaches_the_tab_on_the_other_process(pair: Pair) -> None:
    async with pair.watching(pair.admin) as (_, there):
        before = await there.receive("session:state")
        await pair.call("POST", "auth/extend-session", pair.admin)
        after = await there.receive("session:state", times=2)
    assert after["version"] > before["version"]
    assert after["expiresAt"] >= before["expiresAt"]


async def test_both_processes_together_publish_changes_at_most_twice_a_second(pair: Pair) -> None:
    people = [await pair.sign_in(Profile.TRAINEE) for _ in range(12)]
    async with pair.watching(pair.admin) as (socket, _):
        for number, person in enumerate(people):
            there = (str(pair.one.base_url).rstrip("/"), pair.two)[number % 2]
            await pair.call("DELETE", f"{there}{API}/users/{person.id}", pair.admin)
            # The first six come faster than may be published, the others about as fast.
            await asyncio.sleep(0.05 if number < 6 else 0.45)

        def changes() -> list[ReceivedEvent]:
            return [each for each in socket.received if each.name == "users:changed"]

        async def all_are_received() -> bool:
            return {user_id for each in changes() for user_id in each.payload["ids"]} == {
                str(each.id) for each in people
            }

        await eventually(all_are_received, within=30, what="the last change")
    # A second between each event and the next but one, less a tolerance for delivery.
    assert min(later.at - first.at for first, later in zip(changes(), changes()[2:], strict=False)) > 0.8
    assert len(changes()) > 4
