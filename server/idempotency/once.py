"""Run a call with an Idempotency-Key once; repetitions get the stored answer."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from server.crypto import Keyring, Purpose
from server.database import Connection
from server.errors import UnavailableError
from server.idempotency.errors import IdempotencyKeyReusedError
from server.idempotency.repository import IdempotentCall, claim_key, find_call, store_answer
from server.schemas import ResponseSchema

Answer = TypeVar("Answer", bound=ResponseSchema)


async def once(
    connection: Connection,
    work: Callable[[], Awaitable[Answer]],
    *,
    call: IdempotentCall | None,
    answer: type[Answer],
    keys: Keyring,
) -> Answer:
    """Do `work`, or give the answer that the first call with this key got.

    The caller's transaction holds both the work and the answer: they are committed together or not at all.
    Without a call (no key was given) the work is simply done. A twin in flight waits here for the first.

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
        # Swept, or its user deleted, between the two statements.
        raise UnavailableError
    if not keys.verify_mac(Purpose.IDEMPOTENCY, stored.request_mac, *call.parts):
        raise IdempotencyKeyReusedError
    return answer.model_validate(stored.answer)
