"""S56: transactions that Postgres rolls back for a conflict are retried, then refused with 503; never a 500."""

import asyncio
import re
from typing import Final

import asyncpg
import pytest
from quart import Quart

from server.access.flows.flow import FlowState
from server.platform.database.connections import Connection, TransactionConflictError, repeat_on_conflict
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.architecture.source import modules
from tests.fixtures.accounts import Account
from tests.fixtures.flow_rows import add_flow
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, people
from tests.fixtures.imports import Office
from tests.fixtures.people import SignIn
from tests.fixtures.servers import as_owner
from tests.fixtures.sign_in import Browser, fetch_value
from tests.fixtures.user_calls import Desk

DEADLOCK: Final = "40P01"
SERIALIZATION_FAILURE: Final = "40001"
AT_ONCE: Final = 16
ROUNDS: Final = 3
LOCKS: Final = re.compile(r"FOR (?:NO KEY )?UPDATE(?: OF \w+(?:, \w+)*)?(?!\s+(?:OF|SKIP LOCKED)|,)")
CHANGES: Final = re.compile(r"\bUPDATE (\w+)(?: \w+)? SET\b")


async def fail(services: Services, table: str, *, times: int, state: str) -> None:
    """Make the next inserts into a table fail with a serialization error; rolled-back ones count too."""
    owner = await asyncpg.connect(as_owner(services.settings.database_url))
    await owner.execute("CREATE SEQUENCE conflicts")
    await owner.execute(
        f"""
        CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
            IF nextval('conflicts') <= {times} THEN RAISE EXCEPTION USING ERRCODE = '{state}'; END IF;
            RETURN new;
        END $$
        """
    )
    await owner.execute(f"CREATE TRIGGER conflict BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION conflict()")
    await owner.close()


@pytest.mark.security("S56")
@pytest.mark.parametrize("state", [DEADLOCK, SERIALIZATION_FAILURE])
async def test_a_change_that_meets_conflicts_is_made_once(desk: Desk, sign_in: SignIn, state: str) -> None:
    trainee = await sign_in(Profile.TRAINEE)
    await fail(desk.services, "audit_entries", times=2, state=state)
    answer = await desk.edit(trainee.id, role="MENTOR", profile="TRAINER")
    assert (answer.status, answer.body["profile"], answer.body["version"]) == (200, "TRAINER", 2)
    assert await desk.value("SELECT count(*) FROM audit_entries WHERE action = 'user_edited'") == 1


@pytest.mark.security("S56")
async def test_a_file_that_meets_a_conflict_is_received_once(caller: Caller, office: Office) -> None:
    await fail(office.services, "import_files", times=1, state=DEADLOCK)
    answer = await caller.as_person(office.person).upload(csv_file(*people(3)))
    assert answer.status == 201
    assert await fetch_value(office.services, "SELECT count(*) FROM imports") == 1


@pytest.mark.security("S56")
@pytest.mark.parametrize("state", [DEADLOCK, SERIALIZATION_FAILURE])
async def test_a_change_that_meets_only_conflicts_is_refused_for_a_moment(
    desk: Desk, sign_in: SignIn, state: str
) -> None:
    trainee = await sign_in(Profile.TRAINEE)
    await fail(desk.services, "audit_entries", times=1_000, state=state)
    answer = await desk.edit(trainee.id, role="MENTOR", profile="TRAINER")
    assert (answer.status, answer.code) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert (await desk.row(trainee.id))["profile"] == "TRAINEE"


@pytest.mark.security("S56")
async def test_a_sign_in_that_meets_a_conflict_opens_one_session(
    browser: Browser, services: Services, account: Account
) -> None:
    await fail(services, "sessions", times=1, state=DEADLOCK)
    await browser.sign_in(account)
    assert await fetch_value(services, "SELECT count(*) FROM sessions WHERE user_id = $1", account.id) == 1


@pytest.mark.security("S56")
async def test_work_of_which_something_is_committed_is_not_repeated(services: Services) -> None:
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        async with services.unit_of_work() as first:
            await first.connection.execute("SELECT 1")
        async with services.unit_of_work() as second:
            await conflict(second.connection)

    with pytest.raises(TransactionConflictError):
        await repeat_on_conflict(work)
    assert begun == 1


async def conflict(connection: Connection) -> None:
    await connection.execute("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$")


@pytest.mark.security("S56")
@pytest.mark.settings(database_pool_size=24, rate_limit_scale=1000)
async def test_sixteen_sign_ins_of_one_account_at_once_never_deadlock(
    app: Quart, services: Services, account: Account
) -> None:
    """While others open flows, which reference the account that each sign-in updates."""
    browser = Browser(app=app, services=services)

    async def complete(secret: str) -> int:
        query = {"userId": str(account.id)}
        return (await browser.post("login/complete", query=query, headers={"X-Flow-Token": secret})).status

    waiting = [await open_ready_flow(services, account) for _ in range(AT_ONCE)]
    for _ in range(ROUNDS):
        async with asyncio.TaskGroup() as group:
            answers = [group.create_task(complete(secret)) for secret in waiting]
            opened = [group.create_task(open_ready_flow(services, account)) for _ in waiting]
        assert [answer.result() for answer in answers] == [200] * AT_ONCE
        waiting = [each.result() for each in opened]
    assert await deadlocks(services) == 0


async def open_ready_flow(services: Services, account: Account) -> str:
    return (await add_flow(services, account, state=FlowState.READY)).secret


async def deadlocks(services: Services) -> int:
    """Postgres' count of deadlocks in this test's database."""
    async with services.database.reading() as connection:
        await connection.raw.execute("SELECT pg_stat_force_next_flush()")
        count: int = await connection.raw.fetchval(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        )
    return count


@pytest.mark.security("S56")
def test_no_statement_waits_for_a_row_and_changes_it() -> None:
    """Such a statement reads the old row before it waits, and then waits for it again, which deadlocks."""
    statements = [text for module in modules("server", "workers") for text in module.texts() if CHANGES.search(text)]
    assert [text for text in statements if LOCKS.search(text)] == []
    assert len(statements) > 30
