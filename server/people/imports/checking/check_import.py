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

from server.company.audit.record import AuditAction
from server.people.imports.authority import record_worker_step
from server.people.imports.checking import row_repository
from server.people.imports.checking.compare_rows import BatchBook, compare_rows, read_batch_book
from server.people.imports.checking.duplicate_rows import TOO_MANY_ALIKE, EarlierRows, warn_of_duplicates
from server.people.imports.checking.row_repository import Cause
from server.people.imports.checking.row_rules import BATCH_ROWS, Judge
from server.people.imports.errors import FileRefusedError, UnreadableCsvError
from server.people.imports.files.file_repository import read_content
from server.people.imports.mending.edits import Mending
from server.people.imports.mending.mending_repository import read_edits, read_maps
from server.people.imports.own_fields import with_fields
from server.people.imports.read_import import OTHER_DOMAINS, PROGRESS
from server.people.imports.repository import Import, check_previews_anew, finish_check, get_import, mark_failed
from server.people.imports.run.notify_end import notify_failed
from server.people.imports.states import ImportState
from server.platform.database.connections import Connection
from server.platform.database.query_plans import update_statistics
from server.platform.errors import UnavailableError
from server.platform.process.metrics import ROWS
from server.platform.process.tasks import Queue, task
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.profiles import Profile

# Transient errors, for which the job is retried; any other is caused by the file or by a defect.
PASSING: Final = (UnavailableError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

logger = get_logger(__name__)


@task(Queue.WORK)
async def check_import(services: Services, *, import_id: UUID) -> None:
    """Take an import from `validating` to `ready`. Idempotent, also after a worker was killed.

    Of a company's large files one is checked at a time, by all workers together: the others wait in Postgres, and the
    end of a check enqueues the next one.
    """
    async with services.database.reading() as connection:
        async with services.unit_of_work() as guard:
            if not await row_repository.claim(guard.connection, connection, import_id=import_id):
                return
            rows = await _check(services, connection, import_id=import_id)
        await PROGRESS.publish_now(services, import_id)
        if following := await row_repository.next_to_check(connection, import_id=import_id):
            await services.tasks.enqueue(check_import.task(import_id=following))
        if rows > BATCH_ROWS:
            await update_statistics(connection, "import_rows", rows=rows)


async def _check(services: Services, connection: Connection, *, import_id: UUID) -> int:
    """The number of rows in the file; 0 where there was nothing to check. Needs no other connection to begin."""
    deleted = await row_repository.begin(connection, import_id=import_id)
    found = None if deleted is None else await get_import(connection, import_id=import_id)
    if deleted is None or found is None:
        return 0
    found = await with_fields(connection, services, found)
    content = await read_content(connection, import_id=import_id)
    mending = Mending(maps=await read_maps(connection, found), edits=await read_edits(connection, found))
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


async def _give_up(services: Services, found: Import, *, reason: str) -> None:
    async with services.unit_of_work() as unit:
        if await mark_failed(unit.connection, found, reason=reason):
            await row_repository.forget_rows(unit.connection, import_id=found.id)
            action, state = AuditAction.IMPORT_ENDED, ImportState.FAILED.value
            await record_worker_step(unit, found, action, actor_id=found.uploaded_by, state=state, reason=reason)
            await notify_failed(unit, found, reason=reason)


async def _write_batches(
    services: Services, connection: Connection, found: Import, *, judge: Judge, batches: BatchBook
) -> None:
    profiles, problems, judged, earlier = set[str](), Counter[Cause](), judge.batches(), EarlierRows()
    judge_next, loop = partial(next, judged, None), asyncio.get_running_loop()
    following = loop.run_in_executor(None, judge_next)
    try:
        while batch := await following:
            following = loop.run_in_executor(None, judge_next)
            compared = await compare_rows(
                connection,
                batch,
                found=found,
                shared=judge.shared_phones,
                batches=batches,
                book=judge.checker.book,
            )
            compared = await warn_of_duplicates(connection, compared, found=found, earlier=earlier)
            if not await row_repository.write_batch(connection, compared, import_id=found.id):
                return
            ROWS.labels(PROGRESS.name, "check").inc(len(batch))
            profiles.update(row.values.profile for row in batch)
            problems.update(await in_thread(row_repository.count_problems, compared))
            PROGRESS.publish_soon(services, found.id)
        async with connection.transaction():
            await finish_check(
                connection,
                found,
                profiles=profiles.intersection(Profile),
                date_example=judge.checker.date_example,
                values=judge.mending.read_values,
                remarks={TOO_MANY_ALIKE: earlier.are_too_many},
            )
            await row_repository.replace_counts(connection, problems, import_id=found.id)
    finally:
        # The thread runs inside the generator: wait for it before its batch is discarded.
        await asyncio.wait([following])


async def recheck_previews(services: Services, *, company_id: UUID) -> None:
    """Check the previews that wait to be started again.

    A running import applies the present rules to each chunk by itself.

    In a transaction of its own: the start of an import locks it before the company.
    """
    async with services.unit_of_work() as unit:
        for import_id in await check_previews_anew(unit.connection, company_id=company_id, remark=OTHER_DOMAINS):
            unit.enqueue(check_import.task(import_id=import_id))
            PROGRESS.announce(unit, import_id)
