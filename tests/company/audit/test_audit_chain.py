"""S54: the serving role can only add to the audit trail, and a change by any other role is detected."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

import asyncpg
import pytest

from server.company.audit.chain import Report, check_chains, seal_entries, seal_some
from server.company.audit.record import AuditAction, record
from server.platform.database.connections import Database
from server.platform.process.crypto import Keyring
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.commands import RunCommand
from tests.fixtures.eventually import eventually
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.sign_in import Browser
from tests.fixtures.worker_process import StartWorker

EARLY: Final = UUID("01900000-0000-7000-8000-000000000000")
LATE: Final = UUID("ffffffff-ffff-7fff-bfff-ffffffffffff")

FORBIDDEN: Final = [
    "UPDATE audit_entries SET actor_id = NULL",
    "DELETE FROM audit_entries",
    "TRUNCATE audit_entries",
    "UPDATE audit_seals SET hash = ''",
    "DELETE FROM audit_seals",
    "TRUNCATE audit_seals",
    "ALTER TABLE audit_entries DISABLE TRIGGER ALL",
    "ALTER TABLE users ADD COLUMN is_root boolean",
    "CREATE TABLE mine (id int)",
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE RULE quiet AS ON INSERT TO audit_entries DO INSTEAD NOTHING",
    "DROP TABLE users",
    "TRUNCATE users CASCADE",
    "DELETE FROM companies",
    "UPDATE alembic_version SET version_num = '0001'",
    "CREATE ROLE another SUPERUSER",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "SET ROLE postgres",
    "SET session_replication_role = replica",
    "COPY users TO '/tmp/users'",
    "SELECT pg_read_file('postgresql.conf')",
]


@dataclass(frozen=True, kw_only=True)
class Trail:
    """Three sealed entries of a company, and a connection as the owner of the tables."""

    services: Services
    owner: "asyncpg.Connection[asyncpg.Record]"
    company: Company

    async def add(self, count: int = 1, *, company: Company | None = None) -> None:
        async with self.services.unit_of_work() as unit:
            for _ in range(count):
                company_id = (company or self.company).id
                await record(unit.connection, action=AuditAction.LOGIN, company_id=company_id)

    async def tamper(self, statement: str) -> None:
        """Execute as the owner; `$1` is the second entry."""
        second = await self.owner.fetchval("SELECT id FROM audit_entries ORDER BY id OFFSET 1 LIMIT 1")
        await self.owner.execute(statement, *([second] if "$1" in statement else []))

    async def check(self) -> Report:
        return await check_chains(self.services.database, keys=self.services.keys)


@pytest.fixture
async def trail(services: Services, owner_url: str, company: Company) -> AsyncIterator[Trail]:
    owner = await asyncpg.connect(owner_url)
    trail = Trail(services=services, owner=owner, company=company)
    await trail.add(3)
    await seal_entries(services)
    yield trail
    await owner.close()


@pytest.mark.security("S54")
async def test_the_serving_role_may_not_change_entries(database: Database) -> None:
    for statement in FORBIDDEN:
        async with database.reading() as connection:
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.raw.execute(statement)


@pytest.mark.security("S54")
async def test_the_serving_role_owns_nothing_and_is_member_of_no_role(database: Database) -> None:
    async with database.reading() as connection:
        powers = await connection.raw.fetchrow(
            "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles"
            " WHERE rolname = current_user"
        )
        owned = await connection.raw.fetchval("SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole")
        member = await connection.raw.fetchval(
            "SELECT count(*) FROM pg_auth_members WHERE member = current_user::regrole"
        )
    assert (set(powers or ()), owned, member) == ({False}, 0, 0)


@pytest.mark.security("S54")
async def test_an_unchanged_trail_verifies(trail: Trail, add_company: AddCompany) -> None:
    await trail.add(2, company=await add_company())
    assert (await trail.check()).waiting == 2
    await seal_entries(trail.services)

    report = await trail.check()

    assert report.holds, report.lines()
    assert sorted(chain.position for chain in report.chains) == [2, 3]
    assert report.waiting == 0


@pytest.mark.security("S54")
@pytest.mark.parametrize(
    ("tampering", "said"),
    [
        ("UPDATE audit_entries SET actor_id = waymark_uuid7() WHERE id = $1", "position 2 was changed"),
        ("UPDATE audit_entries SET after = '{\"a\": 1}' WHERE id = $1", "position 2 was changed"),
        ("UPDATE audit_entries SET work_id = waymark_uuid7() WHERE id = $1", "position 2 was changed"),
        ("UPDATE audit_entries SET created_at = now() WHERE id = $1", "position 2 was changed"),
        ("UPDATE audit_entries SET company_id = NULL WHERE id = $1", "position 2 was changed"),
        ("DELETE FROM audit_entries WHERE id = $1", "position 2 is gone"),
        ("DELETE FROM audit_seals WHERE position = 2", "position 2 is missing"),
        ("UPDATE audit_seals SET mac = hash WHERE position = 3", "position 3 was sealed with another key"),
    ],
)
async def test_changes_by_the_owner_are_detected(trail: Trail, tampering: str, said: str) -> None:
    await trail.tamper(tampering)

    report = await trail.check()

    assert not report.holds
    assert said in report.lines()[0]


@pytest.mark.security("S54")
@pytest.mark.parametrize("entry_id", [EARLY, LATE])
async def test_entries_inserted_among_sealed_ones_are_detected(trail: Trail, entry_id: UUID) -> None:
    """The serving role may add entries; backdated ones are detected."""
    async with trail.services.database.reading() as connection:
        await connection.raw.execute(
            "INSERT INTO audit_entries (id, company_id, action) VALUES ($1, $2, 'login')", entry_id, trail.company.id
        )
    await trail.add()
    await seal_entries(trail.services)

    report = await trail.check()

    assert (report.outside, report.waiting, report.holds) == (1, 0, False)


@pytest.mark.security("S54")
async def test_a_seal_with_another_key_is_detected(trail: Trail) -> None:
    await trail.add()
    forger = replace(trail.services, keys=Keyring(("another key of so many random letters",)))
    await seal_entries(forger)

    last = (await trail.check()).chains[0]
    await trail.add()
    await seal_entries(trail.services)

    assert last.unknown_key is not None
    # A later seal under a known key vouches for all before it, so a key that was rotated out is not needed.
    assert (await trail.check()).holds


@pytest.mark.security("S54")
async def test_concurrent_sealing_gives_every_entry_one_position(trail: Trail) -> None:
    await trail.add(20)

    await asyncio.gather(*(seal_some(trail.services, limit=7) for _ in range(6)))
    await seal_entries(trail.services)

    report = await trail.check()
    assert (report.holds, report.chains[0].position, report.waiting) == (True, 23, 0)


async def test_a_batch_continues_after_the_one_before(trail: Trail) -> None:
    await trail.add(20)

    after = None
    waiting = []
    for _ in range(3):
        after = await seal_some(trail.services, limit=7, after=after)
        waiting.append((await trail.check()).waiting)

    assert after is None
    assert waiting == [13, 6, 0]
    assert (await trail.check()).holds


@pytest.mark.security("S54")
async def test_an_entry_that_is_committed_late_is_sealed_too(trail: Trail) -> None:
    async with trail.services.unit_of_work() as unit:
        await record(unit.connection, action=AuditAction.LOGOUT, company_id=trail.company.id)
        await trail.add()
        await seal_entries(trail.services)
    await seal_entries(trail.services)

    report = await trail.check()
    assert (report.holds, report.chains[0].position) == (True, 5)


@pytest.mark.security("S54")
@pytest.mark.slow
async def test_a_sign_in_is_sealed_by_the_worker_and_verified_by_the_command(
    browser: Browser,
    account: Account,
    trail: Trail,
    start_worker: StartWorker,
    run_command: RunCommand,
    own_settings: dict[str, str],
) -> None:
    await start_worker()
    await browser.sign_in(account)

    async def is_sealed() -> bool:
        report = await trail.check()
        return report.waiting == 0 and report.chains[0].position > 3

    await eventually(is_sealed, within=30, what="the worker to seal the sign-in")
    whole = await run_command("check-audit", **own_settings)
    assert (whole.status, "The audit trail holds." in whole.output) == (0, True)
    await trail.tamper("DELETE FROM audit_entries WHERE id = $1")
    broken = await run_command("check-audit", **own_settings)
    assert (broken.status, "position 2 is gone" in broken.output) == (2, True)
