from uuid import UUID

from server.database import Connection
from server.errors import NotFoundError
from server.users.repository import find_user
from server.users.schemas import UserRecord


async def read_record(connection: Connection, *, company_id: UUID, user_id: UUID) -> UserRecord:
    """Raises NotFoundError: the company has nobody of this id."""
    row = await find_user(connection, company_id=company_id, user_id=user_id)
    if row is None:
        raise NotFoundError
    return UserRecord.model_validate(row)
