"""Stored answers of calls with an Idempotency-Key."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class IdempotentCall:
    """One call under one key. `parts` are the parsed fields and the file's bytes, in a fixed order."""

    company_id: UUID
    user_id: UUID
    path: str
    key: str
    parts: tuple[bytes, ...]


@dataclass(frozen=True, kw_only=True)
class StoredCall:
    request_mac: bytes
    answer: dict[str, Any] | None


async def claim_key(connection: Connection, *, call: IdempotentCall, request_mac: bytes) -> bool:
    """True for the first call with this key in 24 hours; waits for a concurrent one to end."""
    claimed = await connection.fetch_value(
        """
        INSERT INTO idempotency_keys AS present (company_id, user_id, path, key, request_mac)
        VALUES (CAST(:company_id AS uuid), CAST(:user_id AS uuid), :path, :key, :request_mac)
        ON CONFLICT (user_id, path, key) DO UPDATE
           SET request_mac = excluded.request_mac, answer = NULL, created_at = now()
         WHERE present.created_at < now() - interval '24 hours'
        RETURNING true
        """,
        company_id=call.company_id,
        user_id=call.user_id,
        path=call.path,
        key=call.key,
        request_mac=request_mac,
    )
    return claimed is not None


async def find_call(connection: Connection, *, call: IdempotentCall) -> StoredCall | None:
    row = await connection.fetch_one(
        """
        SELECT request_mac, answer FROM idempotency_keys
         WHERE company_id = CAST(:company_id AS uuid) AND user_id = CAST(:user_id AS uuid)
           AND path = :path AND key = :key
        """,
        company_id=call.company_id,
        user_id=call.user_id,
        path=call.path,
        key=call.key,
    )
    return None if row is None else StoredCall(request_mac=row.request_mac, answer=row.answer)


async def store_answer(connection: Connection, *, call: IdempotentCall, answer: dict[str, Any]) -> None:
    await connection.execute(
        """
        UPDATE idempotency_keys SET answer = CAST(:answer AS jsonb)
         WHERE company_id = CAST(:company_id AS uuid) AND user_id = CAST(:user_id AS uuid)
           AND path = :path AND key = :key
        """,
        company_id=call.company_id,
        user_id=call.user_id,
        path=call.path,
        key=call.key,
        answer=answer,
    )


async def delete_old_keys(connection: Connection) -> None:
    """Maintenance, over all companies."""
    await connection.execute("DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'")


async def delete_answers_naming(connection: Connection, *, company_id: UUID, words: Sequence[str]) -> None:
    """Answers of a company's calls that hold one of these; a repeated call is then done anew."""
    await connection.execute(
        """
        DELETE FROM idempotency_keys k
         WHERE company_id = :company_id
           AND EXISTS (SELECT FROM unnest(CAST(:words AS text[])) AS word WHERE position(word IN k.answer::text) > 0)
        """,
        company_id=company_id,
        words=list(words),
    )
