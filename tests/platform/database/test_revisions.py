"""Revisions take no lock that people feel: squawk reads their SQL, and a large database is migrated under writers."""

import asyncio
import io
import json
import re
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from subprocess import run
from time import monotonic
from typing import Any, Final

import asyncpg
import pytest
from alembic import command
from alembic.script import ScriptDirectory

from deploy.local.postgres_server import create_database
from server.platform.database.migrate import alembic_config, upgrade
from tests.fixtures.servers import LocalServers

FIRST: Final = "0100"
REVISIONS: Final = [
    each.revision
    for each in reversed(list(ScriptDirectory.from_config(alembic_config("")).walk_revisions(FIRST, "head")))
    if each.revision != FIRST
]
# The environment sets time limits itself; what is dropped, and how large a number gets, is judged by a reader.
LEFT_OUT: Final = (
    "require-lock-timeout",
    "require-statement-timeout",
    "ban-drop-constraint",
    "ban-drop-not-null",
    "ban-drop-column",
    "prefer-bigint-over-smallint",
)
CHECKED_ON_SMALL_TABLES: Final = {"constraint-missing-not-valid"}
# From before the rule, and measured below.
KNOWN: Final = {
    "0105": CHECKED_ON_SMALL_TABLES
    | {"adding-foreign-key-constraint", "require-concurrent-index-creation", "require-concurrent-index-deletion"},
}
OF_ALEMBIC: Final = re.compile(r"^\s*(--.*|BEGIN|COMMIT|UPDATE alembic_version .*|(RE)?SET .*|)\s*$", re.DOTALL)
MAY_BE_REPEATED: Final = re.compile("CONCURRENTLY|CREATE OR REPLACE|IF NOT EXISTS|ON CONFLICT DO NOTHING").search
FILL: Final = """
    SET session_replication_role = replica;
    INSERT INTO companies (name, slug, industry) VALUES ('Harbour', 'harbour', 'Education');
    INSERT INTO imports (company_id, file_name, delimiter, encoding) SELECT id, 'a.csv', ',', 'utf-8' FROM companies;
    INSERT INTO users (company_id, full_name, role, profile, email, phone, date_of_birth)
    SELECT id, 'Asha Rao ' || n, 'TRAINEE', 'TRAINEE', n || '@example.org', '+91' || 9800000000 + n,
           date '1980-01-01' + n % 9000 FROM companies, generate_series(1, 200000) n;
    INSERT INTO messages (company_id, user_id, kind, channel, recipient, state)
    SELECT company_id, id, 'invitation', 'EMAIL', email, 'sent' FROM users;
    INSERT INTO notifications (company_id, user_id, kind, title, body)
    SELECT company_id, id, 'welcome', '', '' FROM users;
    INSERT INTO audit_entries (company_id, action, subject_id, subject_label)
    SELECT company_id, 'user_added', id, label FROM users;
    INSERT INTO import_rows
           (import_id, row, status, full_name, email, phone, date_of_birth, gender, work_location, role, profile)
    SELECT imports.id, row_number() OVER (), 'created', full_name, email, phone, '', '', '', role, profile
      FROM imports, users;
    ANALYZE
"""
FILLED: Final = ("users", "messages", "notifications", "audit_entries", "import_rows", "imports", "companies")


def emitted(before: str, revision: str) -> str:
    out = io.StringIO()
    config = alembic_config("")
    config.output_buffer = out
    command.upgrade(config, f"{before}:{revision}", sql=True)
    return out.getvalue()


def test_squawk_finds_nothing_in_the_revisions_and_long_steps_stand_alone(tmp_path: Path) -> None:
    for before, revision in zip([FIRST, *REVISIONS], REVISIONS, strict=False):
        (tmp_path / f"{revision}.sql").write_text(emitted(before, revision))

    squawk = [str(Path(sys.executable).with_name("squawk")), "--pg-version", "18", "--reporter", "json"]
    excluded = [part for rule in LEFT_OUT for part in ("--exclude", rule)]
    files = sorted(tmp_path.glob("*.sql"))
    ended = run([*squawk, *excluded, *map(str, files)], capture_output=True, text=True, check=False)  # noqa: S603
    found: dict[str, set[str]] = {}
    for problem in json.loads(ended.stdout):
        found.setdefault(Path(problem["file"]).stem, set()).add(problem["rule_name"])
    assert found == KNOWN

    for file in files:
        own = [each for each in file.read_text().split(";\n") if not OF_ALEMBIC.match(re.sub("--.*", "", each))]
        is_long = any("CONCURRENTLY" in each for each in own)
        assert not is_long or all(map(MAY_BE_REPEATED, own)), f"{file.name} does more than what may be run again"


@asynccontextmanager
async def writer(url: str, table: str, waits: dict[str, float]) -> AsyncIterator[None]:
    """Change a row again and again, and note the longest time that it took."""
    connection = await asyncpg.connect(url, server_settings={"session_replication_role": "replica"})
    column = await connection.fetchval(
        "SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 1", table
    )

    async def write() -> None:
        while True:
            begun = monotonic()
            await connection.execute(f"UPDATE {table} SET {column} = {column} WHERE ctid = '(0,1)'")  # noqa: S608
            waits[table] = max(waits.get(table, 0), monotonic() - begun)
            await asyncio.sleep(0.005)

    task = asyncio.create_task(write())
    yield
    task.cancel()
    await asyncio.wait([task])
    await connection.close()


@pytest.mark.timing
async def test_nobody_waits_for_a_second_while_a_large_database_is_migrated(servers: LocalServers) -> None:
    url = servers.postgres.url("grown")
    await create_database(servers.postgres.url("postgres"), name="grown")
    await asyncio.to_thread(upgrade, url, revision=FIRST)
    owner = await asyncpg.connect(url)
    await owner.execute(FILL, timeout=600)

    longest: dict[str, Any] = {}
    for revision in REVISIONS:
        waits: dict[str, float] = {}
        async with AsyncExitStack() as stack:
            for table in FILLED:
                await stack.enter_async_context(writer(url, table, waits))
            await asyncio.to_thread(upgrade, url, revision=revision)
        longest[revision] = max((wait, table) for table, wait in waits.items())

    await owner.close()
    await (await servers.owner_of("postgres")).execute("DROP DATABASE grown WITH (FORCE)")
    assert max(longest.values()) < (1.0, ""), longest
