"""Accounts as they are shown, with the batches they are in."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from server.people.account.repository import Membership, UserRow, find_batches
from server.people.account.schemas import UserRecord
from server.platform.database.connections import Connection


async def read_records(connection: Connection, users: Sequence[UserRow], *, company_id: UUID) -> list[UserRecord]:
    batches: defaultdict[UUID, list[Membership]] = defaultdict(list)
    for batch in await find_batches(connection, company_id=company_id, user_ids=[user.id for user in users]):
        batches[batch.user_id].append(batch)
    return [UserRecord.model_validate({**vars(user), **user.values, "batches": batches[user.id]}) for user in users]
