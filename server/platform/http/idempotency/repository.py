"""Calls with an Idempotency-Key run once; repetitions get the stored answer."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from server.platform.database.connections import Connection, Row
from server.platform.errors import ConflictError, UnavailableError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.schemas import ResponseSchema

Answer = TypeVar("Answer", bound=ResponseSchema)


@dataclass(frozen=True, kw_only=True)
class IdempotentCall:
    """One call under one key. `parts` are the parsed fields and the file's bytes, in a fixed order."""

    company_id: UUID
    user_id: UUID
    path: str
    key: str
    parts: tuple[bytes, ...]


class IdempotencyKeyReusedError(ConflictError):
    code = "idempotency_key_reused"
    message = "This Idempotency-Key was already used for a different request."


async def once(
    connection: Connection,
    work: Callable[[], Awaitable[Answer]],
    *,
    call: IdempotentCall | None,
    answer: type[Answer],
    keys: Keyring,
) -> Answer:
    """Run `work`, or return the stored answer of the first call with this key.

    The caller's transaction holds both the work and the answer: they are committed together or not at all.
    Without a key the work is simply run. A concurrent repetition waits here for the first call.

    Raises:
        IdempotencyKeyReusedError: the key was used for something else.
    """
    if call is None:
        return await work()
    mac = keys.mac(Purpose.IDEMPOTENCY, *call.parts)
    if await _claim(connection, call=call, request_mac=mac):
        done = await work()
        await _store(connection, call=call, answer=done.model_dump(mode="json", by_alias=True))
        return done
    stored = await _find(connection, call=call)
    if stored is None or stored.answer is None:
        # The key was deleted between the two statements, by the sweeper or with its user.
        raise UnavailableError
    if not keys.verify_mac(Purpose.IDEMPOTENCY, stored.request_mac, *call.parts):
        raise IdempotencyKeyReusedError
    return answer.model_validate(stored.answer)


async def _claim(connection: Connection, *, call: IdempotentCall, request_mac: bytes) -> bool:
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


async def _find(connection: Connection, *, call: IdempotentCall) -> Row | None:
    return await connection.fetch_one(
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


async def _store(connection: Connection, *, call: IdempotentCall, answer: dict[str, Any]) -> None:
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
