"""All that is stored of a company in one ZIP: JSON lines of each table, and its images and files.

One transaction reads all of it, as it was at one moment, and Postgres streams it: memory does not grow with it.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from server.company.audit.record import AuditAction, record
from server.company.closing import repository
from server.platform.database.connections import Connection, Database
from server.platform.database.migrate import whole_metadata
from server.platform.process.clock import utc_now
from server.platform.process.version import VERSION

# Secrets, and what limits their use or lapses within a day: no part of the company's data.
LEFT_OUT: Final = frozenset(
    {
        *("flows", "signups", "idempotency_keys", "recovery_codes", "refresh_tokens", "remembered_devices"),
        *("sso_sessions", "sso_states", "email_changes", "captured_messages", "erasures", "invitation_stops"),
    }
)
# Hashes and secrets of the tables that are part of it.
SECRETS: Final = frozenset(
    {
        *("users.password_hash", "users.temporary_password_mac", "factors.sealed_secret", "factors.public_key"),
        *("factors.credential_id", "messages.secret", "messages.parameters", "sso_connections.sealed_secret"),
        *("webhooks.sealed_secret", "webhooks.former_secret", "import_sources.sealed_secret"),
        *("import_sources.headings_digest", "import_sources.known_digest"),
        *("sso_domains.token", "rounds.screen_hash", "import_layouts.header_digest", "imports.content_digest"),
        *("companies.founded_by", "server_keys.secret_hash", "server_keys.former_hash"),
    }
)
# Each is a file of its own, named after this column.
FILES: Final = {
    "company_logos.content": "id",
    "people_photos.content": "user_id",
    "import_files.content": "import_id",
    "import_files.converted": "import_id",
}


async def export_company(database: Database, company_id: UUID, *, slug: str, path: Path) -> dict[str, int]:
    """Write the file, which must not exist; the number of rows by table. A failed one leaves nothing.

    Raises OSError.
    """
    with _new_file(path) as file, ZipFile(file, "w", ZIP_DEFLATED) as archive:
        async with database.reading() as connection:
            counted = await _copy_all(connection, archive, company_id=company_id)
        about = {"company": slug, "madeAt": utc_now().isoformat(), "version": VERSION, "rows": counted}
        archive.writestr("about.json", json.dumps({**about, "leftOut": sorted(LEFT_OUT | SECRETS)}, indent=1))
    async with database.unit_of_work() as unit:
        await record(
            unit.connection,
            action=AuditAction.COMPANY_EXPORTED,
            company_id=company_id,
            subject_id=company_id,
            after={"by": "operator"},
        )
    return counted


@contextmanager
def _new_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for its owner alone, and remove it where it is not finished."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        try:
            yield file
        except BaseException:
            path.unlink()
            raise


async def _copy_all(connection: Connection, archive: ZipFile, *, company_id: UUID) -> dict[str, int]:
    metadata, counted = whole_metadata(), dict[str, int]()
    async with repository.snapshot(connection):
        for name, condition in repository.tables_of_company(metadata).items():
            if name in LEFT_OUT:
                continue
            columns = [each.name for each in metadata.tables[name].columns if f"{name}.{each.name}" not in SECRETS]
            files = [each for each in columns if f"{name}.{each}" in FILES]
            source = repository.Source(table=name, condition=condition, company_id=company_id)
            with archive.open(f"{name}.jsonl", "w", force_zip64=True) as member:
                shown = [each for each in columns if each not in files]
                counted[name] = await repository.copy_rows(connection, source, shown, to=cast("BinaryIO", member))
            for column in files:
                named = FILES[f"{name}.{column}"]
                async for key, content in repository.each_file(connection, source, column, named=named):
                    archive.writestr(f"files/{name}/{key}.{column}", content)
    return counted
