"""Who may act on an import: its uploader, or somebody whose matrix covers every profile in the file."""

from uuid import UUID

from server.database import Connection
from server.errors import ForbiddenError, NotFoundError
from server.imports import repository
from server.imports.repository import Import
from server.sessions.identity import Identity
from server.users.policy import creatable_by


async def lock_for_action(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """The import, locked until the transaction ends.

    Raises:
        NotFoundError: there is none in this company.
        ForbiddenError: the file holds profiles that this person may not create.

    """
    found = await repository.lock_import(connection, company_id=identity.company_id, import_id=import_id)
    if found is None:
        raise NotFoundError
    creatable = creatable_by(identity.profile)
    uploaded_it = found.uploaded_by == identity.user_id and bool(creatable)
    if not uploaded_it and not (creatable and found.profiles <= creatable):
        raise ForbiddenError
    return found
