"""Who may act on an import: its uploader, or a user whose matrix covers every profile in the file."""

from typing import Final
from uuid import UUID

from server.people.imports.errors import WrongImportStateError
from server.people.imports.repository import Import, find_import, may_act
from server.people.imports.states import FORMAT, ImportState
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError
from server.platform.services import Context, Work
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Profile, covers_rights_of

NEWER: Final = "This import needs the new version of the server. Please try again in a minute."
STILL_CHECKED: Final = "The file is still being checked. Please wait until the preview is ready."


async def lock_for_action(unit: Work[Context], import_id: UUID) -> Import:
    """The import, locked until the transaction ends.

    Raises:
        NotFoundError: there is none in this company.
        ForbiddenError: the file holds profiles that this person may not create.
        WrongImportStateError: it is of a newer format than this version knows.

    """
    return await _find(unit.connection, unit.context.identity, import_id, locks=True)


async def find_for_action(connection: Connection, context: Context, import_id: UUID) -> Import:
    """The import, unlocked. Raises as lock_for_action does."""
    return await _find(connection, context.identity, import_id, locks=False)


def refuse_wrong_state(found: Import, *, too_late: str, maps: bool = False) -> None:
    """Raises WrongImportStateError: the preview is not ready (with `maps`: nor waits for its columns), or no longer."""
    if found.state is not ImportState.READY and not (maps and found.state is ImportState.MAPPING):
        raise WrongImportStateError(STILL_CHECKED if found.state is ImportState.VALIDATING else too_late)


def may_write_any(found: Import, *, identity: Identity) -> bool:
    """Whether the user may bring any profile into the rows, which are judged by the matrix of their upload."""
    return covers_rights_of(identity.profile, found.uploader_profile)


async def _find(connection: Connection, identity: Identity, import_id: UUID, *, locks: bool) -> Import:
    found = await find_import(connection, company_id=identity.company_id, import_id=import_id, locks=locks)
    if not may_act(identity.profile, is_uploader=found.uploaded_by == identity.user_id, profiles=_profiles_in(found)):
        raise ForbiddenError
    if found.format > FORMAT:
        raise WrongImportStateError(NEWER)
    return found


def _profiles_in(found: Import) -> frozenset[Profile]:
    """The profiles in a checked file; until the check has ended it may hold any."""
    unknown = found.state in {ImportState.MAPPING, ImportState.VALIDATING} and not found.profiles
    return frozenset(Profile) if unknown else found.profiles
