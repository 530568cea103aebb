"""Who may act on an import: its uploader, or a user whose matrix covers every profile in the file."""

from uuid import UUID

from server.database import Connection
from server.errors import ForbiddenError, NotFoundError
from server.identity.identity import Identity
from server.identity.permission_matrix import creatable_by
from server.identity.profiles import Profile
from server.imports import repository
from server.imports.repository import Import
from server.imports.states import ImportState


async def lock_for_action(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """The import, locked until the transaction ends.

    Raises:
        NotFoundError: there is none in this company.
        ForbiddenError: the file holds profiles that this person may not create.

    """
    found = await repository.lock_import(connection, company_id=identity.company_id, import_id=import_id)
    return _checked(found, identity=identity)


async def find_for_action(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """The import, unlocked. Raises as lock_for_action does."""
    found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id)
    return _checked(found, identity=identity)


def may_write_any(found: Import, *, identity: Identity) -> bool:
    """Whether the user may bring any profile into the rows, which are judged by the matrix of their upload."""
    return creatable_by(found.uploader_profile) <= creatable_by(identity.profile)


def _checked(found: Import | None, *, identity: Identity) -> Import:
    if found is None:
        raise NotFoundError
    creatable = creatable_by(identity.profile)
    uploaded_it = found.uploaded_by == identity.user_id and bool(creatable)
    if not uploaded_it and not (creatable and _profiles_in(found) <= creatable):
        raise ForbiddenError
    return found


def _profiles_in(found: Import) -> frozenset[Profile]:
    """The profiles in a checked file; until the check has ended it may hold any."""
    unknown = found.state in {ImportState.MAPPING, ImportState.VALIDATING} and not found.profiles
    return frozenset(Profile) if unknown else found.profiles
