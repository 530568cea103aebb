"""Claims on the outbox and their results, by raw asyncpg: every statement takes a whole batch.

A claim pushes `next_attempt_at` ahead by a lease; what its worker does not finish is due again after it.
Rows are locked in the order users, messages, imports, which is that of deleting a user.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import asyncpg

from server.crypto import Keyring, SealError
from server.database import RawConnection
from server.messages.delivery import Attempt, Outcome, Outgoing
from server.messages.kinds import Channel, MessageKind, MessageState
from server.messages.outbox import unseal
from server.messages.retries import delay_after

_CLAIMED: Final = """
    id, company_id, user_id, flow_id, import_id, kind, channel, recipient, parameters, secret, attempts
"""


@dataclass(frozen=True, kw_only=True)
class Undeliverable:
    """An invitation that has failed for good; `reason` where it is not the address' fault."""

    message_id: UUID
    company_id: UUID
    user_id: UUID
    import_id: UUID | None
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What attempts have changed beside their messages.

    `imports` are those with more people invited, `singles` the accounts by company whose own invitation is decided.
    """

    imports: list[UUID]
    singles: dict[UUID, list[UUID]]
    undeliverable: list[Undeliverable]


async def claim_one(connection: RawConnection, *, message_id: UUID, lease: timedelta, keys: Keyring) -> Outgoing | None:
    """The message, when it is due, nobody else has it and no newer code has replaced it."""
    row = await connection.fetchrow(
        f"""
        UPDATE messages SET attempts = attempts + 1, next_attempt_at = now() + $2
         WHERE id = $1 AND state = 'queued' AND next_attempt_at <= now()
           AND (expires_at IS NULL OR expires_at > now())
           AND NOT EXISTS (SELECT FROM flows f WHERE f.id = messages.flow_id AND f.message_id <> messages.id
                              AND f.other_message_id IS DISTINCT FROM messages.id)
        RETURNING {_CLAIMED}
        """,  # noqa: S608 - constants
        message_id,
        lease,
    )
    return None if row is None else outgoing(row, keys=keys)


async def claim_notices(connection: RawConnection, *, limit: int, lease: timedelta, keys: Keyring) -> list[Outgoing]:
    """What is due and neither a code nor an invitation."""
    rows = await connection.fetch(
        f"""
        UPDATE messages SET attempts = attempts + 1, next_attempt_at = now() + $2
         WHERE id IN (
               SELECT id FROM messages
                WHERE kind <> 'invitation' AND kind <> 'code' AND next_attempt_at <= now()
                  AND (expires_at IS NULL OR expires_at > now())
                ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING {_CLAIMED}
        """,  # noqa: S608 - constants
        limit,
        lease,
    )
    return [outgoing(row, keys=keys) for row in rows]


def outgoing(row: asyncpg.Record, *, keys: Keyring) -> Outgoing:
    secret, is_readable = None, True
    if row["secret"] is not None:
        try:
            secret = unseal(keys, row["id"], row["secret"])
        except SealError:
            is_readable = False
    return Outgoing(
        id=row["id"],
        kind=MessageKind(row["kind"]),
        channel=Channel(row["channel"]),
        recipient=row["recipient"],
        parameters=row["parameters"] or {},
        secret=secret,
        is_readable=is_readable,
        attempts=row["attempts"],
        company_id=row["company_id"],
        user_id=row["user_id"],
        flow_id=row["flow_id"],
        import_id=row["import_id"],
    )


async def record_attempts(
    connection: RawConnection, messages: Sequence[Outgoing], attempts: Sequence[Attempt]
) -> Recorded:
    """Write what became of claimed messages, within a transaction.

    A secret is wiped with the last try. An account's `invitation` and its import's `invited` follow.
    """
    await _lock_invited(connection, messages)
    by_id = {message.id: message for message in messages}
    settled = await connection.fetch(
        """
        UPDATE messages m
           SET state = r.state, provider_id = r.provider_id, error = r.error,
               attempts = m.attempts - r.untried, next_attempt_at = now() + r.delay,
               secret = CASE WHEN r.state = 'queued' THEN m.secret END,
               sent_at = CASE WHEN r.state = 'sent' THEN now() END
          FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::interval[], $6::smallint[])
               AS r(id, state, provider_id, error, delay, untried)
         WHERE m.id = r.id AND m.state = 'queued'
        RETURNING m.id, m.company_id, m.user_id, m.import_id, m.kind, m.state
        """,
        *zip(*(_verdict(attempt, by_id[attempt.message_id]) for attempt in attempts), strict=True),
    )
    invitations = [row for row in settled if row["kind"] == MessageKind.INVITATION and row["state"] != "queued"]
    await _mark_invited(connection, invitations)
    singles: dict[UUID, list[UUID]] = {}
    for row in invitations:
        if row["import_id"] is None:
            singles.setdefault(row["company_id"], []).append(row["user_id"])
    return Recorded(
        singles=singles,
        imports=await _count_invited(connection, [row for row in invitations if row["state"] == MessageState.SENT]),
        undeliverable=[undeliverable(row) for row in invitations if row["state"] == MessageState.FAILED],
    )


def undeliverable(row: asyncpg.Record, *, reason: str | None = None) -> Undeliverable:
    return Undeliverable(
        message_id=row["id"],
        company_id=row["company_id"],
        user_id=row["user_id"],
        import_id=row["import_id"],
        reason=reason,
    )


def _verdict(attempt: Attempt, message: Outgoing) -> tuple[UUID, str, str | None, str | None, timedelta | None, int]:
    delay = None
    state = MessageState.SENT
    if attempt.outcome is Outcome.UNTRIED:
        state, delay = MessageState.QUEUED, timedelta()
    elif attempt.outcome is not Outcome.SENT:
        again = attempt.outcome is Outcome.RETRY
        delay = delay_after(message.attempts, kind=message.kind) if again else None
        if delay is not None and attempt.retry_after is not None:
            delay = max(delay, attempt.retry_after)
        state = MessageState.FAILED if delay is None else MessageState.QUEUED
    untried = int(attempt.outcome is Outcome.UNTRIED)
    return message.id, state.value, attempt.provider_id, attempt.error, delay, untried


async def _lock_invited(connection: RawConnection, messages: Sequence[Outgoing]) -> None:
    """Take the accounts' rows before the messages'."""
    users = [m.user_id for m in messages if m.kind is MessageKind.INVITATION]
    if users:
        await connection.execute("SELECT FROM users WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE", users)


async def _mark_invited(connection: RawConnection, invitations: Sequence[Any]) -> None:
    if invitations:
        await connection.execute(
            """
            UPDATE users u SET invitation = r.state
              FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS r(company_id, user_id, state)
             WHERE u.company_id = r.company_id AND u.id = r.user_id AND u.invitation = 'queued'
            """,
            [row["company_id"] for row in invitations],
            [row["user_id"] for row in invitations],
            [row["state"] for row in invitations],
        )


async def _count_invited(connection: RawConnection, sent: Sequence[Any]) -> list[UUID]:
    imported = [row for row in sent if row["import_id"] is not None]
    if not imported:
        return []
    of_companies, of_imports = [row["company_id"] for row in imported], [row["import_id"] for row in imported]
    await connection.execute(
        "SELECT FROM imports WHERE (company_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))"
        " ORDER BY id FOR NO KEY UPDATE",
        of_companies,
        of_imports,
    )
    rows = await connection.fetch(
        """
        UPDATE imports i SET invited = i.invited + sent.invitations, version = i.version + 1
          FROM (SELECT company_id, import_id, count(*) AS invitations
                  FROM unnest($1::uuid[], $2::uuid[]) AS r(company_id, import_id)
                 GROUP BY company_id, import_id) sent
         WHERE i.company_id = sent.company_id AND i.id = sent.import_id
        RETURNING i.id
        """,
        of_companies,
        of_imports,
    )
    return [row["id"] for row in rows]
