"""Who may act on an import: its uploader, or a user whose matrix covers every profile in the file.

What they do is recorded in the audit trail, as is what a worker does in the name of a user.
"""

from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction, record, record_act
from server.people.imports.errors import WrongImportStateError
from server.people.imports.own_fields import with_fields
from server.people.imports.read_import import PROGRESS
from server.people.imports.repository import Import, find_import, may_act
from server.people.imports.states import FORMAT, ImportState
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import ForbiddenError
from server.platform.services import Context, Unit
from server.vocabulary.identity import Actor
from server.vocabulary.profiles import Profile, covers_rights_of

STILL_CHECKED: Final = "The file is still being checked. Please wait until the preview is ready."


async def lock_for_action(unit: Unit[Context], import_id: UUID) -> Import:
    """The import, locked until the transaction ends. Raises as find_for_action does."""
    return await find_for_action(unit.connection, unit.context, import_id, locks=True)


async def find_for_action(connection: Connection, context: Context, import_id: UUID, *, locks: bool = False) -> Import:
    """The import.

    Raises:
        NotFoundError: there is none in this company.
        ForbiddenError: the file holds profiles that this person may not create.
        WrongImportStateError: it is of a newer format than this version knows.
    """
    found = await find_import(connection, company_id=context.company_id, import_id=import_id, locks=locks)
    # Until its check has ended, the file may hold any profile.
    is_unknown = found.state in {ImportState.MAPPING, ImportState.VALIDATING} and not found.profiles
    profiles = frozenset(Profile) if is_unknown else found.profiles
    if not may_act(context.actor.profile, is_uploader=found.uploaded_by == context.user_id, profiles=profiles):
        raise ForbiddenError
    if found.format > FORMAT:
        raise WrongImportStateError("This import needs the new version of the server. Please try again in a minute.")
    return await with_fields(connection, context.services, found)


def refuse_wrong_state(found: Import, *, too_late: str, maps: bool = False) -> None:
    """Raises WrongImportStateError: the preview is not ready (with `maps`: nor waits for its columns), or no longer."""
    if found.state is not ImportState.READY and not (maps and found.state is ImportState.MAPPING):
        raise WrongImportStateError(STILL_CHECKED if found.state is ImportState.VALIDATING else too_late)


def may_write_any(found: Import, *, actor: Actor) -> bool:
    """Whether the user may bring any profile into the rows, which are judged by the matrix of their upload."""
    return covers_rights_of(actor.profile, found.uploader_profile)


async def record_step(unit: Unit[Context], found: Import, action: AuditAction, **after: Any) -> None:  # noqa: ANN401 - JSON
    """Record what the caller does with an import, and publish its progress."""
    await record_act(unit, action, subject_id=found.id, subject_label=found.file_name, after=after)
    PROGRESS.announce(unit, found.id)


async def record_worker_step(
    unit: UnitOfWork,
    found: Import,
    action: AuditAction,
    *,
    actor_id: UUID | None,
    **after: Any,  # noqa: ANN401 - JSON
) -> None:
    await record(
        unit.connection,
        action=action,
        company_id=found.company_id,
        actor_id=actor_id,
        subject_id=found.id,
        subject_label=found.file_name,
        after=after,
    )
