"""The commands, run as an operator runs them."""

from pathlib import Path

import asyncpg

from server.cli import COMMANDS
from server.people.invitations.limits import remembered_as
from tests.fixtures.commands import RunCommand


async def test_the_commands_are_listed_with_what_they_do(run_command: RunCommand) -> None:
    ended = await run_command("--help")

    listed = " ".join(ended.output.split())
    wanted = {"serve", "worker", "migrate", "doctor", "backup", "restore", "import", "create-company"}
    assert (ended.status, wanted - set(COMMANDS)) == (0, set())
    for name, (function, _) in COMMANDS.items():
        assert f" {name} {(function.__doc__ or 'nothing').split()[0]} " in listed


async def test_missing_settings_are_named_and_the_exit_status_is_1(run_command: RunCommand) -> None:
    ended = await run_command("check-settings")

    assert ended.status == 1
    missing = {line.split()[0] for line in ended.error.splitlines() if "is missing" in line}
    assert missing == {"DATABASE_URL", "REDIS_URL", "SECRET_KEYS", "PUBLIC_URL", "EMAIL_URL"}


async def test_settings_come_from_a_file_too_and_the_environment_wins(
    run_command: RunCommand, own_settings: dict[str, str], tmp_path: Path
) -> None:
    lines = [f"{name}={value}" for name, value in (own_settings | {"APP_ENV": "production"}).items()]
    (tmp_path / ".env").write_text("\n".join(lines))

    alone = await run_command("check-settings")
    result = await run_command("check-settings", APP_ENV="development")

    assert (alone.status, "EMAIL_URL" in alone.error) == (1, True)
    assert (result.status, "development" in result.output) == (0, True)


async def test_a_file_and_a_port_that_cannot_be_read_are_sentences(
    run_command: RunCommand, own_settings: dict[str, str], tmp_path: Path
) -> None:
    port = await run_command("migrate", **own_settings | {"DATABASE_URL": "postgresql://waymark@127.0.0.1:port/a"})
    (tmp_path / ".env").write_bytes(b"BRAND_NAME=\xff")
    file = await run_command("check-settings", **own_settings)

    assert port.error == "DATABASE_URL must begin with postgresql:// and have a number as its port\n"
    assert file.error.startswith(".env cannot be read: it must be a text in UTF-8")


async def test_names_that_look_like_settings_and_are_none_are_named(
    run_command: RunCommand, own_settings: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("PHONE_REGIONS=IN\nTEAM=north\nPORT=8000\n")

    found = await run_command("check-settings", **own_settings, EMAIL_FORM="a@example.org", PATH="/bin", HOME="/")

    assert found.status == 0
    assert found.output.splitlines()[:3] == [
        "EMAIL_FORM: did you mean EMAIL_FROM?",
        "PHONE_REGIONS: did you mean PHONE_REGION?",
        "TEAM in .env is no setting",
    ]
    assert "did you mean" not in "".join(found.output.splitlines()[3:])


async def test_migrating_twice_is_migrating_once(run_command: RunCommand, own_settings: dict[str, str]) -> None:
    for _ in range(2):
        assert (await run_command("migrate", **own_settings)).status == 0


async def test_the_operator_trusts_a_company_and_lists_complaints(
    run_command: RunCommand, own_settings: dict[str, str]
) -> None:
    connection = await asyncpg.connect(own_settings["DATABASE_URL"])
    company_id = await connection.fetchval(
        "INSERT INTO companies (name, slug, industry) VALUES ('North', 'north', 'Education') RETURNING id"
    )
    await connection.execute(
        "INSERT INTO invitation_stops (mailbox, company_id) VALUES ($1, $2)", remembered_as("a@example.net"), company_id
    )

    unknown = await run_command("trust-company", "south", **own_settings)
    trusted = await run_command("trust-company", "north", **own_settings)
    complaints = await run_command("invitation-stops", **own_settings)
    allowed = await run_command("allow-invitations", "A@example.net", **own_settings)

    assert (unknown.status, "no company" in unknown.error) == (1, True)
    assert trusted.output.startswith("north is trusted.")
    assert await connection.fetchval("SELECT trusted_at IS NOT NULL FROM companies")
    assert await connection.fetchval("SELECT count(*) FROM audit_entries WHERE action = 'company_trusted'") == 1
    assert complaints.output.split()[0] == "1"
    assert "north ('North'), trusted" in complaints.output
    assert allowed.output.endswith("again: 1\n")
    await connection.close()
