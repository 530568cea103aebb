"""The commands, run as an operator runs them."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest

from server.people.invitations.limits import remembered_as

SECRET = "kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o"


@dataclass(frozen=True, kw_only=True)
class Result:
    status: int
    output: str
    error: str


async def run(*arguments: str, folder: Path | None = None, environment: dict[str, str] | None = None) -> Result:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server.cli", *arguments),
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(Path.cwd()), **(environment or {})},
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, error = await process.communicate()
    return Result(status=process.returncode or 0, output=output.decode(), error=error.decode())


@pytest.fixture
def environment(database_url: str, redis_url: str) -> dict[str, str]:
    return {
        "APP_ENV": "development",
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEYS": SECRET,
    }


async def test_missing_settings_are_named_and_the_exit_status_is_1(tmp_path: Path) -> None:
    result = await run("check-settings", folder=tmp_path)

    assert result.status == 1
    missing = {line.split()[0] for line in result.error.splitlines() if "is missing" in line}
    assert missing == {"DATABASE_URL", "REDIS_URL", "SECRET_KEYS", "PUBLIC_URL", "EMAIL_URL"}


async def test_settings_come_from_a_file_too_and_the_environment_wins(
    environment: dict[str, str], tmp_path: Path
) -> None:
    lines = [f"{name}={value}" for name, value in (environment | {"APP_ENV": "production"}).items()]
    (tmp_path / ".env").write_text("\n".join(lines))

    alone = await run("check-settings", folder=tmp_path)
    result = await run("check-settings", folder=tmp_path, environment={"APP_ENV": "development"})

    assert (alone.status, "EMAIL_URL" in alone.error) == (1, True)
    assert (result.status, "development" in result.output) == (0, True)


@pytest.mark.slow
async def test_migrating_twice_is_migrating_once(environment: dict[str, str]) -> None:
    for _ in range(2):
        assert (await run("migrate", environment=environment)).status == 0


@pytest.mark.slow
async def test_the_demo_is_made_once_and_its_password_shown_once(environment: dict[str, str]) -> None:
    first = await run("create-demo", environment=environment)
    second = await run("create-demo", environment=environment)

    password = first.output.split()[-1]
    assert (first.status, second.status) == (0, 0)
    assert len(password) >= 16
    assert password not in second.output
    connection = await asyncpg.connect(environment["DATABASE_URL"])
    assert await connection.fetchval("SELECT count(*) FROM users") == 1
    assert await connection.fetchval("SELECT count(*) FROM audit_entries") == 2
    await connection.close()


async def test_a_demo_password_against_the_policy_is_refused(environment: dict[str, str]) -> None:
    result = await run("create-demo", environment=environment | {"ADMIN_PASSWORD": "password"})

    assert result.status == 1
    assert result.error.startswith("ADMIN_PASSWORD: ")


async def test_the_openapi_document_needs_no_settings(tmp_path: Path) -> None:
    result = await run("openapi", folder=tmp_path)

    document = json.loads(result.output)
    assert document["openapi"].startswith("3.1")
    assert "/api/v1/login/authenticate" in document["paths"]


@pytest.mark.slow
async def test_the_operator_trusts_a_company_and_lists_complaints(environment: dict[str, str]) -> None:
    connection = await asyncpg.connect(environment["DATABASE_URL"])
    company_id = await connection.fetchval(
        "INSERT INTO companies (name, slug, industry) VALUES ('North', 'north', 'Education') RETURNING id"
    )
    await connection.execute(
        "INSERT INTO invitation_stops (mailbox, company_id) VALUES ($1, $2)", remembered_as("a@example.net"), company_id
    )

    unknown = await run("trust-company", "south", environment=environment)
    trusted = await run("trust-company", "north", environment=environment)
    complaints = await run("invitation-stops", environment=environment)
    allowed = await run("allow-invitations", "A@example.net", environment=environment)

    assert (unknown.status, "no company" in unknown.error) == (1, True)
    assert trusted.output.startswith("north is trusted.")
    assert await connection.fetchval("SELECT trusted_at IS NOT NULL FROM companies")
    assert await connection.fetchval("SELECT count(*) FROM audit_entries WHERE action = 'company_trusted'") == 1
    assert complaints.output.split()[0] == "1"
    assert "north ('North'), trusted" in complaints.output
    assert allowed.output.endswith("again: 1\n")
    await connection.close()
