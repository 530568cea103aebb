"""Calls with an Idempotency-Key run once; repetitions get the stored answer."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar
from uuid import UUID

from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, UnavailableError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.schemas import ResponseSchema

Answer = TypeVar("Answer", bound=ResponseSchema)
DELETE_OLD_KEYS: Final = "DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'"
# The first call with a key in 24 hours stores its row; a concurrent one waits for its end.
_CLAIM: Final = """
    INSERT INTO idempotency_keys AS k (company_id, user_id, path, key, request_mac)
    VALUES (:company_id, :user_id, :path, :key, :mac)
    ON CONFLICT (user_id, path, key) DO UPDATE SET request_mac = excluded.request_mac, answer = NULL, created_at = now()
     WHERE k.created_at < now() - interval '24 hours' RETURNING k.key
"""
_CALL: Final = "user_id = :user_id AND path = :path AND key = :key"
_STORE: Final = f"UPDATE idempotency_keys SET answer = :answer WHERE company_id = :company_id AND {_CALL}"  # noqa: S608
_FIND: Final = f"SELECT request_mac, answer FROM idempotency_keys WHERE company_id = :company_id AND {_CALL}"  # noqa: S608


@dataclass(frozen=True, kw_only=True)
class IdempotentCall:
    """One call under one key. `parts` are the parsed fields and the file's bytes, in a fixed order."""

    company_id: UUID
    user_id: UUID
    path: str
    key: str
    parts: tuple[bytes, ...]


class IdempotencyKeyReusedError(ConflictError):
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

    Raises IdempotencyKeyReusedError: the key was used for something else.
    """
    if call is None:
        return await work()
    place = {"company_id": call.company_id, "user_id": call.user_id, "path": call.path, "key": call.key}
    if await connection.has_row(_CLAIM, **place, mac=keys.mac(Purpose.IDEMPOTENCY, *call.parts)):
        done = await work()
        await connection.execute(_STORE, **place, answer=done.model_dump(mode="json", by_alias=True))
        return done
    first = await connection.fetch_one(_FIND, **place)
    if first is None or first.answer is None:
        # The key was deleted between the two statements, by the sweeper or with its user.
        raise UnavailableError
    if not keys.verify_mac(Purpose.IDEMPOTENCY, first.request_mac, *call.parts):
        raise IdempotencyKeyReusedError
    return answer.model_validate(first.answer)


async def delete_answers_naming(connection: Connection, *, company_id: UUID, words: Sequence[str]) -> None:
    """Answers of a company's calls that hold one of these; a repeated call is then done anew."""
    query = """
        DELETE FROM idempotency_keys k
         WHERE company_id = :company_id
           AND EXISTS (SELECT FROM unnest(CAST(:words AS text[])) AS word WHERE position(word IN k.answer::text) > 0)
    """
    await connection.execute(query, company_id=company_id, words=list(words))
