"""Who may act on an import: its uploader, or a user whose matrix covers every profile in the file."""

from typing import Final
from uuid import UUID

from server.people.imports import repository
from server.people.imports.errors import WrongImportStateError
from server.people.imports.formats import FORMAT
from server.people.imports.repository import Import
from server.people.imports.states import ImportState
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Profile, covers_rights_of, creatable_by

NEWER: Final = "This import needs the new version of the server. Please try again in a minute."


async def lock_for_action(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """The import, locked until the transaction ends.

    Raises:
        NotFoundError: there is none in this company.
        ForbiddenError: the file holds profiles that this person may not create.
        WrongImportStateError: it is of a newer format than this version knows.

    """
    found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id, locks=True)
    return _checked(found, identity=identity)


async def find_for_action(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """The import, unlocked. Raises as lock_for_action does."""
    found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id)
    return _checked(found, identity=identity)


def may_write_any(found: Import, *, identity: Identity) -> bool:
    """Whether the user may bring any profile into the rows, which are judged by the matrix of their upload."""
    return covers_rights_of(identity.profile, found.uploader_profile)


def may_act(profile: Profile | None, *, is_uploader: bool, profiles: frozenset[Profile]) -> bool:
    """Whether a user of `profile` may act on an import of these `profiles`; None is one who may no longer sign in."""
    creatable = creatable_by(profile)
    return bool(creatable) and (is_uploader or profiles <= creatable)


def _checked(found: Import | None, *, identity: Identity) -> Import:
    if found is None:
        raise NotFoundError
    if not may_act(identity.profile, is_uploader=found.uploaded_by == identity.user_id, profiles=_profiles_in(found)):
        raise ForbiddenError
    if found.format > FORMAT:
        raise WrongImportStateError(NEWER)
    return found


def _profiles_in(found: Import) -> frozenset[Profile]:
    """The profiles in a checked file; until the check has ended it may hold any."""
    unknown = found.state in {ImportState.MAPPING, ImportState.VALIDATING} and not found.profiles
    return frozenset(Profile) if unknown else found.profiles
