"""Put people into a batch and take them out, many at once; both are called in a transaction of the caller's.

The caller has checked that its user may act on these people, person by person; it writes the audit entries, and
announces the change after its commit (`announce_batches`, MEMBERS).
"""

from collections.abc import Sequence
from uuid import UUID

from server.people.batches.errors import BatchArchivedError
from server.people.batches.member_repository import add_members, hold_open_batch, remove_members
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError


async def add_people(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, batch_id: UUID
) -> list[UUID]:
    """Those who were not in the batch. People that the company does not have (any more) are left out.

    Raises:
        NotFoundError: the company has no batch of this id.
        BatchArchivedError: it takes no new people.

    """
    is_open = await hold_open_batch(connection, company_id=company_id, batch_id=batch_id)
    if is_open is None:
        raise NotFoundError
    if not is_open:
        raise BatchArchivedError
    return await add_members(connection, user_ids, company_id=company_id, batch_id=batch_id)


async def remove_people(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, batch_id: UUID
) -> list[UUID]:
    """Those who were in the batch, which may be archived."""
    return await remove_members(connection, user_ids, company_id=company_id, batch_id=batch_id)
