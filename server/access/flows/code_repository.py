"""Codes belong to a flow, one a channel; long ones are shared by all flows of one contact and context."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.access.flows.flow import MAXIMUM_ATTEMPTS
from server.messaging.messages.kinds import Channel
from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class SharedCode:
    """A code that is on its way to its contact, or has arrived there."""

    code_mac: bytes
    message_id: UUID


async def keep_code(
    connection: Connection,
    *,
    flow_id: UUID,
    channel: Channel,
    code_mac: bytes,
    code_digits: int,
    code_expires_at: datetime,
    message_id: UUID,
    cooldown: int,
) -> None:
    """Store a new code, which replaces the old one, and start the cooldown."""
    await connection.execute(
        """
        UPDATE flows
           SET channel = :channel, code_mac = :code_mac, code_expires_at = :code_expires_at, message_id = :message_id,
               code_digits = :code_digits, attempts = 0, sends = sends + 1,
               resend_at = now() + make_interval(secs => :cooldown),
               used_channels = array_append(array_remove(used_channels, :channel), :channel), version = version + 1
         WHERE id = :flow_id
        """,
        flow_id=flow_id,
        channel=channel.value,
        code_mac=code_mac,
        code_digits=code_digits,
        code_expires_at=code_expires_at,
        message_id=message_id,
        cooldown=float(cooldown),
    )


async def count_attempt(connection: Connection, *, flow_id: UUID) -> tuple[int, bytes] | None:
    """Count one guess before it is checked. Returns the attempts so far and the code's MAC.

    Returns None when there is no code to guess: none was sent, it has run out, or its attempts are used up.
    """
    row = await connection.fetch_one(
        """
        UPDATE flows SET attempts = attempts + 1, version = version + 1
         WHERE id = :flow_id AND state = 'code_required' AND code_mac IS NOT NULL
           AND attempts < :maximum AND code_expires_at > now()
        RETURNING attempts, code_mac
        """,
        flow_id=flow_id,
        maximum=MAXIMUM_ATTEMPTS,
    )
    return None if row is None else (row.attempts, row.code_mac)


async def swap_codes(connection: Connection, *, flow_id: UUID, channel: Channel) -> None:
    """Turn a flow to its other channel: each keeps its code, with its attempts and its end."""
    await connection.execute(
        """
        UPDATE flows
           SET channel = :channel, code_mac = other_code_mac, other_code_mac = code_mac,
               code_expires_at = other_code_expires_at, other_code_expires_at = code_expires_at,
               code_digits = other_code_digits, other_code_digits = code_digits,
               attempts = other_attempts, other_attempts = attempts,
               message_id = other_message_id, other_message_id = message_id, version = version + 1
         WHERE id = :flow_id AND channel <> :channel
        """,
        flow_id=flow_id,
        channel=channel.value,
    )


async def turn_to_channel(connection: Connection, *, flow_id: UUID, channel: Channel) -> None:
    """Turn to another contact that is to be verified, for which there is no code yet."""
    await connection.execute(
        """
        UPDATE flows
           SET channel = :channel, code_mac = NULL, code_expires_at = NULL, message_id = NULL, attempts = 0,
               other_code_mac = NULL, other_code_expires_at = NULL, other_message_id = NULL, version = version + 1
         WHERE id = :flow_id
        """,
        flow_id=flow_id,
        channel=channel.value,
    )


async def find_shared_code(
    connection: Connection, *, subject: bytes, company_id: UUID | None, seconds: int
) -> SharedCode | None:
    """Find the code that was mailed in the last `seconds`, unless it could not be delivered.

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
    return None if row is None else SharedCode(**row)


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
    """Delete a used shared code, so that no further flow gets it."""
    await connection.execute("DELETE FROM shared_codes WHERE subject = :subject", subject=subject)


async def delete_old_shared_codes(connection: Connection) -> None:
    await connection.execute("DELETE FROM shared_codes WHERE made_at < now() - interval '1 hour'")
