"""Long codes, each of one contact and context and shared by all flows that ask for one."""

from dataclasses import dataclass
from uuid import UUID

from server.database import Connection


@dataclass(frozen=True, kw_only=True)
class SharedCode:
    """A code that is on its way to its contact, or has arrived there."""

    code_mac: bytes
    message_id: UUID


async def find_shared_code(
    connection: Connection, *, subject: bytes, company_id: UUID | None, seconds: int
) -> SharedCode | None:
    """The code that was mailed in the last `seconds`, unless it could not be delivered.

    The caller holds the account's row of `send_quotas`: two flows cannot both find none.
    """
    row = await connection.fetch_one(
        """
        SELECT shared.code_mac, shared.message_id
          FROM shared_codes AS shared
          JOIN messages AS m ON m.id = shared.message_id AND m.state <> 'failed'
               AND m.company_id IS NOT DISTINCT FROM CAST(:company_id AS uuid)
         WHERE shared.subject = :subject AND shared.made_at > now() - make_interval(secs => :seconds)
        """,
        subject=subject,
        company_id=company_id,
        seconds=float(seconds),
    )
    return None if row is None else SharedCode(code_mac=row.code_mac, message_id=row.message_id)


async def keep_shared_code(connection: Connection, *, subject: bytes, code_mac: bytes, message_id: UUID) -> None:
    await connection.execute(
        """
        INSERT INTO shared_codes (subject, code_mac, message_id, made_at)
        VALUES (:subject, :code_mac, :message_id, now())
        ON CONFLICT (subject) DO UPDATE
           SET code_mac = excluded.code_mac, message_id = excluded.message_id, made_at = excluded.made_at
        """,
        subject=subject,
        code_mac=code_mac,
        message_id=message_id,
    )


async def forget_shared_code(connection: Connection, *, subject: bytes) -> None:
    """It has been used: no further flow gets it."""
    await connection.execute("DELETE FROM shared_codes WHERE subject = :subject", subject=subject)


async def delete_old_shared_codes(connection: Connection) -> None:
    await connection.execute("DELETE FROM shared_codes WHERE made_at < now() - interval '1 hour'")
