"""Who may read, cancel and undo a bulk job."""

from uuid import UUID

from server.people.bulk import repository
from server.people.bulk.repository import Job
from server.people.bulk.states import permission_of
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError
from server.vocabulary.identity import Identity
from server.vocabulary.permission_matrix import covers_rights_of


async def lock_for_action(connection: Connection, *, identity: Identity, job_id: UUID) -> Job:
    """The job, locked until the transaction ends. Raises as find_for_action does."""
    found = await repository.lock_job(connection, company_id=identity.company_id, job_id=job_id)
    return _check(found, identity=identity)


async def find_for_action(connection: Connection, *, identity: Identity, job_id: UUID) -> Job:
    """The job, as it is now.

    Raises:
        NotFoundError: there is none in this company.
        ForbiddenError: the caller did not start it, and may give less than the user who did.

    """
    found = await repository.find_job(connection, company_id=identity.company_id, job_id=job_id)
    return _check(found, identity=identity)


def _check(found: Job | None, *, identity: Identity) -> Job:
    if found is None:
        raise NotFoundError
    if not identity.may(permission_of(found.action)):
        raise ForbiddenError
    if found.started_by != identity.user_id and not _covers_starter(found, identity):
        raise ForbiddenError
    return found


def _covers_starter(found: Job, identity: Identity) -> bool:
    return covers_rights_of(identity.profile, found.starter_profile)
