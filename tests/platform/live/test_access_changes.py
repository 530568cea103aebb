"""A change of role or profile reaches every socket, also when its event and the handshake overlap."""

import asyncio
from typing import Any

from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.eventually import eventually, is_blocked
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import Person, SignIn
from tests.fixtures.socket_client import SocketClient, open_socket, open_transport
from tests.fixtures.tokens import token_that_ends_in

TRAINEE = {"role": "TRAINEE", "profile": "TRAINEE"}


async def test_a_token_older_than_a_change_is_notified_of_it_on_connect(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    """The change was published after the page was loaded and before the socket connected."""
    person = await sign_in(Profile.MANAGEMENT)
    await make_trainee(services, person)
    async with open_socket(server.url, {"token": person.token}) as socket:
        assert await socket.receive("session:changed") == TRAINEE
        assert [each.name for each in socket.received] == ["session:state", "session:changed"]


async def test_a_change_published_during_the_handshake_is_not_lost(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    """The handshake has read the old profile, and waits for a lock before it joins the rooms."""
    person = await sign_in(Profile.MANAGEMENT)
    await note_as_seen_long_ago(services, person)
    async with open_transport(server.url) as socket:
        async with services.unit_of_work() as unit:
            await unit.connection.execute("SELECT id FROM sessions WHERE id = :id FOR UPDATE", id=person.session_id)
            handshake = asyncio.create_task(socket.shake_hands({"token": person.token}))
            await eventually(lambda: is_blocked(services), within=30, what="a handshake that waits for the row")
            await make_trainee(services, person)
            await server.publisher.change_rights(person.id)
        await handshake
        assert await socket.receive("session:changed") == TRAINEE
        await assert_receives_nothing_of_users(server, socket, person)


async def test_any_read_that_finds_an_unpublished_change_publishes_it_once(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in(Profile.MANAGEMENT)
    async with open_socket(server.url, {"token": person.token}) as socket:
        await make_trainee(services, person)
        refused = await socket.ask("import:watch", {"importId": str(person.id)})
        assert (refused["ok"], refused["code"]) == (False, "forbidden")
        assert await socket.receive("session:changed") == TRAINEE
        await server.gateway.held.recheck()
        await socket.ask("import:watch", {"importId": str(person.id)})
        assert [each.name for each in socket.received].count("session:changed") == 1


async def test_a_role_that_changed_without_an_event_is_found_by_polling(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in(Profile.MANAGEMENT)
    async with open_socket(server.url, {"token": person.token}) as socket:
        await make(services, person, role="MANAGER", profile="MANAGEMENT")
        await server.gateway.held.recheck()
        assert await socket.receive("session:changed") == {"role": "MANAGER", "profile": "MANAGEMENT"}


async def test_a_token_with_an_old_position_is_notified_of_the_new_one(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    """A refresh may have read the account just before the change."""
    person = await sign_in(Profile.MANAGEMENT)
    async with open_socket(server.url, {"token": person.token}) as socket:
        await make_trainee(services, person)
        await server.gateway.held.recheck()
        await socket.receive("session:changed")
        await socket.ask("session:authenticate", {"token": token_that_ends_in(services, person, 600)})
        assert await socket.receive("session:changed", times=2) == TRAINEE


async def make_trainee(services: Services, person: Person) -> None:
    await make(services, person, **TRAINEE)


async def make(services: Services, person: Person, *, role: str, profile: str) -> None:
    async with services.unit_of_work() as unit:
        await unit.connection.execute(
            "UPDATE users SET profile = :profile, role = :role WHERE id = :id", id=person.id, role=role, profile=profile
        )


async def note_as_seen_long_ago(services: Services, person: Person) -> None:
    """Set the last use into the past, so that the next check of the session writes to its row."""
    async with services.unit_of_work() as unit:
        await unit.connection.execute(
            "UPDATE sessions SET last_seen_at = now() - interval '1 hour' WHERE id = :id", id=person.session_id
        )


async def assert_receives_nothing_of_users(server: LiveServer, socket: SocketClient, person: Person) -> None:
    payload: Any = UsersChanged(kind=UsersChangeKind.IMPORTED)
    await server.publisher.publish(USERS_CHANGED, to=person.company.id, payload=payload)
    await socket.ask("import:unwatch", {"importId": str(person.id)})
    assert "users:changed" not in [each.name for each in socket.received]
