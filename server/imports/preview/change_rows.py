"""What every change of a preview has in common: who may make it, what it judges anew, who receives it."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from server.database import Connection, UnitOfWork
from server.errors import ForbiddenError, NotFoundError
from server.identity.identity import Identity
from server.identity.permission_matrix import covers, creatable_by
from server.identity.profiles import Profile
from server.imports.authority import lock_for_action
from server.imports.checking import judged_repository
from server.imports.checking.check_import import check_import
from server.imports.checking.judge_again import TooManyRowsReachedError, judge_again, judge_alone
from server.imports.checking.mending import TypedRow
from server.imports.checking.row_rules import known_profile
from server.imports.errors import WrongImportStateError
from server.imports.events import IMPORT_ROWS
from server.imports.files.csv_file import MAXIMUM_ROWS
from server.imports.preview.schemas import ImportRowsChanged
from server.imports.progress import publish_snapshot
from server.imports.repository import Import
from server.imports.schemas import StartedBy
from server.imports.states import ImportState
from server.services import Services

# What a call touches itself; a worker does it for more.
MOST_TOUCHED: Final = 2_500
# In an event; where there are more, it names none.
MOST_NAMED: Final = 100
STILL_CHECKED: Final = "The file is still being checked. Please wait until the preview is ready."
TOO_LATE: Final = "Rows can be changed only in the preview, before the import is started."


async def lock_preview(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """The import, locked until the transaction ends, with its preview ready.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the preview is not ready, or the import has been started.

    """
    found = await lock_for_action(connection, identity=identity, import_id=import_id)
    if found.state is not ImportState.READY:
        raise WrongImportStateError(STILL_CHECKED if found.state is ImportState.VALIDATING else TOO_LATE)
    return found


def refuse_number(row: int) -> None:
    """Raises NotFoundError for a number that no row of any file has."""
    if not 1 <= row <= MAXIMUM_ROWS:
        raise NotFoundError


def refuse_higher_profile(found: Import, *, identity: Identity, cell: str) -> None:
    """Only the uploader, by whose matrix the rows are judged, may write any profile into a row.

    Raises:
        ForbiddenError: the caller may not create this profile, but the uploader may.

    """
    profile = known_profile(cell)
    if profile is not None and found.uploaded_by != identity.user_id and profile not in creatable_by(identity.profile):
        raise ForbiddenError


async def refuse_accounts_beyond(
    connection: Connection, found: Import, *, identity: Identity, rows: Sequence[int], email: str | None = None
) -> None:
    """After a change of these rows: only the uploader may write into rows of accounts that the caller may not edit.

    An update runs with the rights of the account that starts it. `email` is what many rows are mapped to.

    Raises:
        ForbiddenError: the change must be rolled back.

    """
    if found.uploaded_by == identity.user_id:
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
    """Give the rows these cells (None: delete them) with all verdicts that change; watchers receive which rows."""
    try:
        rows = await judge_again(services, unit.connection, found, touched=touched)
    except TooManyRowsReachedError:
        await judge_alone(services, unit.connection, found, touched=touched)
        check_whole(services, unit, found, identity=identity)
    else:
        announce(services, unit, found, identity=identity, rows=rows)


async def change_many(
    services: Services,
    unit: UnitOfWork,
    found: Import,
    *,
    identity: Identity,
    deleted: Sequence[int] = (),
    restored: Sequence[int] = (),
) -> None:
    """Leave a change of very many rows, which is stored, to a worker: it checks the whole file.

    `deleted` are rows that are there, `restored` those that may have been deleted.
    """
    await judged_repository.delete_again(unit.connection, import_id=found.id, rows=deleted)
    again = await judged_repository.restore_again(unit.connection, import_id=found.id, rows=restored)
    await judged_repository.check_again(unit.connection, import_id=found.id, restored=again - len(deleted))
    check_whole(services, unit, found, identity=identity)


def check_whole(services: Services, unit: UnitOfWork, found: Import, *, identity: Identity) -> None:
    unit.after_commit(lambda: services.jobs.enqueue(check_import.job(import_id=found.id)))
    announce(services, unit, found, identity=identity, rows=[])


def announce(services: Services, unit: UnitOfWork, found: Import, *, identity: Identity, rows: Sequence[int]) -> None:
    changed = ImportRowsChanged(
        id=found.id,
        version=found.version + 1,
        rows=list(rows) if len(rows) <= MOST_NAMED else [],
        by=StartedBy(id=identity.user_id, full_name=identity.full_name),
    )
    unit.after_commit(lambda: services.publisher.publish(IMPORT_ROWS, to=found.id, payload=changed))
    unit.after_commit(lambda: publish_snapshot(services, import_id=found.id))
