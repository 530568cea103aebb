"""`backup` and `restore`: what they refuse, and that a restored database is the one that was kept."""

import io
import json
import stat
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest
import sqlalchemy as sa

from server.operation.repository import SEALED
from server.platform.database.migrate import whole_metadata
from tests.fixtures.commands import RunCommand
from tests.fixtures.deployment import Deployment
from tests.fixtures.outbox import QueueCode
from tests.fixtures.people import SignIn
from tests.fixtures.restored import checksums

OTHER_KEY: Final = "b7ZpLq3nV8xW1cR5tY9uE2iO6aS4dF0gH-jKmN_T"


# What is not sealed by a key of SECRET_KEYS, by the ends of its name: hashes, contents of files, public keys.
PLAIN: Final = ("hash", "mac", "digest", "content", "converted", "subject", "credential_id", "public_key")
ADDRESSES: Final = {"invitation_destinations.destination", "invitation_stops.mailbox"}


def test_all_that_is_sealed_is_looked_at_for_its_key() -> None:
    """Otherwise a restore, or the end of a key, would leave behind what no key opens."""
    binary = {
        f"{table.name}.{column.name}"
        for table in whole_metadata().tables.values()
        for column in table.columns
        if isinstance(column.type, sa.LargeBinary) and not column.name.endswith(PLAIN)
    }

    assert binary - ADDRESSES == set(SEALED)


@pytest.fixture
def kept(own_settings: dict[str, str], owner_url: str) -> dict[str, str]:
    """The settings of a command on the test's database, with its owner."""
    return {**own_settings, "MIGRATION_DATABASE_URL": owner_url}


def changed_backup(path: Path, change: Callable[[dict[str, Any], bytearray], None]) -> Path:
    """A copy beside it, with another manifest or dump."""
    copy = path.with_name(f"changed-{path.name}")
    with tarfile.open(path) as tar:
        contents = {each.name: bytearray(tar.extractfile(each).read()) for each in tar}  # type: ignore[union-attr]
    manifest = json.loads(contents["manifest.json"])
    change(manifest, contents["database.dump.000000"])
    contents["manifest.json"] = bytearray(json.dumps(manifest).encode())
    with tarfile.open(copy, "w") as tar:
        for name, content in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return copy


async def test_a_restored_database_is_the_one_that_was_kept(
    run_command: RunCommand,
    kept: dict[str, str],
    deployment: Deployment,
    sign_in: SignIn,
    queue_code: QueueCode,
    tmp_path: Path,
) -> None:
    """Roles that are no superusers restore what others have owned; the serving one gets its rights."""
    await sign_in()
    await queue_code()
    deployment.make_roles()
    target = {**deployment.settings, "SECRET_KEYS": f"{OTHER_KEY},{kept['SECRET_KEYS']}"}
    file = tmp_path / "kept.tar"

    made = await run_command("backup", str(file), **kept)
    restored = await run_command("restore", str(file), **target)

    assert (made.status, stat.S_IMODE(file.stat().st_mode)) == (0, 0o600), made
    assert (restored.status, "Redis needs nothing" in restored.output) == (0, True), restored
    assert "migrate" not in restored.output
    assert await checksums(target["MIGRATION_DATABASE_URL"]) == await checksums(kept["MIGRATION_DATABASE_URL"])
    serving = await asyncpg.connect(deployment.url("waymark_serving"))
    assert await serving.fetchval("SELECT count(*) FROM messages") == 1
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await serving.execute("DELETE FROM audit_entries")
    await serving.close()


async def test_a_backup_goes_to_standard_output(
    run_command: RunCommand, kept: dict[str, str], tmp_path: Path, sign_in: SignIn
) -> None:
    """The fixture reads text, so the bytes are read from its file."""
    await sign_in()
    with pytest.raises(UnicodeDecodeError):
        await run_command("backup", "-", **kept)
    with tarfile.open(tmp_path / "out") as tar:
        manifest = json.load(tar.extractfile("manifest.json"))  # type: ignore[arg-type]
    assert (manifest["rows"]["users"], len(manifest["keys"])) == (1, 1)
    assert kept["SECRET_KEYS"] not in (tmp_path / "out").read_bytes().decode(errors="replace")


async def test_what_cannot_be_restored_is_refused_and_changes_nothing(
    run_command: RunCommand, kept: dict[str, str], deployment: Deployment, queue_code: QueueCode, tmp_path: Path
) -> None:
    await queue_code()
    deployment.make_roles()
    target = {**deployment.settings, "SECRET_KEYS": kept["SECRET_KEYS"]}
    file, nothing = tmp_path / "kept.tar", tmp_path / "nothing"
    nothing.mkdir()
    assert (await run_command("backup", str(file), **kept)).status == 0

    async def refusal(path: Path, **settings: str) -> str:
        ended = await run_command("restore", str(path), **target | settings)
        assert ended.status == 1, ended
        return ended.error

    def spoil(_: dict[str, Any], dump: bytearray) -> None:
        dump[len(dump) // 2] ^= 1

    damaged = tmp_path / "cut.tar"
    damaged.write_bytes(file.read_bytes()[:-11_000])
    newer = changed_backup(file, lambda manifest, _: manifest.update(version="9.0.0", revision="9999"))
    assert "was made by Waymark 9.0.0 with schema 9999" in await refusal(newer)
    assert "lacks the keys with these ids" in await refusal(file, SECRET_KEYS=OTHER_KEY)
    assert "is not whole" in await refusal(changed_backup(file, spoil))
    assert "is not whole" in await refusal(damaged)
    assert "cannot be read: No such file" in await refusal(tmp_path / "none.tar")
    assert "pg_restore is neither in PG_BIN nor on PATH" in await refusal(file, PG_BIN=str(nothing))
    assert "has tables" in await refusal(
        file, **{name: kept[name] for name in ("DATABASE_URL", "MIGRATION_DATABASE_URL")}
    )
    owner = await asyncpg.connect(target["MIGRATION_DATABASE_URL"])
    assert await owner.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == 0
    await owner.close()


async def test_a_backup_that_fails_leaves_nothing_and_overwrites_nothing(
    run_command: RunCommand, kept: dict[str, str], tmp_path: Path
) -> None:
    file, old = tmp_path / "kept.tar", tmp_path / "old.tar"
    old.write_text("yesterday's")
    failing = tmp_path / "bin" / "pg_dump"
    failing.parent.mkdir()
    failing.write_text("#!/bin/sh\necho half a dump\necho 'server version mismatch' >&2\nexit 1\n")
    failing.chmod(0o755)

    again = await run_command("backup", str(old), **kept)
    missing = await run_command("backup", str(file), **kept, PG_BIN=str(tmp_path))
    half = await run_command("backup", str(file), **kept, PG_BIN=str(failing.parent))
    nowhere = await run_command("backup", str(tmp_path / "none" / "kept.tar"), **kept)
    away = await run_command(
        "backup", str(file), **kept | {"MIGRATION_DATABASE_URL": "postgresql://a:hidden@127.0.0.1:1/a"}
    )

    ended = (again, missing, half, nowhere, away)
    assert {each.status for each in ended} == {1}
    sentences = (
        "overwrites nothing",
        "pg_dump is neither",
        "server version mismatch",
        "cannot be written: No such",
        "cannot be used",
    )
    assert [sentence in each.error for sentence, each in zip(sentences, ended, strict=True)] == [True] * 5, ended
    assert (old.read_text(), "hidden" in away.error) == ("yesterday's", False)
    assert sorted(old.parent.glob("*.tar*")) == [old]
