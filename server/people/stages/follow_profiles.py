"""Let stages follow what else is decided about a person: a profile that is given or taken, a declined application."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from server.people.stages import repository
from server.people.stages.repository import Mover
from server.people.stages.schemas import StageKind
from server.people.stages.stage_events import announce_stages, announce_ways
from server.platform.services import ServiceUnit
from server.vocabulary.profiles import Profile


@dataclass(frozen=True, kw_only=True)
class ProfileChange:
    user_id: UUID
    before: Profile | None
    after: Profile | None


async def follow_profiles(unit: ServiceUnit, changes: Sequence[ProfileChange], *, mover: Mover) -> None:
    """Move accepted applicants, begin the way of other people who are trainees now, and end that of all others."""
    connection, company_id = unit.connection, mover.company_id
    trainees = [each for each in changes if each.after is Profile.TRAINEE]
    applicants = [each.user_id for each in trainees if each.before is None]
    accepted = await repository.find_first(connection, company_id=company_id, kind=None) if applicants else None
    if accepted is not None:
        await _move(unit, applicants, to=accepted, mover=mover)
    if trainees:
        await repository.begin_ways(connection, [each.user_id for each in trainees], company_id=company_id)
    had_way = {None, Profile.TRAINEE}
    if gone := [each.user_id for each in changes if each.before in had_way and each.after not in had_way]:
        await repository.end_ways(connection, gone, company_id=company_id)
    if trainees or gone:
        announce_stages(unit, company_id=company_id)


async def decline_ways(unit: ServiceUnit, user_ids: Sequence[UUID], *, mover: Mover) -> None:
    """Move people whose applications are declined to the first stage of those whose way has ended."""
    lost = await repository.find_first(unit.connection, company_id=mover.company_id, kind=StageKind.LOST)
    if lost is not None:
        await _move(unit, user_ids, to=lost, mover=mover)
        announce_stages(unit, company_id=mover.company_id)


async def _move(unit: ServiceUnit, user_ids: Sequence[UUID], *, to: UUID, mover: Mover) -> None:
    moved = await repository.move_people(unit.connection, user_ids, to=to, mover=mover)
    await announce_ways(unit, moved, to=to, mover=mover)
