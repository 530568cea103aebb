"""Browsers that have passed a code and need none for a while."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection

DEVICE_LIFE: Final = timedelta(days=30)


async def remember_device(
    connection: Connection, *, company_id: UUID, user_id: UUID, old_hash: bytes | None, new_hash: bytes
) -> bool:
    """Remember a browser by a new secret, also for the other accounts that remembered it by its old one.

    So a secret planted in this browser by another person is useless for the account that signs in now. Whether the
    account remembered it before.
    """
    was_remembered: bool = await connection.fetch_value(
        """
        WITH forgotten AS (
            DELETE FROM remembered_devices WHERE device_hash = CAST(:old_hash AS bytea) AND user_id = :user_id
            RETURNING expires_at > now() AS was_in_time),
        moved AS (
            UPDATE remembered_devices SET device_hash = :new_hash
             WHERE device_hash = CAST(:old_hash AS bytea) AND user_id <> :user_id)
        INSERT INTO remembered_devices (device_hash, company_id, user_id, expires_at)
        VALUES (:new_hash, :company_id, :user_id, now() + CAST(:life AS interval))
        RETURNING coalesce((SELECT was_in_time FROM forgotten), false)
        """,
        old_hash=old_hash,
        new_hash=new_hash,
        company_id=company_id,
        user_id=user_id,
        life=DEVICE_LIFE,
    )
    return was_remembered


async def forget_devices(connection: Connection, *, company_id: UUID, user_id: UUID) -> int:
    """Every browser needs a code again; how many there were."""
    rows = await connection.fetch_all(
        """
        DELETE FROM remembered_devices WHERE company_id = :company_id AND user_id = :user_id RETURNING user_id
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return len(rows)


async def forget_devices_of_many(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> None:
    await connection.execute(
        "DELETE FROM remembered_devices WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[]))",
        company_id=company_id,
        user_ids=user_ids,
    )


async def delete_expired_devices(connection: Connection) -> None:
    await connection.execute("DELETE FROM remembered_devices WHERE expires_at < now()")
