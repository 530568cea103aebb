"""Accounts as they are shown, with the batches they are in."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from server.database import Connection
from server.users.repository import Membership, UserRow, find_batches
from server.users.schemas import UserRecord


async def read_records(connection: Connection, users: Sequence[UserRow], *, company_id: UUID) -> list[UserRecord]:
    batches: defaultdict[UUID, list[Membership]] = defaultdict(list)
    for batch in await find_batches(connection, company_id=company_id, user_ids=[user.id for user in users]):
        batches[batch.user_id].append(batch)
    return [UserRecord.model_validate({**vars(user), "batches": batches[user.id]}) for user in users]
