"""S112: one company's requests leave connections, and slots for what costs much, to all others."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any, Final

import pytest
from quart.testing import make_test_scope
from werkzeug.datastructures import Headers

from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database, count_connections_for
from server.platform.process.fair_slots import FairSlots
from server.platform.process.threads import in_thread
from server.platform.services import Services
from tests.fixtures.app import running
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.eventually import eventually
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.user_calls import Desks

EDIT: Final = {"values": {"fullName": "Another Name"}, "version": 1}


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    """The web process has such a one."""
    database = Database(settings.database_url, pool_size=settings.database_pool_size, serves_requests=True)
    await database.connect()
    yield database
    await database.disconnect()


@pytest.mark.security("S112")
async def test_a_request_that_meets_a_lock_gives_its_connection_back_soon(
    office: Office, caller: Caller, clipboard: Clipboard
) -> None:
    import_id, database = await office.check(person(1)), office.services.database
    company_id = clipboard.person.company.id
    async with database.unit_of_work() as unit:
        await unit.connection.execute("SELECT FROM imports WHERE id = :id FOR UPDATE", id=import_id)
        await unit.connection.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('bulk ' || :id, 0))", id=str(company_id)
        )
        edited, started = await asyncio.gather(
            caller.as_person(office.person).call("PATCH", f"{import_id}/rows/1", json=EDIT),
            clipboard.send("sign-out", [office.person.id]),
        )
        assert (edited.status, edited.body["code"]) == (started.status, started.code) == (409, "locked")
        assert edited.headers["Retry-After"] == started.headers["Retry-After"] == "1"
        assert database.usage()["in_use"] == 1
    assert (await caller.as_person(office.person).call("PATCH", f"{import_id}/rows/1", json=EDIT)).status == 200


@pytest.mark.security("S112")
@pytest.mark.security("S143")
async def test_a_company_has_nearly_all_connections_waits_for_more_and_leaves_others_the_rest(
    database: Database, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    large, other = await sign_in(), await sign_in(company=await add_company())
    end = asyncio.Event()

    async def hold(sharer: object) -> None:
        count_connections_for(sharer)
        async with database.reading():
            await end.wait()

    async def is_held(number: int) -> bool:
        return database.usage()["in_use"] == number

    async def is_waiting() -> bool:
        return database.usage()["waiting"] == 1

    async with asyncio.TaskGroup() as group:
        held = [group.create_task(hold(large.company.id)) for _ in range(3)]
        await eventually(lambda: is_held(3), within=30, what="three connections held")
        waiting = asyncio.create_task(desks.of(large).browser.get("users"))
        await eventually(is_waiting, within=30, what="a request that waits")
        assert (await desks.of(other).browser.get("users")).status == 200
        held[0].cancel()
        assert (await waiting).status == 200
        for _ in range(2):
            group.create_task(hold("the network of a sign-up"))
        await eventually(lambda: is_held(4), within=30, what="four connections held")
        # None is left but those for checks of sessions.
        assert (await desks.of(other).browser.get("users/profile")).status == 200
        assert (await desks.of(other).browser.get("/health/ready")).body["checks"]["database"] == "ok"
        end.set()


@pytest.mark.security("S112")
async def test_costly_requests_of_a_company_wait_and_then_are_refused(
    services: Services, office: Office, sign_in: SignIn, add_company: AddCompany
) -> None:
    slots = FairSlots(2, each=1, waiting=1)

    async def is_waiting() -> bool:
        return slots.waiting == 1

    import_id = await office.check(person(1))
    async with running(replace(services, heavy_requests=slots)) as app, AsyncExitStack() as stack:
        caller = Caller(app=app, person=office.person)
        await stack.enter_async_context(slots.hold(office.person.company.id))
        waiting = asyncio.create_task(caller.get(f"{import_id}/problems"))
        await eventually(is_waiting, within=30, what="a request that waits")
        refused = await caller.get(f"{import_id}/values", field="role")
        assert (refused.status, refused.body["code"]) == (429, "too_many_requests")
        assert int(refused.headers["Retry-After"]) > 0
        other = await sign_in(company=await add_company())
        assert (await caller.as_person(other).get(f"{import_id}/problems")).status == 404
        await stack.aclose()
        assert (await waiting).status == 200


@pytest.mark.security("S112")
async def test_a_client_that_takes_its_answer_slowly_holds_no_slot(services: Services, office: Office) -> None:
    slots, is_sending, never = FairSlots(1, each=1, waiting=0), asyncio.Event(), asyncio.Event()

    async def send(_: object) -> None:
        is_sending.set()
        await never.wait()

    async def receive() -> Any:
        await never.wait()

    path = f"/api/v1/users/imports/{await office.check(person(1))}/problems"
    scope = make_test_scope("http", path, "GET", Headers(office.person.headers), b"", "https", "", "1.1", {})
    async with running(replace(services, heavy_requests=slots)) as app:
        sending = asyncio.create_task(app(scope, receive, send))
        await is_sending.wait()
        async with slots.hold(office.person.company.id):
            sending.cancel()
        await asyncio.wait([sending])


@pytest.mark.security("S112")
async def test_callers_that_leave_at_the_same_moment_leave_their_slots() -> None:
    """Connections that are closed together end, in one turn of the loop, who holds a slot and who waits for it."""
    slots = FairSlots(1, each=1, waiting=3)
    last = asyncio.Event()

    async def hold() -> None:
        async with slots.hold("company"):
            await last.wait()

    held, *others, patient = [asyncio.create_task(hold()) for _ in range(4)]
    await asyncio.sleep(0)
    for task in (held, *others):
        task.cancel()
    last.set()
    ended = await asyncio.gather(held, *others, return_exceptions=True)
    assert [type(each) for each in ended] == [asyncio.CancelledError] * 3
    async with asyncio.timeout(30), slots.hold("company"):
        await patient


@pytest.mark.security("S112")
async def test_a_caller_that_leaves_keeps_its_slot_until_its_thread_is_done() -> None:
    """Else callers that leave have as many files read at once as there are threads."""
    slots = FairSlots(1, each=1, waiting=3)
    has_begun, end = threading.Event(), threading.Event()

    def work() -> None:
        has_begun.set()
        end.wait(30)

    async def hold() -> None:
        async with slots.hold("company"):
            await in_thread(work)

    left, following = asyncio.create_task(hold()), asyncio.create_task(hold())
    await in_thread(has_begun.wait, 30)
    left.cancel()
    done, _ = await asyncio.wait([left], timeout=0.1)
    assert (done, slots.waiting) == (set(), 1)
    end.set()
    with pytest.raises(asyncio.CancelledError):
        await left
    await following
