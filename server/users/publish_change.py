"""Telling those who look at a company's list that it has changed: not too often, and never without the last word.

The first change is told at once; what comes within the rest after it is told together when the rest is over.
"""

import asyncio
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.realtime.events import MAXIMUM_IDS, Event, UsersChanged, UsersChangeKind
from server.realtime.rooms import viewers_room
from server.services import Services
from server.users.list_places import forget_places

# At most two a second for a company, as clients may rely on; a little more, because clocks round.
REST_SECONDS: Final = 0.51

# What waits to be told, by company and kind, in the order in which it came; None where too many have changed to name.
_waiting: dict[UUID, dict[UsersChangeKind, set[UUID] | None]] = {}
_resting: dict[UUID, asyncio.Task[None]] = {}


async def publish_users_changed(
    services: Services, *, company_id: UUID, kind: UsersChangeKind, ids: Sequence[UUID]
) -> None:
    """Call after commit. No `ids`, or more than a hundred together: any of the company's people may have changed."""
    forget_places(company_id)
    _add(_waiting.setdefault(company_id, {}), kind, ids)
    resting = _resting.get(company_id)
    if resting is None or resting.done():
        _resting[company_id] = asyncio.create_task(_tell_the_rest(services, company_id))
        await _tell_next(services, company_id)


def _add(waiting: dict[UsersChangeKind, set[UUID] | None], kind: UsersChangeKind, ids: Sequence[UUID]) -> None:
    known = waiting.get(kind, set())
    together = None if known is None or not ids else known | set(ids)
    waiting[kind] = None if together is None or len(together) > MAXIMUM_IDS else together


async def _tell_next(services: Services, company_id: UUID) -> bool:
    """Whether there was anything to tell."""
    waiting = _waiting.get(company_id)
    if not waiting:
        _waiting.pop(company_id, None)
        return False
    kind = next(iter(waiting))
    changed = UsersChanged(kind=kind, ids=sorted(waiting.pop(kind) or ()))
    await services.publisher.publish(Event.USERS_CHANGED, room=viewers_room(company_id), payload=changed)
    return True


async def _tell_the_rest(services: Services, company_id: UUID) -> None:
    more = True
    while more:
        await asyncio.sleep(REST_SECONDS)
        more = await _tell_next(services, company_id)
    _resting.pop(company_id, None)
