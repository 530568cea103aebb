"""Read sources whose time has come into imports, and start these once they are checked, by the rights of their owners.

What needs a person is not decided here: the import waits in the list, and the owner has a notice. A run is claimed in
Postgres. Its import and what the source notes of it are one transaction: a worker that dies leaves both or none.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from structlog import get_logger

from server.access.sessions.repository import find_actor
from server.company.audit.record import AuditAction, record, record_act
from server.messaging.messages.kinds import MessageKind
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.people.bulk.rules import BulkAction, permission_of
from server.people.chunks.engine import EndMail, notify_end
from server.people.imports import errors
from server.people.imports.files.file_repository import header_digest
from server.people.imports.files.upload_import import read_upload, upload_import
from server.people.imports.repository import Import, get_import
from server.people.imports.run.control_import import start_import
from server.people.imports.run.notify_end import import_link
from server.people.imports.run.schemas import MissingQuery, SyncRequest
from server.people.imports.run.sync_people import list_missing
from server.people.imports.states import ImportMode, ImportState
from server.people.sources.keep_sources import NOTES, outcome_of
from server.people.sources.repository import change_source, claim_due
from server.people.sources.schemas import SourceMode, SourceOutcome, StoredSource
from server.people.sources.take_file import take_file
from server.platform.database.connections import LockedError
from server.platform.errors import (
    ApplicationError,
    ConflictError,
    ForbiddenError,
    TooManyRequestsError,
    UnavailableError,
)
from server.platform.http.requests import ARCHIVE_BYTES
from server.platform.http.spooled_file import spool
from server.platform.outbound.calls import OutboundError
from server.platform.process.clock import utc_now
from server.platform.process.threads import in_thread
from server.platform.services import Context, Services, Unit
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import DASHBOARD, Permission

# Longer than a run takes; after that another worker begins it again.
LEASE: Final = timedelta(minutes=5)
# What passes is tried once more before the owner is told.
AGAIN_AFTER: Final = timedelta(minutes=15)
PASSING: Final = frozenset({SourceOutcome.NO_FILE, SourceOutcome.GROWS, SourceOutcome.UNREACHABLE})
WORKS: Final = frozenset({SourceOutcome.CHECKING, SourceOutcome.STARTED, SourceOutcome.WAITS, SourceOutcome.UNCHANGED})
MOST_AT_ONCE: Final = 4
BEGUN: Final = frozenset({ImportState.PROCESSING, ImportState.PAUSED, ImportState.COMPLETED})
OTHER_HEADINGS: Final = "The headings are not those of the file before. Check the columns, then start the import."
IN_DOUBT: Final = (
    "People who are missing in the file may be in it with another email. Check them, then start the import."
)
ONLY_UPDATES: Final = "The file can only update people, and this source adds them. Check it, then start the import."
ASKS_FOR_PROOF: Final = "The file does what only a person may confirm. Check it, then start the import."
SWITCHED_OFF: Final = "The source was switched off meanwhile. Check the file, then start the import."
NO_OWNER: Final = "Its owner may not import any more. Change the source to become its owner, and switch it on."

logger = get_logger(__name__)


class ClaimLostError(Exception):
    """The source was changed, or its run is another worker's by now."""


class SourceReader:
    """Runs what is due; runs that are under way do not hold up the next ones."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._running: dict[asyncio.Task[None], UUID] = {}

    async def read_due(self) -> None:
        room = MOST_AT_ONCE - len(self._running)
        async with self._services.unit_of_work() as unit:
            claimed = await claim_due(unit.connection, busy=self._running.values(), limit=room, lease=LEASE)
        for source in claimed:
            task = asyncio.create_task(self._run(source))
            self._running[task] = source.company_id
            task.add_done_callback(partial(self._running.pop))

    async def close(self, *, cancels: bool = True) -> None:
        """Wait for runs that are under way; one that is cancelled is begun again by another worker."""
        for task in self._running if cancels else ():
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _run(self, source: StoredSource) -> None:
        try:
            await run_source(self._services, source)
        except (ClaimLostError, UnavailableError, LockedError, TooManyRequestsError) as error:
            logger.info("source_left", source_id=str(source.id), error=type(error).__name__)
        except Exception:
            logger.exception("source_failed", source_id=str(source.id))


async def run_source(services: Services, source: StoredSource) -> None:
    """Do the next step of a claimed source: read its file, or start the import that was checked."""
    async with services.database.reading() as connection:
        actor = await find_actor(connection, company_id=source.company_id, user_id=source.owner_id)
    rights = {Permission.USER_CREATE, permission_of(BulkAction.DEACTIVATE)}
    if actor is None or not all(map(actor.may, rights)):
        await _finish(services, source, SourceOutcome.PAUSED, note=NO_OWNER)
        return
    none: dict[str, Any] = dict.fromkeys(("language", "flow_secret", "device_secret"))
    identity = Identity(actor=actor, session=None)
    context = Context(services=services, identity=identity, address="", user_agent="", **none)
    if source.outcome == SourceOutcome.CHECKING:
        await _go_on(context, source)
        return
    try:
        await _read(context, source)
    except OutboundError as error:
        await _finish(services, source, outcome_of(error), note=NOTES[outcome_of(error)])
    except (errors.FileRefusedError, errors.FileTooLargeError, errors.DailyRowsExceededError) as error:
        await _finish(services, source, SourceOutcome.UNREADABLE, note=error.shown)


async def _read(context: Context, source: StoredSource) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield content

    services, sharer = context.services, source.company_id
    name, content = await take_file(services, source, largest=ARCHIVE_BYTES)
    with closing(await spool(pieces())) as spooled:
        if await in_thread(spooled.digest) == source.digest:
            await _finish(services, source, SourceOutcome.UNCHANGED)
            return
        async with services.file_readers.hold(sharer), services.large_files.hold(sharer):
            file = await read_upload(context, spooled, name=name)
            headings = header_digest(file.table.head.header)
            await upload_import(context, file, beside=partial(_note_import, source=source, headings=headings))


async def _note_import(unit: Unit[Context], import_id: UUID, *, source: StoredSource, headings: bytes) -> None:
    """Raises ClaimLostError: nothing is uploaded."""
    known = source.headings_digest if source.import_state in BEGUN else source.known_digest
    noted = {"import_id": import_id, "headings_digest": headings, "known_digest": known, "due_at": utc_now()}
    ended = {"outcome": SourceOutcome.CHECKING, "note": None, "last_run_at": utc_now(), "is_told": False}
    if not await change_source(unit.connection, source, noted | ended, only_claimed=True):
        raise ClaimLostError
    await record_act(unit, AuditAction.SOURCE_READ, **source.subject, after={"import": str(import_id)})


async def _go_on(context: Context, source: StoredSource) -> None:
    """Start the import, unless it waits for a person, or a person has gone on with it."""
    async with context.services.database.reading() as connection:
        found = None if source.import_id is None else await get_import(connection, import_id=source.import_id)
    if found is None or found.state is ImportState.FAILED:
        note = None if found is None else found.reason
        await _finish(context.services, source, SourceOutcome.UNREADABLE, note=note)
        return
    reason = None
    try:
        if found.state is ImportState.MAPPING:
            reason = found.reason or errors.ColumnsNeededError.message
        elif found.state is ImportState.READY:
            await _start(context, source, found)
    except (UnavailableError, LockedError):
        raise
    except ForbiddenError:
        reason = ASKS_FOR_PROOF
    except ApplicationError as error:
        reason = error.shown
    outcome = SourceOutcome.STARTED if reason is None else SourceOutcome.WAITS
    await _finish(context.services, source, outcome, note=reason, waiting=found)


async def _start(context: Context, source: StoredSource, found: Import) -> None:
    """Start it; the proof at the making of the source stands for its syncs. Raises ApplicationError: it has to wait."""
    if not source.enabled:
        raise ConflictError(SWITCHED_OFF)
    if source.known_digest not in {None, source.headings_digest}:
        raise ConflictError(OTHER_HEADINGS)
    mode, sync = ImportMode.CREATE if source.mode == SourceMode.CREATE else ImportMode.UPSERT, None
    if found.mode is ImportMode.UPDATE:
        if source.mode == SourceMode.CREATE:
            raise ConflictError(ONLY_UPDATES)
        mode = found.mode
    if source.mode == SourceMode.SYNC:
        scope = source.scope.model_dump(by_alias=True)
        missing = await list_missing(context, found.id, MissingQuery.model_validate(scope | {"pageSize": 1}))
        if missing.allowed and (missing.unmatched or missing.known_phones):
            raise ConflictError(IN_DOUBT)
        given = {"scope": scope, "missing": "deactivate", "people": missing.allowed}
        sync = SyncRequest.model_validate(given)
    await start_import(context, found.id, mode=mode, invite=source.invites, sync=sync, is_agreed=True)


async def _finish(
    services: Services,
    source: StoredSource,
    outcome: SourceOutcome,
    *,
    note: str | None = None,
    waiting: Import | None = None,
) -> None:
    """Write how a run has ended. Its owner is told of trouble once, until it works again; of what waits each time."""
    now, is_over = utc_now(), outcome not in PASSING or source.outcome == outcome
    due_at = source.next_due(source.time_zone, now=now) if is_over else now + AGAIN_AFTER
    values: dict[str, Any] = {"outcome": outcome, "note": note, "due_at": due_at, "last_run_at": now}
    values["is_told"] = outcome not in WORKS and (source.is_told or is_over)
    values |= {"known_digest": source.headings_digest} if outcome is SourceOutcome.STARTED else {}
    values |= {"enabled": False} if outcome is SourceOutcome.PAUSED else {}
    title, link, mail = f"{source.host} could not be read", f"{DASHBOARD}/settings", None
    if outcome is SourceOutcome.WAITS and waiting is not None:
        title, link = f"{waiting.file_name} waits for you", import_link(waiting)
        counts = {"file_name": waiting.file_name, "created": 0, "failed": 0, "invite": False}
        parameters = {**counts, "outcome": outcome.value, "reason": note}
        mail = EndMail(kind=MessageKind.IMPORT_FINISHED, parameters=parameters, import_id=waiting.id)
    notice = Notice(kind=NotificationKind.IMPORT_FAILED, title=title, body=note or "", link=link)
    async with services.unit_of_work() as unit:
        if not await change_source(unit.connection, source, values, only_claimed=True):
            return
        if outcome is SourceOutcome.PAUSED:
            await record(unit.connection, action=AuditAction.SOURCE_PAUSED, **source.subject)
            await notify_administrators(unit, notice, company_id=source.company_id)
        elif mail is not None or (values["is_told"] and not source.is_told):
            await notify_end(unit, notice, company_id=source.company_id, recipient=source.owner_id, mail=mail)
