"""The events of stages: what colleagues see, and what the person concerned does."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.people.stages.repository import Moved
from server.platform.events import MAXIMUM_IDS, REST_SECONDS, USER, VIEWERS, Event
from server.platform.schemas import ResponseSchema
from server.platform.services import Services, ServiceUnit


class StagesChanged(ResponseSchema):
    stage_ids: list[UUID] = Field(description="stages that people have come to or left; empty: any may have changed")
    user_ids: list[UUID] = Field(
        max_length=MAXIMUM_IDS, description="who was moved; empty where that were more than a hundred"
    )


class WayChanged(ResponseSchema):
    """It says only that there is something new to fetch."""


STAGES_CHANGED: Final = Event(
    name="stages:changed",
    payload=StagesChanged,
    room=VIEWERS,
    to="accounts of the company that may view users",
    when="after people were moved to another stage, or stages were made, changed, ordered or archived",
    rate="at most 2 a second for a company, from all processes together; further changes are merged",
    lost="Stages and boards that are shown are fetched again after every connection.",
)
WAY_CHANGED: Final = Event(
    name="way:changed",
    payload=WayChanged,
    room=USER,
    to="the person",
    when="after the person has come to a stage with another public name",
    rate="one for each move",
    lost="`GET /me/way` answers the same.",
)

Changed = tuple[frozenset[UUID], frozenset[UUID]]


def announce_stages(unit: ServiceUnit, *, company_id: UUID, moved: Mapping[UUID, Collection[UUID]] = {}) -> None:
    """Publish, once the unit is committed, who was moved and the stages concerned; without any: all may be others."""
    stages, people = frozenset(moved), frozenset(each for some in moved.values() for each in some)
    unit.after_commit(partial(_publish, unit.services, (stages, people), company_id=company_id))


async def _publish(services: Services, changed: Changed, *, company_id: UUID) -> None:
    async def publish(together: Changed) -> None:
        stages, people = together
        named = sorted(people) if len(people) <= MAXIMUM_IDS else []
        payload = StagesChanged(stage_ids=sorted(stages), user_ids=named)
        await services.publisher.publish(STAGES_CHANGED, to=company_id, payload=payload)

    started = services.coalescer.add(f"stages:{company_id}", changed, merge=_merge, publish=publish, every=REST_SECONDS)
    if started is not None:
        await started.wait()


def _merge(before: Changed, after: Changed) -> Changed:
    stages = before[0] | after[0] if before[0] and after[0] else frozenset[UUID]()
    return stages, before[1] | after[1]


def announce_ways(unit: ServiceUnit, moved: Sequence[Moved]) -> None:
    """Tell people, once the unit is committed, that they have come to a stage of another public name."""
    if news := [each.user_id for each in moved if each.is_news]:
        unit.after_commit(partial(unit.services.publisher.publish_to_many, WAY_CHANGED, to=news, payload=WayChanged()))
