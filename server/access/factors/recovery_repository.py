"""Recovery codes of accounts, as keyed hashes."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from server.platform.database.connections import Connection


async def replace_codes(connection: Connection, *, company_id: UUID, user_id: UUID, macs: Sequence[bytes]) -> None:
    """None of `macs` end all codes of the account."""
    await connection.execute(
        "DELETE FROM recovery_codes WHERE company_id = :company_id AND user_id = :user_id",
        company_id=company_id,
        user_id=user_id,
    )
    await connection.execute(
        """
        INSERT INTO recovery_codes (company_id, user_id, code_mac)
        SELECT :company_id, :user_id, unnest(CAST(:macs AS bytea[]))
        """,
        company_id=company_id,
        user_id=user_id,
        macs=list(macs),
    )


async def count_codes(connection: Connection, *, company_id: UUID, user_id: UUID) -> int:
    """Those that have not been used."""
    unused: int = await connection.fetch_value(
        """
        SELECT count(*) FROM recovery_codes
         WHERE company_id = :company_id AND user_id = :user_id AND used_at IS NULL
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return unused


async def use_code(connection: Connection, *, company_id: UUID, user_id: UUID, macs: Sequence[bytes]) -> bool:
    """Use a code up; False when the account has none of these hashes, or has used it."""
    used = await connection.fetch_value(
        """
        UPDATE recovery_codes SET used_at = now()
         WHERE company_id = :company_id AND user_id = :user_id AND code_mac = ANY(CAST(:macs AS bytea[]))
           AND used_at IS NULL
        RETURNING true
        """,
        company_id=company_id,
        user_id=user_id,
        macs=list(macs),
    )
    return used is not None


async def end_codes_of(connection: Connection, *, company_id: UUID, user_id: UUID, made_at: datetime) -> bool:
    """End the codes that this moment's transaction has made; False where others have replaced them."""
    rows = await connection.fetch_all(
        """
        DELETE FROM recovery_codes WHERE company_id = :company_id AND user_id = :user_id AND created_at = :made_at
        RETURNING used_at
        """,
        company_id=company_id,
        user_id=user_id,
        made_at=made_at,
    )
    return bool(rows)
