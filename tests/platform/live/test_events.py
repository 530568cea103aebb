"""Published events reach the sockets of their room in every process, and no others."""

import asyncio
from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from server.access.sessions.events import SESSION_EXPIRED, SessionExpired
from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.people.imports.read_import import IMPORT_PROGRESS, IMPORT_SUMMARY
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportMode, ImportState
from server.platform.live.bus import RedisPublisher
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.import_rows import add_import
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.socket_client import open_socket

COUNTS: Final[dict[str, Any]] = {
    **dict.fromkeys(("checked_rows", "valid_rows", "new_rows"), 10),
    **dict.fromkeys(("warning_rows", "invalid_rows", "changed_rows", "unchanged_rows"), 0),
    **dict.fromkeys(("changed", "unchanged", "error_count", "failed_count"), 0),
    "success_count": 5,
}


def snapshot_of(import_id: UUID) -> ImportSnapshot:
    return ImportSnapshot(
        id=import_id,
        state=ImportState.PROCESSING,
        reason=None,
        file_name="people.csv",
        **COUNTS,
        total_rows=10,
        mode=ImportMode.CREATE,
        processed=5,
        invited=0,
        invite=True,
        rate_per_second=None,
        eta_seconds=None,
        created_at=utc_now(),
        started_at=None,
        finished_at=None,
        timestamp=None,
        uploaded_by=None,
        started_by=None,
        version=3,
        server_time=utc_now(),
        date_order=None,
        date_example=None,
        recent=[],
        remarks=[],
        questions=[],
        sync=None,
        lines=None,
        unknown_headers=[],
        invite_at=None,
        undone=0,
        same_as=None,
        last_change=None,
        invitations_left=0,
        new_batches=[],
        columns=[],
        next_sheets=[],
    )


async def test_worker_reaches_sockets_of_every_process(
    start_server: StartServer, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in()
    worker = RedisPublisher(services.settings.redis_url)
    changed = UsersChanged(kind=UsersChangeKind.CREATED, ids=[uuid4()])
    async with (
        start_server() as one,
        start_server() as two,
        open_socket(one.url, {"token": person.token}) as here,
        open_socket(two.url, {"token": person.token}) as there,
    ):
        for server in (one, two):
            await server.publisher.subscribed.wait()
        await worker.publish(USERS_CHANGED, to=person.company.id, payload=changed)
        for socket in (here, there):
            assert await socket.receive("users:changed") == {"kind": "created", "ids": [str(changed.ids[0])]}
    await worker.close()


async def test_own_process_and_the_other_receive_an_event_once(start_server: StartServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with (
        start_server() as one,
        start_server() as two,
        open_socket(one.url, {"token": person.token}) as here,
        open_socket(two.url, {"token": person.token}) as there,
    ):
        for server in (one, two):
            await server.publisher.subscribed.wait()
        payload = SessionExpired(server_time=utc_now())
        await one.publisher.publish(SESSION_EXPIRED, to=person.session_id, payload=payload)
        for socket in (here, there):
            await socket.receive("session:expired")
            assert await socket.receives_nothing_new(0.3)


@pytest.mark.parametrize("profile", [Profile.TRAINEE, Profile.TRAINER, None])
async def test_user_without_permissions_receives_nothing_of_users_and_imports(
    server: LiveServer, sign_in: SignIn, profile: Profile | None
) -> None:
    person, manager = await sign_in(profile), await sign_in(Profile.MANAGEMENT)
    async with (
        open_socket(server.url, {"token": person.token}) as outside,
        open_socket(server.url, {"token": manager.token}) as inside,
    ):
        await outside.receive("session:state")
        company_id = person.company.id
        await server.publisher.publish(
            USERS_CHANGED, to=company_id, payload=UsersChanged(kind=UsersChangeKind.IMPORTED)
        )
        await server.publisher.publish(IMPORT_SUMMARY, to=company_id, payload=snapshot_of(uuid4()))
        for event in (USERS_CHANGED, IMPORT_SUMMARY):
            await inside.receive(event.name)
        assert await outside.receives_nothing_new(0.2)


async def test_other_company_receives_nothing(server: LiveServer, sign_in: SignIn, add_company: AddCompany) -> None:
    person, stranger = await sign_in(), await sign_in(company=await add_company())
    async with (
        open_socket(server.url, {"token": person.token}) as inside,
        open_socket(server.url, {"token": stranger.token}) as outside,
    ):
        await outside.receive("session:state")
        payload = snapshot_of(uuid4())
        await server.publisher.publish(IMPORT_SUMMARY, to=person.company.id, payload=payload)
        await inside.receive("import:summary")
        assert await outside.receives_nothing_new(0.2)


async def test_watcher_gets_the_snapshot_and_then_the_progress(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in(Profile.MANAGEMENT)
    import_id = await add_import(services, person)
    async with open_socket(server.url, {"token": person.token}) as socket:
        answer = await socket.ask("import:watch", {"importId": str(import_id)})
        assert answer["ok"] is True
        assert (answer["snapshot"]["id"], answer["snapshot"]["state"]) == (str(import_id), "validating")
        await server.publisher.publish(IMPORT_PROGRESS, to=import_id, payload=snapshot_of(import_id))
        assert (await socket.receive("import:progress"))["processed"] == 5
        assert await socket.ask("import:unwatch", {"importId": str(import_id)}) == {"ok": True}
        await server.publisher.publish(IMPORT_PROGRESS, to=import_id, payload=snapshot_of(import_id))
        assert await socket.receives_nothing_new(0.3)


async def test_import_of_another_company_cannot_be_watched(
    server: LiveServer, sign_in: SignIn, add_company: AddCompany, services: Services
) -> None:
    stranger = await sign_in(company=await add_company())
    import_id = await add_import(services, stranger)
    async with open_socket(server.url, {"token": (await sign_in()).token}) as socket:
        answer = await socket.ask("import:watch", {"importId": str(import_id)})
        assert (answer["ok"], answer["code"]) == (False, "not_found")
        await server.publisher.publish(IMPORT_PROGRESS, to=import_id, payload=snapshot_of(import_id))
        await socket.receive("session:state")
        assert await socket.receives_nothing_new(0.2)


async def test_user_without_the_import_permission_may_not_watch(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    import_id = await add_import(services, await sign_in())
    async with open_socket(server.url, {"token": (await sign_in(Profile.TRAINEE)).token}) as socket:
        answer = await socket.ask("import:watch", {"importId": str(import_id)})
    assert (answer["ok"], answer["code"]) == (False, "forbidden")


async def test_permission_is_read_again_at_every_event(server: LiveServer, sign_in: SignIn, services: Services) -> None:
    person = await sign_in(Profile.ADMIN)
    import_id = await add_import(services, person)
    async with open_socket(server.url, {"token": person.token}) as socket:
        async with services.unit_of_work() as unit:
            await unit.connection.execute("UPDATE users SET is_active = false WHERE id = :id", id=person.id)
        answer = await socket.ask("import:watch", {"importId": str(import_id)})
    assert (answer["ok"], answer["code"]) == (False, "not_signed_in")


async def test_invalid_payload_gets_an_error_acknowledgement(server: LiveServer, sign_in: SignIn) -> None:
    cases: list[tuple[str, list[object], str]] = [
        ("import:watch", [], "validation_failed"),
        ("import:watch", [{}], "validation_failed"),
        ("import:watch", [{"importId": "x"}], "validation_failed"),
        ("import:watch", [{"importId": str(uuid4()), "company": "x"}], "validation_failed"),
        ("import:watch", [[1, 2]], "validation_failed"),
        ("import:watch", [{"importId": str(uuid4())}, 2], "validation_failed"),
        ("import:watch", [{"importId": str(uuid4())}], "not_found"),
        ("session:authenticate", [{"token": "nonsense"}], "not_signed_in"),
        ("session:authenticate", ["nonsense"], "validation_failed"),
        ("enter_room", ["user:1"], "unknown_event"),
        ("session:ended", [{}], "unknown_event"),
    ]
    for event, arguments, code in cases:
        async with open_socket(server.url, {"token": (await sign_in()).token}) as socket:
            answer = await socket.ask(event, *arguments)
            assert (answer["ok"], answer["code"]) == (False, code), event
            assert answer["message"], event
            assert socket.is_open, event


async def test_client_events_are_rate_limited(server: LiveServer, sign_in: SignIn) -> None:
    async with open_socket(server.url, {"token": (await sign_in()).token}) as socket:
        # At once, because they are counted over ten seconds.
        answers = await asyncio.gather(*(socket.ask("import:unwatch", {"importId": str(uuid4())}) for _ in range(41)))
    assert [answer["ok"] for answer in answers] == [True] * 40 + [False]
    assert answers[-1]["code"] == "too_many_requests"


async def test_payload_of_eight_kilobytes_is_not_sent(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    large = snapshot_of(uuid4()).model_copy(update={"file_name": "x" * 8_192})
    async with open_socket(server.url, {"token": person.token}) as socket:
        await socket.receive("session:state")
        await server.publisher.publish(IMPORT_SUMMARY, to=person.company.id, payload=large)
        assert await socket.receives_nothing_new(0.2)


async def test_slots_of_a_topic_are_shared_by_all_processes(services: Services) -> None:
    speakers = [RedisPublisher(services.settings.redis_url) for _ in range(3)]
    topic, other = uuid4().hex, uuid4().hex
    waits = [await speaker.reserve_slot(topic, every=60) for speaker in speakers]
    assert waits == pytest.approx([0, 60, 120], abs=20)
    assert await speakers[2].reserve_slot(other, every=0.05) == 0
    await asyncio.sleep(0.06)
    assert await speakers[0].reserve_slot(other, every=0.05) == 0
    for speaker in speakers:
        await speaker.close()
