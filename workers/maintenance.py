"""The sweeper: enqueues tasks for what is unfinished in Postgres, and deletes what has expired.

A loop of the process instead of a cron task of the queue, so that it outlives Redis. Of several workers one sweeps at a
time, by an advisory lock that ends with its transaction.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final
from uuid import UUID

from structlog import get_logger

from server.access.email_changes.repository import DELETE_EXPIRED_CHANGES
from server.access.failures.repository import DELETE_OLD_FAILURES
from server.access.flows.own_flow import publish_flow_state
from server.access.flows.repository import DELETE_EXPIRED_FLOWS
from server.access.robot_check.repository import DELETE_EXPIRED_CHALLENGES
from server.access.sessions.repository import DELETE_OLD_SESSIONS
from server.access.sso.change_connections import prove_domains_again
from server.access.sso.repository import DELETE_EXPIRED_STATES
from server.company.audit.chain import seal_entries, warn_of_untrimmed
from server.company.privacy.erase_person import run_erasure
from server.company.privacy.repository import due_erasures
from server.company.webhooks.repository import DELETE_OLD_DELIVERIES
from server.company.webhooks.send_deliveries import DeliverySender
from server.interviews.day_repository import END_OLD_CALLS
from server.interviews.score_repository import CLEAR_OLD_INTERVIEW_NOTES, DELETE_OLD_INTERVIEW_EVENTS
from server.messaging.announcements.publish import publish_due
from server.messaging.messages import repository
from server.messaging.messages.sending import send_code, send_messages
from server.messaging.notifications.repository import DELETE_OLD_NOTIFICATIONS
from server.people.account.people_repository import merge_people_figures
from server.people.applications.mail_applications import mail_applications
from server.people.batches.repository import merge_figures
from server.people.bulk.repository import WIPE_REASONS, delete_old_job, unfinished_jobs
from server.people.bulk.rules import BulkState
from server.people.bulk.run_job import run_bulk_job, undo_bulk_job
from server.people.duplicates.merge_users import end_merges
from server.people.fields.fill_keys import fill_field_keys
from server.people.fields.repository import unready_companies
from server.people.imports.checking.check_import import check_import
from server.people.imports.erasure_repository import delete_old_import
from server.people.imports.repository import measure_work, unfinished_imports
from server.people.imports.run.control_import import invite_planned
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.run.invitation_repository import has_chunks_to_invite
from server.people.imports.run.undo_import import undo_accounts
from server.people.imports.states import ImportState
from server.people.invitations.repository import delete_old_destinations
from server.people.invitations.send_invitations import remind_invited
from server.people.list.list_repository import tidy_search
from server.people.sources.run_sources import SourceReader
from server.people.stages.repository import merge_figures as merge_stage_figures
from server.placement.candidate_repository import CLEAR_OLD_FACTS, CLEAR_OLD_REASONS
from server.placement.tell_people import end_due_offers
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import UnavailableError
from server.platform.http.idempotency.repository import DELETE_OLD_KEYS
from server.platform.process.metrics import QUEUE_AGE, QUEUE_DEPTH
from server.platform.process.tasks import Task, TaskFunction
from server.platform.services import Services
from server.training.attendance_repository import CLEAR_OLD_NOTES, DELETE_OLD_CHANGES
from workers.runner import stops_within

SWEEP_SECONDS: Final = 3.0
# Readers have an announcement within a second after its moment.
PUBLISH_SECONDS: Final = 0.5
MEASURE_SECONDS: Final = 15.0
# Systems of companies are told of what was done within seconds.
TELL_SECONDS: Final = 1.0
READ_SECONDS: Final = 2.0
CLEAN_SECONDS: Final = 60.0
WARN_SECONDS: Final = 3_600.0
# An import or a bulk job without a write for so long has lost its worker or its task.
SILENT_SECONDS: Final = 5
# Or it waits behind others: it is enqueued again only after this.
PUT_BACK_AGAIN_SECONDS: Final = 15.0
BATCH: Final = 200
MOST_DELETED: Final = 5_000
LOCK: Final = "SELECT pg_try_advisory_xact_lock(hashtext('waymark sweeper'))"

logger = get_logger(__name__)

Cleaner = Callable[[Connection], Awaitable[None]]
# The statements by which repositories delete what has expired.
EXPIRED: Final = (
    DELETE_EXPIRED_FLOWS,
    DELETE_EXPIRED_CHANGES,
    DELETE_EXPIRED_CHALLENGES,
    DELETE_OLD_KEYS,
    repository.DELETE_OLD_QUOTAS,
    DELETE_EXPIRED_STATES,
    DELETE_OLD_SESSIONS,
    DELETE_OLD_FAILURES,
    repository.DELETE_OLD_CAPTURED_MESSAGES,
    repository.DELETE_OLD_OWNERLESS_MESSAGES,
    DELETE_OLD_NOTIFICATIONS,
    WIPE_REASONS,
    DELETE_OLD_CHANGES,
    CLEAR_OLD_NOTES,
    DELETE_OLD_INTERVIEW_EVENTS,
    CLEAR_OLD_INTERVIEW_NOTES,
    CLEAR_OLD_FACTS,
    CLEAR_OLD_REASONS,
    END_OLD_CALLS,
    DELETE_OLD_DELIVERIES,
)
CLEANERS: Final[Sequence[Cleaner]] = (
    *(partial(Connection.execute, query=each, limit=MOST_DELETED) for each in EXPIRED),
    delete_old_destinations,
    merge_figures,
    merge_stage_figures,
    merge_people_figures,
    tidy_search,
)


def retention(settings: Settings) -> list[Cleaner]:
    """The cleaners of what the settings keep for a while only."""
    kept = (
        (repository.delete_old_messages, settings.message_days),
        (delete_old_import, settings.import_days),
        (delete_old_job, settings.bulk_days),
    )
    return [partial(delete, days=days, limit=MOST_DELETED) for delete, days in kept if days]


async def run_maintenance(services: Services, *, stop: asyncio.Event) -> None:
    """Sweep until `stop` is set. Failures are retried at the next round."""
    sweeper = Sweeper(services)
    cleaned_at = 0.0
    warned_at = -WARN_SECONDS
    while not await stops_within(SWEEP_SECONDS, stop):
        await _try(sweeper.sweep)
        await _try(partial(invite_planned, services))
        await _try(partial(seal_entries, services))
        await _try(partial(end_due_offers, services))
        if time.monotonic() - warned_at >= WARN_SECONDS:
            warned_at = time.monotonic()
            await _try(partial(warn_of_untrimmed, services))
        if time.monotonic() - cleaned_at > CLEAN_SECONDS:
            cleaned_at = time.monotonic()
            await _try(partial(remind_invited, services))
            await _try(partial(mail_applications, services))
            await _try(partial(end_merges, services))
            for cleaner in (*CLEANERS, *retention(services.settings)):
                await _try(partial(clean, services, cleaner))


async def run_domain_proofs(services: Services, *, stop: asyncio.Event) -> None:
    """Prove domains again beside the sweeper, so that name servers that do not answer hold up no task."""
    while not await stops_within(CLEAN_SECONDS, stop):
        await _try(partial(prove_domains_again, services))


async def run_publications(services: Services, *, stop: asyncio.Event) -> None:
    while not await stops_within(PUBLISH_SECONDS, stop):
        await _try(partial(publish_due, services))


async def run_measures(services: Services, *, stop: asyncio.Event) -> None:
    """Every worker measures the queues for its own metrics: those of one that has ended are missed by none."""
    while True:
        await _try(partial(measure_queues, services))
        if await stops_within(MEASURE_SECONDS, stop):
            return


async def measure_queues(services: Services) -> None:
    try:
        async with services.database.reading() as connection:
            queues = [*await repository.measure_queues(connection), *await measure_work(connection)]
    except UnavailableError:
        # What was true a while ago is no figure of now.
        QUEUE_DEPTH.clear()
        QUEUE_AGE.clear()
        raise
    for queue in queues:
        QUEUE_DEPTH.labels(queue.kind).set(queue.depth)
        QUEUE_AGE.labels(queue.kind).set(queue.age)


async def run_webhooks(services: Services, *, stop: asyncio.Event) -> None:
    sender = DeliverySender(services)
    while not await stops_within(TELL_SECONDS, stop):
        await _try(sender.send_due)
    await sender.close()


async def run_sources(services: Services, *, stop: asyncio.Event) -> None:
    reader = SourceReader(services)
    while not await stops_within(READ_SECONDS, stop):
        await _try(reader.read_due)
    await reader.close()


async def _try(step: Callable[[], Awaitable[None]]) -> None:
    try:
        with suppress(UnavailableError):
            await step()
    except Exception:
        logger.exception("sweep_failed")


async def clean(services: Services, cleaner: Cleaner) -> None:
    async with services.unit_of_work() as unit:
        if await unit.connection.fetch_value(LOCK):
            await cleaner(unit.connection)


class Sweeper:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._put_back_at: dict[UUID, float] = {}

    async def sweep(self) -> None:
        async with self._services.unit_of_work() as unit:
            connection = unit.connection
            if not await connection.fetch_value(LOCK):
                return
            for flow_id in await repository.expire_messages(connection, limit=BATCH):
                unit.after_commit(partial(publish_flow_state, self._services, flow_id=flow_id))
            # Codes first: their recipients wait for them.
            tasks = [
                send_code.task(message_id=message_id)
                for message_id in await repository.overdue_codes(connection, limit=BATCH)
            ]
            tasks += self._not_yet_put_back(await _silent_work(connection))
            if await repository.has_overdue_messages(connection) or await has_chunks_to_invite(connection):
                tasks.append(send_messages.task())
            if tasks:
                unit.after_commit(partial(self._put_back, tasks))

    async def _put_back(self, tasks: Sequence[Task]) -> None:
        """Put all back as one effect: as one each, an unreachable queue would delay the sweep once for each of them."""
        for task in tasks:
            logger.info("task_put_back", task=task.name, arguments=task.arguments)
            await self._services.tasks.enqueue(task)

    def _not_yet_put_back(self, silent: Sequence[tuple[UUID, Task]]) -> list[Task]:
        now = time.monotonic()
        self._put_back_at = {
            work_id: moment for work_id, moment in self._put_back_at.items() if now - moment < PUT_BACK_AGAIN_SECONDS
        }
        new = [(work_id, task) for work_id, task in silent if work_id not in self._put_back_at]
        self._put_back_at |= {work_id: now for work_id, _job in new}
        return [task for _id, task in new]


# What a worker does in these states; in the others it creates accounts, or changes them.
_IMPORTING: Final[dict[ImportState, TaskFunction[Any, ...]]] = {
    ImportState.VALIDATING: check_import,
    ImportState.UNDOING: undo_accounts,
}
_CHANGING: Final[dict[BulkState, TaskFunction[Any, ...]]] = {BulkState.UNDOING: undo_bulk_job}


async def _silent_work(connection: Connection) -> list[tuple[UUID, Task]]:
    """The next task of each import, bulk job and erasure that no worker has written to for some time."""
    imports = await unfinished_imports(connection, silent_seconds=SILENT_SECONDS)
    bulk_jobs = await unfinished_jobs(connection, silent_seconds=SILENT_SECONDS)
    erasures = await due_erasures(connection, silent_seconds=SILENT_SECONDS, limit=BATCH)
    without_keys = await unready_companies(connection)
    return [
        *(
            (import_id, _IMPORTING.get(state, create_accounts).task(import_id=import_id))
            for import_id, state in imports
        ),
        *((job_id, _CHANGING.get(state, run_bulk_job).task(job_id=job_id)) for job_id, state in bulk_jobs),
        *((company_id, fill_field_keys.task(company_id=company_id)) for company_id in without_keys),
        *((erasure_id, run_erasure.task(erasure_id=erasure_id)) for erasure_id in erasures),
    ]
