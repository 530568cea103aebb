"""S103: the front of the trail is removed by the operator's command alone; a forged beginning is found."""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import asyncpg
import pytest

from server.company.audit.chain import Report, Trimmed, check_chains, seal_entries, trim_chains, warn_of_untrimmed
from server.company.audit.record import AuditAction, record
from server.platform.database.connections import Database
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services
from tests.fixtures.commands import RunCommand
from tests.fixtures.people import AddCompany, Company

DAYS: Final = 400
OLD_DAYS: Final = 500
OTHER_KEYS: Final = Keyring(("another key of so many random letters",))


@dataclass(frozen=True, kw_only=True)
class Trail:
    """Of one company: three sealed entries that are too old, and two new ones."""

    services: Services
    owner: Database
    company: Company

    async def add_old(self, count: int, *, company: Company | None = None, days: int = OLD_DAYS) -> None:
        milliseconds = int(time.time() * 1000) - days * 86_400_000
        async with self.services.database.reading() as connection:
            await connection.raw.executemany(
                "INSERT INTO audit_entries (id, company_id, action) VALUES ($1, $2, 'login')",
                [
                    (
                        UUID(int=(milliseconds + number << 80) | 0x7 << 76 | 1 << 63 | number),
                        (company or self.company).id,
                    )
                    for number in range(count)
                ],
            )

    async def add(self, count: int = 1, *, action: AuditAction = AuditAction.LOGIN, **given: Any) -> None:
        async with self.services.unit_of_work() as unit:
            for _ in range(count):
                await record(unit.connection, action=action, company_id=self.company.id, **given)
        await seal_entries(self.services)

    async def trim(self, *, keys: Keyring | None = None) -> Trimmed:
        trimmed = await trim_chains(self.owner, keys=keys or self.services.keys, days=DAYS)
        await seal_entries(self.services)
        return next(each for each in trimmed if each.chain.name == self.company.id)

    async def check(self) -> Report:
        return await check_chains(self.services.database, keys=self.services.keys)

    async def tamper(self, statement: str) -> None:
        async with self.owner.reading() as connection:
            await connection.raw.execute(statement)

    async def count(self) -> int:
        async with self.owner.reading() as connection:
            found: int = await connection.raw.fetchval("SELECT count(*) FROM audit_entries")
        return found


@pytest.fixture
async def trail(services: Services, owner_url: str, company: Company) -> AsyncIterator[Trail]:
    owner = Database(owner_url, pool_size=2)
    await owner.connect()
    trail = Trail(services=services, owner=owner, company=company)
    await trail.add_old(3)
    await trail.add(2)
    yield trail
    await owner.disconnect()


@pytest.mark.security("S103")
async def test_the_rest_of_a_trimmed_trail_verifies_and_says_what_is_missing(trail: Trail) -> None:
    trimmed = await trail.trim()
    report = await trail.check()

    assert (trimmed.removed, report.holds, report.waiting) == (3, True, 0), report.lines()
    assert "3 entries (those up to 3 were trimmed)" in report.lines()[0]
    assert await trail.count() == 3
    again = await trail.trim()
    assert (again.removed, await trail.count()) == (0, 3), "nothing is left to trim, and nothing to state"


@pytest.mark.security("S103")
async def test_a_trail_is_trimmed_again_and_again(trail: Trail) -> None:
    """Each time the beginning of the last statement counts, and earlier statements are removed as others are."""
    await trail.trim()
    await trail.tamper("UPDATE audit_entries SET id = id")
    trimmed = await trim_chains(trail.owner, keys=trail.services.keys, days=0)
    await seal_entries(trail.services)

    report = await trail.check()
    assert (trimmed[0].removed, report.holds) == (2, True), report.lines()
    assert await trail.count() == 2, "the newest of before, and the statement"


@pytest.mark.security("S103")
async def test_the_last_entry_of_a_silent_company_stays_so_that_its_chain_continues(
    services: Services, trail: Trail, add_company: AddCompany
) -> None:
    silent = await add_company()
    async with trail.owner.reading() as connection:
        await connection.raw.execute("DELETE FROM audit_seals")
        await connection.raw.execute("DELETE FROM audit_entries")
    await trail.add_old(4, company=silent)
    await seal_entries(services)

    assert [each.removed for each in await trim_chains(trail.owner, keys=services.keys, days=DAYS)] == [3]
    await seal_entries(services)
    assert (await trail.check()).holds
    assert [each.removed for each in await trim_chains(trail.owner, keys=services.keys, days=DAYS)] == [1]
    await seal_entries(services)
    assert (await trail.check()).holds


@pytest.mark.security("S103")
async def test_an_interrupted_removal_is_continued(trail: Trail) -> None:
    async with trail.owner.reading() as connection:
        kept = await connection.raw.fetch("SELECT * FROM audit_seals WHERE position = 3")
        await trail.trim()
        await connection.raw.copy_records_to_table("audit_seals", records=[tuple(row) for row in kept])

    report = await trail.check()
    assert (report.holds, "1 trimmed ones remain" in report.lines()[0]) == (True, True)
    assert (await trail.trim()).removed == 1
    assert "remain" not in (await trail.check()).lines()[0]


@pytest.mark.security("S103")
@pytest.mark.parametrize(
    "tampering",
    [
        "DELETE FROM audit_seals WHERE position <= 2",
        """
        WITH s AS (DELETE FROM audit_seals WHERE position <= 2 RETURNING entry_id)
        DELETE FROM audit_entries USING s WHERE id = entry_id
        """,
    ],
)
async def test_a_front_that_was_removed_without_a_statement_is_found(trail: Trail, tampering: str) -> None:
    await trail.tamper(tampering)

    report = await trail.check()
    assert (report.holds, "position 1 is missing" in report.lines()[0]) == (False, True)


@pytest.mark.security("S103")
async def test_a_statement_that_was_inserted_counts_for_nothing(trail: Trail, add_company: AddCompany) -> None:
    """Both roles may insert entries, and a worker seals them. What they lack is the key, which the processes have."""
    async with trail.owner.reading() as connection:
        head = await connection.raw.fetchval("SELECT hash FROM audit_seals WHERE position = 2")
    forged = {"entries": 2, "position": 2, "hash": head.hex(), "keyId": "00000000", "mac": "00" * 32}
    for key_id, said in (("00000000", "UNKNOWN"), (_key_id(trail.services), "position 1 is missing")):
        await trail.add(action=AuditAction.AUDIT_TRIMMED, after=forged | {"keyId": key_id})
        await trail.tamper("DELETE FROM audit_entries USING audit_seals WHERE id = entry_id AND position <= 2")
        await trail.tamper("DELETE FROM audit_seals WHERE position <= 2")
        report = await trail.check()
        assert (report.holds, said in report.lines()[0] or "position 1" in report.lines()[0]) == (False, True)
        assert (await trail.trim()).removed == 0


@pytest.mark.security("S103")
async def test_a_statement_of_another_chain_or_place_counts_for_nothing(trail: Trail, add_company: AddCompany) -> None:
    await trail.trim()
    other = await add_company()
    async with trail.owner.reading() as connection:
        stated = await connection.raw.fetchval("SELECT after FROM audit_entries WHERE action = 'audit_trimmed'")
        await connection.raw.execute(
            """
            INSERT INTO audit_entries (company_id, action, after)
            SELECT $1, 'audit_trimmed', $2 FROM generate_series(1, 5)
            """,
            other.id,
            stated,
        )
    await seal_entries(trail.services)
    await trail.tamper(f"DELETE FROM audit_seals WHERE chain = '{other.id}' AND position <= 3")  # noqa: S608 - a UUID
    await trail.tamper(
        "DELETE FROM audit_entries e WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = e.id)"
    )

    lines = (await trail.check()).lines()
    assert [line.split()[0] for line in lines[:2]].count("BROKEN") == 1, lines


@pytest.mark.security("S103")
async def test_an_entry_that_was_changed_is_not_trimmed_away(trail: Trail) -> None:
    await trail.tamper(
        "UPDATE audit_entries SET address = '10.0.0.1' WHERE id = (SELECT min(id::text)::uuid FROM audit_entries)"
    )

    trimmed = await trail.trim()

    assert (trimmed.removed, trimmed.chain.holds, await trail.count()) == (0, False, 5)


@pytest.mark.security("S103")
async def test_the_serving_role_cannot_trim(trail: Trail) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await trim_chains(trail.services.database, keys=trail.services.keys, days=DAYS)

    async with trail.services.database.reading() as connection:
        assert await connection.raw.fetchval("SELECT count(*) FROM audit_entries") == 5, "and has stated nothing"


@pytest.mark.security("S103")
async def test_the_command_needs_the_owner_s_role_and_the_setting(
    owner_url: str, trail: Trail, run_command: RunCommand, own_settings: dict[str, str]
) -> None:
    owning = own_settings | {"MIGRATION_DATABASE_URL": owner_url}

    unset = await run_command("trim-audit", **owning)
    short = await run_command("trim-audit", **owning, AUDIT_DAYS="30")
    serving = await run_command("trim-audit", **own_settings, AUDIT_DAYS=str(DAYS))
    owner = await run_command("trim-audit", **owning, AUDIT_DAYS=str(DAYS))

    assert (unset.status, "AUDIT_DAYS is not set" in unset.error) == (1, True)
    assert (short.status, "AUDIT_DAYS is too short" in short.error) == (1, True)
    assert (serving.status, "MIGRATION_DATABASE_URL" in serving.error) == (1, True)
    assert (owner.status, "3 removed" in owner.output) == (0, True), owner


@pytest.mark.security("S103")
@pytest.mark.settings(audit_days=DAYS)
async def test_a_trail_that_is_never_trimmed_is_warned_of(trail: Trail, capsys: pytest.CaptureFixture[str]) -> None:
    await warn_of_untrimmed(trail.services)
    assert "audit_not_trimmed" in capsys.readouterr().out
    await trail.trim()
    await warn_of_untrimmed(trail.services)
    assert "audit_not_trimmed" not in capsys.readouterr().out


def _key_id(services: Services) -> str:
    return services.keys.derive(Purpose.AUDIT)[0][0]
