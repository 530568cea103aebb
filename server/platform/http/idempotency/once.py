"""Run a call with an Idempotency-Key once; repetitions get the stored answer."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, UnavailableError
from server.platform.http.idempotency.repository import IdempotentCall, claim_key, find_call, store_answer
from server.platform.process.crypto import Keyring, Purpose
from server.platform.schemas import ResponseSchema

Answer = TypeVar("Answer", bound=ResponseSchema)


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
    if await claim_key(connection, call=call, request_mac=mac):
        done = await work()
        await store_answer(connection, call=call, answer=done.model_dump(mode="json", by_alias=True))
        return done
    stored = await find_call(connection, call=call)
    if stored is None or stored.answer is None:
        # The key was deleted between the two statements, by the sweeper or with its user.
        raise UnavailableError
    if not keys.verify_mac(Purpose.IDEMPOTENCY, stored.request_mac, *call.parts):
        raise IdempotencyKeyReusedError
    return answer.model_validate(stored.answer)
