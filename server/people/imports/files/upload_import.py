"""Accept an uploaded file: it is read once here, so that errors of the whole file are reported at once."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.company.companies.repository import add_checked_rows
from server.people.imports.errors import DailyRowsExceededError
from server.people.imports.files.file_repository import NewImport, Reading, find_remembered, insert_import
from server.people.imports.files.read_table import Table, read_table
from server.people.imports.files.read_whole import check_after, optional_fields, read_whole
from server.people.imports.schemas import UploadedResponse
from server.platform.database.connections import Connection
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.clock import describe_tomorrow, seconds_until_tomorrow
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.visible_text import without_invisible

MAXIMUM_NAME: Final = 200
# Checking costs time and space too: the limit of checked rows is this multiple of those created in a day.
CHECKED_TIMES: Final = 10
TOO_MANY_CHECKED: Final = "Your company has had too many rows checked today. You can upload the next file {when}."


@dataclass(frozen=True, kw_only=True)
class UploadedFile:
    """A file that can be imported. `digest` is the SHA-256 of its bytes."""

    name: str
    content: SpooledFile
    digest: bytes
    table: Table


async def read_upload(content: SpooledFile, *, name: str) -> UploadedFile:
    """Read the beginning of the file.

    Raises:
        FileRefusedError: it is no table, or cannot be read.

    """
    table = await read_table(content)
    digest = await in_thread(content.digest)
    return UploadedFile(name=_clean_name(name), content=content, digest=digest, table=table)


async def upload_import(
    services: Services,
    *,
    identity: Identity,
    file: UploadedFile,
    address: str | None,
    call: IdempotentCall | None = None,
) -> UploadedResponse:
    """Store the file; its check is enqueued, or it waits for its columns to be chosen.

    Raises:
        FileRefusedError: no data row, too many rows, or one that cannot be read.
        DailyRowsExceededError: the company has had far too many rows checked today.
        IdempotencyKeyReusedError: the key came with another file before.

    """

    async def work() -> UploadedResponse:
        import_id = await _store(
            services, unit.connection, identity=identity, file=file, reading=reading, address=address
        )
        check_after(unit, reading, import_id=import_id)
        return UploadedResponse(id=import_id, state=reading.state)

    async with services.database.reading() as connection:
        remembered = await find_remembered(connection, identity=identity, header=file.table.head.header)
    reading = await in_thread(
        read_whole, file.table, remembered=remembered, optional=optional_fields(services.settings)
    )
    async with services.unit_of_work() as unit:
        return await once(unit.connection, work, call=call, answer=UploadedResponse, keys=services.keys)


async def _store(
    services: Services,
    connection: Connection,
    *,
    identity: Identity,
    file: UploadedFile,
    reading: Reading,
    address: str | None,
) -> UUID:
    rows = reading.survey.total_rows
    limit = CHECKED_TIMES * services.settings.daily_rows
    if not await add_checked_rows(connection, company_id=identity.company_id, rows=rows, limit=limit):
        when = describe_tomorrow(services.settings.phone_region)
        raise DailyRowsExceededError(TOO_MANY_CHECKED.format(when=when), retry_after=seconds_until_tomorrow())
    new = NewImport(
        company_id=identity.company_id,
        uploaded_by=identity.user_id,
        uploader_profile=identity.profile,
        file_name=file.name,
        content_digest=file.digest,
        reading=reading,
    )
    import_id = await insert_import(connection, new, content=file.content)
    await record(
        connection,
        action=AuditAction.IMPORT_UPLOADED,
        by=identity,
        subject_id=import_id,
        subject_label=file.name,
        address=address,
        after={"rows": rows},
    )
    return import_id


def _clean_name(name: str) -> str:
    """The last part of the path, without invisible characters."""
    last = PurePath(name.replace("\\", "/")).name
    return without_invisible(last)[:MAXIMUM_NAME] or "upload.csv"
