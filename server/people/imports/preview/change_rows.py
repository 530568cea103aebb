"""What every change of a preview has in common: who may make it, what it judges anew, who receives it."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from server.company.companies.usage_repository import add_checked_rows
from server.people.imports.authority import find_for_action, lock_for_action, may_write_any
from server.people.imports.checking import judged_repository
from server.people.imports.checking.check_import import check_import
from server.people.imports.checking.judge_again import TooManyRowsReachedError, judge_again, judge_alone
from server.people.imports.checking.mending import TypedRow
from server.people.imports.checking.row_rules import known_profile
from server.people.imports.errors import DailyRowsExceededError, WrongImportStateError
from server.people.imports.events import IMPORT_ROWS
from server.people.imports.files.csv_file import MAXIMUM_ROWS
from server.people.imports.files.upload_import import CHECKED_TIMES
from server.people.imports.preview.schemas import ImportRowsChanged
from server.people.imports.read_import import PROGRESS
from server.people.imports.repository import Import
from server.people.imports.schemas import StartedBy
from server.people.imports.states import ImportState
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.process.clock import seconds_until_tomorrow
from server.platform.process.time_of_day import describe_tomorrow
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.permission_matrix import covers, creatable_by
from server.vocabulary.profiles import Profile

# What a call touches itself; a worker does it for more.
MOST_TOUCHED: Final = 2_500
# In an event; where there are more, it names none.
MOST_NAMED: Final = 100
STILL_CHECKED: Final = "The file is still being checked. Please wait until the preview is ready."
TOO_MANY_CHANGED: Final = "Your company has had too many rows checked today. You can change more rows {when}."
TOO_LATE: Final = "Rows can be changed only in the preview, before the import is started."


async def lock_preview(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """The import, locked until the transaction ends, with its preview ready.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the preview is not ready, or the import has been started.

    """
    return _ready(await lock_for_action(connection, identity=identity, import_id=import_id))


async def find_preview(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """Find the import without a lock, to count what a change would do. Raises as lock_preview does."""
    return _ready(await find_for_action(connection, identity=identity, import_id=import_id))


def _ready(found: Import) -> Import:
    if found.state is not ImportState.READY:
        raise WrongImportStateError(STILL_CHECKED if found.state is ImportState.VALIDATING else TOO_LATE)
    return found


def refuse_number(row: int) -> None:
    """Raises NotFoundError for a number that no row of any file has."""
    if not 1 <= row <= MAXIMUM_ROWS:
        raise NotFoundError


def refuse_higher_profile(found: Import, *, identity: Identity, cell: str) -> None:
    """The rows are judged by the matrix of the uploader: users with a smaller one write only what they may create.

    Raises:
        ForbiddenError: the caller may not create this profile.

    """
    profile = known_profile(cell)
    is_higher = profile is not None and profile not in creatable_by(identity.profile)
    if is_higher and not may_write_any(found, identity=identity):
        raise ForbiddenError


async def refuse_accounts_beyond(
    connection: Connection, found: Import, *, identity: Identity, rows: Sequence[int], email: str | None = None
) -> None:
    """After a change of these rows: rows of accounts that the caller may not edit are left to the uploader.

    An update runs with the rights of the account that starts it. `email` is what many rows are mapped to.

    Raises:
        ForbiddenError: the change must be rolled back.

    """
    if may_write_any(found, identity=identity):
        return
    profiles = await judged_repository.profiles_of_accounts(
        connection, company_id=found.company_id, import_id=found.id, rows=rows, email=email
    )
    if not all(covers(identity.profile, None if name is None else Profile(name)) for name in profiles):
        raise ForbiddenError


async def change_rows(
    services: Services,
    unit: UnitOfWork,
    found: Import,
    *,
    identity: Identity,
    touched: Mapping[int, TypedRow | None],
) -> None:
    """Give the rows these cells (None: delete them) with all verdicts that change; watchers receive which rows.

    Raises DailyRowsExceededError: see _count.
    """
    try:
        rows = await judge_again(services, unit.connection, found, touched=touched)
    except TooManyRowsReachedError:
        await judge_alone(services, unit.connection, found, touched=touched)
        check_whole(services, unit, found, identity=identity)
    else:
        announce(services, unit, found, identity=identity, rows=rows)
        PROGRESS.announce(services, unit, found.id, now=False)
    await _count(services, unit.connection, found, rows=len(touched))


async def change_many(
    services: Services,
    unit: UnitOfWork,
    found: Import,
    *,
    identity: Identity,
    rows: Sequence[int],
    deletes: bool = False,
    restores: bool = False,
) -> None:
    """Leave a change of very many rows, which is stored, to a worker: it checks the whole file.

    It `deletes` rows that are there, or `restores` some that may have been deleted.

    Raises DailyRowsExceededError: see _count.
    """
    deleted, restored = rows if deletes else (), rows if restores else ()
    await judged_repository.delete_again(unit.connection, import_id=found.id, rows=deleted)
    again = await judged_repository.restore_again(unit.connection, import_id=found.id, rows=restored)
    await judged_repository.check_again(unit.connection, import_id=found.id, restored=again - len(deleted))
    check_whole(services, unit, found, identity=identity)
    await _count(services, unit.connection, found, rows=len(rows))


def check_whole(services: Services, unit: UnitOfWork, found: Import, *, identity: Identity) -> None:
    unit.after_commit(lambda: services.jobs.enqueue(check_import.job(import_id=found.id)))
    announce(services, unit, found, identity=identity, rows=[])
    PROGRESS.announce(services, unit, found.id)


def announce(services: Services, unit: UnitOfWork, found: Import, *, identity: Identity, rows: Sequence[int]) -> None:
    changed = ImportRowsChanged(
        id=found.id,
        version=found.version + 1,
        rows=list(rows) if len(rows) <= MOST_NAMED else [],
        by=StartedBy(id=identity.user_id, full_name=identity.full_name),
    )
    unit.after_commit(lambda: services.publisher.publish(IMPORT_ROWS, to=found.id, payload=changed))


async def _count(services: Services, connection: Connection, found: Import, *, rows: int) -> None:
    """Count changed rows as checked ones: each costs the judging and, for ever, its edit.

    Last, because the company's other transactions wait for its count.

    Raises DailyRowsExceededError: the company has had far too many rows checked today.
    """
    limit = CHECKED_TIMES * services.settings.daily_rows
    if not await add_checked_rows(connection, company_id=found.company_id, rows=rows, limit=limit):
        when = describe_tomorrow(services.settings.phone_region)
        raise DailyRowsExceededError(TOO_MANY_CHANGED.format(when=when), retry_after=seconds_until_tomorrow())
