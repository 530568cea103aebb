"""Accept an uploaded file: it is read once here, so that errors of the whole file are reported at once."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.company.companies.repository import add_checked_rows
from server.people.imports.authority import find_for_action
from server.people.imports.checking.check_import import check_import
from server.people.imports.errors import DailyRowsExceededError, NotCsvError
from server.people.imports.files.file_repository import (
    count_accounts,
    find_remembered,
    has_codes_of_others,
    insert_import,
    spool_content,
)
from server.people.imports.files.layout import Columns
from server.people.imports.files.questions import Answer, QuestionKind
from server.people.imports.files.read_table import CODES_TAKEN, Reading, Table, optional_fields, read_table, read_whole
from server.people.imports.files.schemas import NO_SHEET, UploadedResponse
from server.people.imports.own_fields import fields_to_offer
from server.people.imports.read_import import PROGRESS
from server.people.imports.states import ImportMode, ImportState
from server.platform.errors import ValidationFailedError
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.threads import in_thread
from server.platform.services import Beside, Context, ServiceUnit, Unit
from server.vocabulary.identifiers import normalize_code
from server.vocabulary.visible_text import without_invisible

MAXIMUM_NAME: Final = 200
# What programs put beside a file as long as it is open.
LOCK_FILES: Final = ("~$", ".~lock.")
A_LOCK: Final = (
    "This file only says that the spreadsheet is open in a program. Close it there, and upload the spreadsheet itself."
)
# Checking costs time and space too: the limit of checked rows is this multiple of those created in a day.
CHECKED_TIMES: Final = 10
# A row of people has about a hundred. What is stored for a file counts as the rows that it could hold: else a company
# fills the disk with long rows.
ROW_BYTES: Final = 1_000
ONLY_UPDATES: Final = (
    "Most people of this file have an account: it only updates them. To add people too, change the columns."
)
TOO_MANY_CHECKED: Final = (
    "Your company has had too many rows, or too large files, checked today. You can upload the next file {when}."
)


@dataclass(frozen=True, kw_only=True)
class UploadedFile:
    """A file that can be imported. `digest` is the SHA-256 of its bytes."""

    name: str
    content: SpooledFile
    digest: bytes
    table: Table


async def read_upload(
    context: Context, content: SpooledFile, *, name: str, quotes: bool = True, sheet: str = ""
) -> UploadedFile:
    """Read the beginning of the file. See Dialect for `quotes`, and read_table for a `sheet`.

    Raises FileRefusedError: it is no table, or cannot be read.
    """
    if PurePath(name).name.startswith(LOCK_FILES):
        raise NotCsvError(errors={"file": A_LOCK})
    async with context.services.database.reading() as connection:
        editors, company_id = [context.actor.profile], context.company_id
        known = await fields_to_offer(connection, context.services, company_id=company_id, editors=editors)
    table = await read_table(content, known=known, quotes=quotes, sheet=sheet)
    digest = await in_thread(content.digest)
    # The last part of the path, without invisible characters.
    clean = without_invisible(PurePath(name.replace("\\", "/")).name)[:MAXIMUM_NAME] or "upload.csv"
    return UploadedFile(name=clean, content=content, digest=digest, table=table)


async def upload_sheet(context: Context, import_id: UUID, *, sheet: str) -> UploadedResponse:
    """Upload the workbook of an import once more, of which this sheet is read now.

    Raises what find_for_action and upload_import do, and ValidationFailedError: it has no such sheet.
    """
    async with context.services.database.reading() as connection:
        found = await find_for_action(connection, context, import_id)
        if sheet not in found.sheets:
            raise ValidationFailedError(errors={"sheet": NO_SHEET})
        content = await spool_content(connection, import_id=import_id, original=True)
    with closing(content):
        return await upload_import(context, await read_upload(context, content, name=found.file_name, sheet=sheet))


async def upload_import(
    context: Context, file: UploadedFile, *, call: IdempotentCall | None = None, beside: Beside | None = None
) -> UploadedResponse:
    """Store the file; its check is enqueued, or it waits for its columns to be chosen.

    What has brought the file notes its import in the same transaction, by `beside`.

    Raises:
        FileRefusedError: no data row, too many rows, or one that cannot be read.
        DailyRowsExceededError: the company has had far too many rows checked today.
        IdempotencyKeyReusedError: the key came with another file before.
    """
    services, actor = context.services, context.actor

    async def work() -> UploadedResponse:
        rows, stored = reading.survey.total_rows, file.content.size + len(file.table.converted or b"")
        await count_rows_to_check(unit, max(rows, stored // ROW_BYTES), sentence=TOO_MANY_CHECKED)
        import_id = await insert_import(
            unit.connection, reading, content=file.content, digest=file.digest, file_name=file.name, by=actor
        )
        action = AuditAction.IMPORT_UPLOADED
        await record_act(unit, action, subject_id=import_id, subject_label=file.name, after={"rows": rows})
        if beside is not None:
            await beside(unit, import_id)
        check_after(unit, reading, import_id=import_id)
        return UploadedResponse(id=import_id, state=reading.state)

    remembered = None
    if file.table.head.line:
        async with services.database.reading() as connection:
            remembered = await find_remembered(connection, actor=actor, header=file.table.head.header)
    read = partial(
        read_whole,
        file.table,
        remembered=remembered,
        optional=optional_fields(file.table.known, settings=services.settings),
        region=services.settings.phone_region,
        answers={} if file.table.dialect.quotes else {QuestionKind.JOINED_LINES: Answer.NO_QUOTES},
    )
    reading = await read_with_codes(context, read)
    if remembered and remembered.is_trusted and reading.reason and await _are_known(context, reading):
        updating = await read_with_codes(context, partial(read, mode=ImportMode.UPDATE))
        if updating.reason is None:
            reading = replace(updating, remarks=[*updating.remarks, ONLY_UPDATES])
    async with context.unit_of_work() as unit:
        return await once(unit.connection, work, call=call, answer=UploadedResponse, keys=services.keys)


async def _are_known(context: Context, reading: Reading) -> bool:
    """Whether most people of the first rows have an account: the sheet of last term comes again."""
    head, layout = reading.table.head, reading.layout
    columns = Columns(head.header, fields=layout.fields, known=layout.known, answers=layout.answers)
    people = [
        ("".join(columns.contacts(row)[0].split()).lower(), normalize_code(columns.code(row).strip()) or "")
        for row in filter(columns.takes, head.rows)
    ]
    async with context.services.database.reading() as connection:
        return 2 * await count_accounts(connection, people, company_id=context.company_id) > len(people)


async def read_with_codes(context: Context, read: Callable[..., Reading]) -> Reading:
    """Read a file; again without a column that was taken for that of the code where other people have its values."""
    reading = await in_thread(read)
    if reading.guessed_codes:
        async with context.services.database.reading() as connection:
            is_taken = await has_codes_of_others(connection, reading.guessed_codes, company_id=context.company_id)
        if is_taken:
            return await in_thread(read, without_code=CODES_TAKEN)
    return reading


async def count_rows_to_check(unit: Unit[Context], rows: int, *, sentence: str) -> None:
    """Count rows that are checked, or checked again, today.

    Raises DailyRowsExceededError: the company has had far too many rows checked today.
    """
    settings = unit.services.settings
    limit = CHECKED_TIMES * settings.daily_rows
    if not await add_checked_rows(unit.connection, company_id=unit.context.company_id, rows=rows, limit=limit):
        raise DailyRowsExceededError(sentence, region=settings.phone_region)


def check_after(unit: ServiceUnit, reading: Reading, *, import_id: UUID) -> None:
    """Enqueue the check of a stored import, unless it waits for its columns."""
    if reading.state is ImportState.VALIDATING:
        unit.enqueue(check_import.task(import_id=import_id))
    PROGRESS.announce(unit, import_id)
