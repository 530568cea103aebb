"""Read a file and validate every row of it: the worker's part of an upload.

Reading and judging run in a thread while Postgres works on the batch before: both cores are busy, and the
event loop stays free for codes. Requests go first.
"""

import asyncio
from collections import Counter
from functools import partial
from typing import Final
from uuid import UUID

import asyncpg
from structlog import get_logger

from server.company.audit.repository import AuditAction, record
from server.people.imports.checking import check_repository as repository
from server.people.imports.checking import mending_repository, value_map_repository
from server.people.imports.checking.batch_book import BatchBook, read_batch_book
from server.people.imports.checking.check_repository import BatchCounts, check_previews_again
from server.people.imports.checking.compare_rows import ComparedRows, compare_rows
from server.people.imports.checking.counts_repository import Cause, count_problems
from server.people.imports.checking.judge_rows import BATCH_ROWS, Judge
from server.people.imports.checking.mending import Mending
from server.people.imports.errors import FileRefusedError, UnreadableCsvError
from server.people.imports.files.file_repository import read_content
from server.people.imports.read_import import PROGRESS
from server.people.imports.repository import Import, get_import
from server.people.imports.run.notify_end import notify_failed
from server.people.imports.states import ImportState, RowChange
from server.platform.database.connections import Connection
from server.platform.database.query_plans import update_statistics
from server.platform.errors import UnavailableError
from server.platform.process.jobs import Queue, job
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.profiles import Profile

# Transient errors, for which the job is retried; any other is caused by the file or by a defect.
PASSING: Final = (UnavailableError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

logger = get_logger(__name__)


@job(Queue.WORK)
async def check_import(services: Services, *, import_id: UUID) -> None:
    """Take an import from `validating` to `ready`. Idempotent, also after a worker was killed.

    Of a company's large files one is checked at a time, by all workers together: the others wait in Postgres, and the
    end of a check enqueues the next one.
    """
    async with services.database.reading() as reading:
        connection = reading
        try:
            if not await repository.claim(connection, import_id=import_id):
                return
            rows = await _check(services, reading, import_id=import_id)
        finally:
            await repository.release(connection)
        await PROGRESS.publish_now(services, import_id)
        if following := await repository.next_to_check(connection, import_id=import_id):
            await services.jobs.enqueue(check_import.job(import_id=following))
        if rows > BATCH_ROWS:
            await update_statistics(connection, "import_rows", rows=rows)


async def _check(services: Services, reading: Connection, *, import_id: UUID) -> int:
    """The number of rows in the file; 0 where there was nothing to check. Needs no other connection to begin."""
    connection = reading
    deleted = await repository.begin(connection, import_id=import_id)
    found = None if deleted is None else await get_import(reading, import_id=import_id)
    if deleted is None or found is None:
        return 0
    content = await read_content(reading, import_id=import_id)
    mending = await _read_mending(reading, found)
    batches = await read_batch_book(connection, found)
    judge = Judge(found, content, settings=services.settings, deleted=deleted, mending=mending)
    try:
        await _write_batches(services, connection, found, judge=judge, batches=batches)
    except FileRefusedError as error:
        await _give_up(services, found, reason=error.shown)
    except PASSING:
        raise
    except Exception:
        # A retry would fail in the same way.
        logger.exception("check_failed", import_id=str(import_id))
        await _give_up(services, found, reason=UnreadableCsvError.message)
    return found.total_rows


async def _read_mending(connection: Connection, found: Import) -> Mending:
    return Mending(
        maps=await value_map_repository.read_maps(
            connection, company_id=found.company_id, uploader=found.uploader_profile
        ),
        edits=await mending_repository.read_edits(connection, company_id=found.company_id, import_id=found.id),
    )


async def _give_up(services: Services, found: Import, *, reason: str) -> None:
    async with services.unit_of_work() as unit:
        if await repository.give_up(unit.connection, import_id=found.id, reason=reason):
            await record(
                unit.connection,
                action=AuditAction.IMPORT_ENDED,
                company_id=found.company_id,
                actor_id=found.uploaded_by,
                subject_id=found.id,
                subject_label=found.file_name,
                after={"state": ImportState.FAILED.value, "reason": reason},
            )
            await notify_failed(unit, found, reason=reason)


async def _write_batches(
    services: Services,
    connection: Connection,
    found: Import,
    *,
    judge: Judge,
    batches: BatchBook | None,
) -> None:
    profiles, problems, judged = set[str](), Counter[Cause](), judge.batches()
    judge_next, loop = partial(next, judged, None), asyncio.get_running_loop()
    following = loop.run_in_executor(None, judge_next)
    try:
        while batch := await following:
            following = loop.run_in_executor(None, judge_next)
            compared = await compare_rows(connection, batch, found=found, shared=judge.shared_phones, batches=batches)
            counts = _count(compared)
            written = await repository.write_batch(connection, import_id=found.id, compared=compared, counts=counts)
            if not written:
                return
            profiles.update(row.values.profile for row in batch)
            if counts.invalid:
                await in_thread(count_problems, problems, compared)
            PROGRESS.publish_soon(services, found.id)
        known = profiles.intersection(Profile)
        await repository.finish(
            connection,
            import_id=found.id,
            profiles=known,
            date_example=judge.date_example,
            values=judge.read_values,
            problems=problems,
        )
    finally:
        # The thread runs inside the generator: wait for it before its batch is discarded.
        await asyncio.wait([following])


def _count(compared: ComparedRows) -> BatchCounts:
    rows = compared.rows
    invalid = sum(1 for row in rows if row.errors)
    return BatchCounts(
        checked=len(rows),
        valid=len(rows) - invalid,
        warning=sum(1 for row in rows if row.warnings and not row.errors),
        invalid=invalid,
        changed=compared.count(RowChange.CHANGED),
        unchanged=compared.count(RowChange.UNCHANGED),
    )


REMARK: Final = "Checked again, because the company has changed the email domains that it allows."


async def recheck_previews(services: Services, *, company_id: UUID) -> None:
    """Check the previews that wait to be started again.

    A running import applies the present rules to each chunk by itself.

    In a transaction of its own: the start of an import locks it before the company.
    """
    async with services.unit_of_work() as unit:
        for import_id in await check_previews_again(unit.connection, company_id=company_id, remark=REMARK):
            unit.after_commit(partial(services.jobs.enqueue, check_import.job(import_id=import_id)))
            PROGRESS.announce(unit, import_id)
