"""Telling those who look at a company's list that it has changed: not too often, and never without the last word.

The first change is told at once; what comes within the rest after it is told together when the rest is over. All
processes share the rest: each waits for its turn.
"""

import asyncio
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.services import Services
from server.users.events import MAXIMUM_IDS, USERS_CHANGED, UsersChanged, UsersChangeKind
from server.users.list_places import forget_places

# At most two a second for a company, from all processes together, as clients may rely on; a little more, because clocks
# round.
REST_SECONDS: Final = 0.51

# What waits to be told, by company and kind, in the order in which it came; None where too many have changed to name.
_waiting: dict[UUID, dict[UsersChangeKind, set[UUID] | None]] = {}
_tellers: dict[UUID, asyncio.Task[None]] = {}


async def publish_users_changed(
    services: Services, *, company_id: UUID, kind: UsersChangeKind, ids: Sequence[UUID]
) -> None:
    """Call after commit. No `ids`, or more than a hundred together: any of the company's people may have changed."""
    forget_places(company_id)
    _add(_waiting.setdefault(company_id, {}), kind, ids)
    if company_id not in _tellers:
        begun = asyncio.Event()
        _tellers[company_id] = asyncio.create_task(_tell(services, company_id, begun))
        await begun.wait()


async def _tell(services: Services, company_id: UUID, begun: asyncio.Event) -> None:
    """`begun` is set once the first change is told, or has to wait for its turn."""
    waiting = _waiting[company_id]
    try:
        while waiting:
            turn = await services.publisher.reserve_slot(f"users:{company_id}", every=REST_SECONDS)
            if turn > 0:
                begun.set()
                await asyncio.sleep(turn)
            kind = next(iter(waiting))
            changed = UsersChanged(kind=kind, ids=sorted(waiting.pop(kind) or ()))
            await services.publisher.publish(USERS_CHANGED, to=company_id, payload=changed)
    finally:
        begun.set()
        del _waiting[company_id], _tellers[company_id]


def _add(waiting: dict[UsersChangeKind, set[UUID] | None], kind: UsersChangeKind, ids: Sequence[UUID]) -> None:
    known = waiting.get(kind, set())
    together = None if known is None or not ids else known | set(ids)
    waiting[kind] = None if together is None or len(together) > MAXIMUM_IDS else together
