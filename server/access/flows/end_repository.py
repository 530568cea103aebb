"""The ends of flows: by their browsers, with what opened them, or of age."""

from collections.abc import Sequence
from uuid import UUID

from server.platform.database.connections import Connection
from server.platform.process.crypto import token_hash


async def end_flow(connection: Connection, *, secret: str) -> list[UUID]:
    """End the browser's older flow when it opens a new one; its id, unless it had ended before."""
    rows = await connection.fetch_all(
        """
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE secret_hash = :secret_hash AND state NOT IN ('completed', 'ended')
        RETURNING id
        """,
        secret_hash=token_hash(secret),
    )
    return [row.id for row in rows]


async def end_other_flows(
    connection: Connection, *, company_id: UUID, user_id: UUID, flow_id: UUID | None
) -> list[UUID]:
    """End the account's flows but this one, after its password was set; returns their ids.

    A reset that waits for its code loses its account instead: its caller must not learn of any change.
    """
    rows = await connection.fetch_all(
        """
        WITH detached AS (
            UPDATE flows SET company_id = NULL, user_id = NULL, message_id = NULL
             WHERE company_id = :company_id AND user_id = :user_id AND id IS DISTINCT FROM CAST(:flow_id AS uuid)
               AND context = 'PASSWORD_RESET' AND state = 'code_required')
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE company_id = :company_id AND user_id = :user_id AND id IS DISTINCT FROM CAST(:flow_id AS uuid)
           AND NOT (context = 'PASSWORD_RESET' AND state = 'code_required')
           AND state NOT IN ('completed', 'ended')
        RETURNING id
        """,
        company_id=company_id,
        user_id=user_id,
        flow_id=flow_id,
    )
    return [row.id for row in rows]


async def end_flows_of_users(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[UUID]:
    """Before these accounts are deleted: see :func:`end_other_flows`."""
    rows = await connection.fetch_all(
        """
        WITH detached AS (
            UPDATE flows SET company_id = NULL, user_id = NULL, message_id = NULL
             WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
               AND context = 'PASSWORD_RESET' AND state = 'code_required')
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
           AND NOT (context = 'PASSWORD_RESET' AND state = 'code_required') AND state NOT IN ('completed', 'ended')
        RETURNING id
        """,
        company_id=company_id,
        user_ids=user_ids,
    )
    return [row["id"] for row in rows]


async def end_flows_by_sms(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> list[UUID]:
    """End the sign-ins and resets for which a code was sent to a phone that is not the account's any more; their ids.

    A reset that waits for its code continues like one of an unknown phone: its end would reveal the account.
    """
    owners = {"company_id": company_id, "user_ids": user_ids}
    await connection.execute(
        """
        UPDATE flows SET company_id = NULL, user_id = NULL
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[])) AND state = 'code_required'
           AND context = 'PASSWORD_RESET' AND channel = 'SMS'
        """,
        **owners,
    )
    rows = await connection.fetch_all(
        """
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
           AND (state = 'code_required' AND (channel = 'SMS' OR other_code_mac IS NOT NULL)
                OR state = 'password_required' AND context = 'PASSWORD_RESET' AND channel = 'SMS')
        RETURNING id
        """,
        **owners,
    )
    return [row.id for row in rows]


async def end_chosen_flows(connection: Connection, *, company_id: UUID, flow_ids: Sequence[UUID]) -> list[UUID]:
    """Those of these flows that had not ended."""
    rows = await connection.fetch_all(
        """
        UPDATE flows SET state = 'ended', version = version + 1
         WHERE company_id = :company_id AND id = ANY(CAST(:flow_ids AS uuid[])) AND state NOT IN ('completed', 'ended')
        RETURNING id
        """,
        company_id=company_id,
        flow_ids=flow_ids,
    )
    return [row.id for row in rows]


async def delete_expired_flows(connection: Connection) -> None:
    """Delete flows a day after their end, when no page reads them any more."""
    await connection.execute("DELETE FROM flows WHERE expires_at < now() - interval '1 day'")
