"""Take a file in: it is read once here, so that what is wrong with it as a whole is said at once."""

import asyncio
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final
from uuid import UUID

from server.audit.repository import AuditAction, AuditEntry, record
from server.errors import ForbiddenError
from server.imports import repository
from server.imports.csv_file import MAXIMUM_FILE_BYTES, Inspection, inspect_file
from server.imports.errors import DailyRowsExceededError, FileTooLargeError
from server.imports.progress import publish_snapshot
from server.imports.repository import NewImport
from server.imports.schemas import UploadedResponse
from server.imports.states import ImportState
from server.jobs import check_import
from server.schemas import CONTROL_CHARACTERS
from server.services import Services
from server.sessions.identity import Identity

MAXIMUM_NAME: Final = 200
DAY_FIRST: Final = "Dates with slashes are read as day/month/year, because the file has days above 12 in first place."
MOST_UNKNOWN_HEADERS: Final = 50
SECONDS_UNTIL_TOMORROW: Final = 3600


@dataclass(frozen=True, kw_only=True)
class UploadedFile:
    name: str
    content_type: str | None
    content: bytes


async def upload_import(
    services: Services, *, identity: Identity, file: UploadedFile, address: str | None
) -> UploadedResponse:
    """Keep the file and let a worker check it.

    Raises:
        FileRefusedError: the file cannot be imported, and why.
        FileTooLargeError: more than 10 MB.
        DailyRowsExceededError: the company has had its rows for today.

    """
    if identity.profile is None:
        raise ForbiddenError
    if len(file.content) > MAXIMUM_FILE_BYTES:
        raise FileTooLargeError
    inspection = await asyncio.to_thread(
        inspect_file, file.content, file_name=file.name, content_type=file.content_type
    )
    new = NewImport(
        company_id=identity.company_id,
        uploaded_by=identity.user_id,
        uploader_profile=identity.profile,
        file_name=_clean_name(file.name),
        inspection=inspection,
        remarks=_remarks(inspection),
    )
    import_id = await _store(services, new, content=file.content, address=address)
    return UploadedResponse(id=import_id, state=ImportState.VALIDATING)


async def _store(services: Services, new: NewImport, *, content: bytes, address: str | None) -> UUID:
    async with services.database.unit_of_work() as unit:
        within_limit = await repository.add_usage(
            unit.connection,
            company_id=new.company_id,
            rows=new.inspection.total_rows,
            limit=services.settings.company_daily_rows,
        )
        if not within_limit:
            raise DailyRowsExceededError(retry_after=SECONDS_UNTIL_TOMORROW)
        import_id = await repository.insert_import(unit.connection, new, content=content)
        await record(
            unit.connection,
            AuditEntry(
                action=AuditAction.IMPORT_UPLOADED,
                company_id=new.company_id,
                actor_id=new.uploaded_by,
                subject_id=import_id,
                subject_label=new.file_name,
                address=address,
                after={"rows": new.inspection.total_rows},
            ),
        )
        unit.after_commit(lambda: services.jobs.enqueue(check_import(import_id)))
        unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))
    return import_id


def _clean_name(name: str) -> str:
    """The last part of the path, without what cannot be shown."""
    last = PurePath(name.replace("\\", "/")).name
    return "".join(letter for letter in last if letter not in CONTROL_CHARACTERS)[:MAXIMUM_NAME] or "upload.csv"


def _remarks(inspection: Inspection) -> list[str]:
    return [DAY_FIRST] if inspection.day_first else []
