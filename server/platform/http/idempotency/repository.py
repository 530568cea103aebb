"""Calls with an Idempotency-Key run once; repetitions get the stored answer."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, UnavailableError
from server.platform.http.idempotency.tables import idempotency_keys
from server.platform.process.crypto import Keyring, Purpose
from server.platform.schemas import ResponseSchema

Answer = TypeVar("Answer", bound=ResponseSchema)
_IS_OLD: Final = idempotency_keys.c.created_at < func.now() - text("interval '24 hours'")
DELETE_OLD_KEYS: Final = delete(idempotency_keys).where(_IS_OLD)


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
    company_id, place = call.company_id, {"user_id": call.user_id, "path": call.path, "key": call.key}
    mac = keys.mac(Purpose.IDEMPOTENCY, *call.parts)
    # The first call with this key in 24 hours stores its row; a concurrent one waits here for its end.
    claim = insert(idempotency_keys).values(company_id=company_id, request_mac=mac, **place)
    anew = {"request_mac": mac, "answer": None, "created_at": func.now()}
    claim = claim.on_conflict_do_update(index_elements=list(place), set_=anew, where=_IS_OLD)
    if await connection.has_row(claim.returning(idempotency_keys.c.key)):
        done = await work()
        stored = done.model_dump(mode="json", by_alias=True)
        await connection.execute(
            update(idempotency_keys).filter_by(company_id=company_id, **place).values(answer=stored)
        )
        return done
    first = await connection.fetch_one(select(idempotency_keys).filter_by(company_id=company_id, **place))
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
