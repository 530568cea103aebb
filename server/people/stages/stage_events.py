"""The events of stages: what colleagues see, and what the person concerned does."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import Mail, queue_mails
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice, add_unannounced, delete_about
from server.people.stages.repository import Moved, Mover, StageWords, find_mailed, find_words
from server.platform.events import MAXIMUM_IDS, REST_SECONDS, USER, VIEWERS, Event
from server.platform.schemas import ResponseSchema
from server.platform.services import Services, ServiceUnit
from server.vocabulary.profiles import DASHBOARD

# Up to so many people each get an event of the bell, and a mail where the company wants that.
MOST_TOLD: Final = 500


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
    when="after the person has come to a stage with another public name, or was taken back from it",
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


async def announce_ways(
    unit: ServiceUnit, moved: Sequence[Moved], *, to: UUID, mover: Mover, people: int | None = None
) -> None:
    """Tell people that they have come to a stage of another public name.

    `people`: how many the work moves in all its chunks. Where they are many, the bell tells them at its next look,
    and no mail does: a message to many is an announcement.
    """
    news = [each.user_id for each in moved if each.is_news]
    if not news:
        return
    words = await find_words(unit.connection, company_id=mover.company_id, stage_id=to)
    notice = Notice(
        kind=NotificationKind.STAGE_CHANGED,
        title=words.public_name,
        body=words.public_text or "This is where you stand now.",
        link=DASHBOARD,
        about=mover.work_id,
    )
    if (people or len(news)) > MOST_TOLD:
        await add_unannounced(unit.connection, notice, company_id=mover.company_id, user_ids=news)
    else:
        await notify(unit, notice, company_id=mover.company_id, user_ids=news)
        await _mail(unit, news, words, company_id=mover.company_id)
    _refresh(unit, news)


async def _mail(unit: ServiceUnit, user_ids: Sequence[UUID], words: StageWords, *, company_id: UUID) -> None:
    texts = {"stage": words.public_name, "stage_text": words.public_text}
    mails = [
        Mail(each.id, each.email, {"full_name": each.full_name, "company_name": each.company_name, **texts})
        for each in await find_mailed(unit.connection, user_ids, company_id=company_id)
    ]
    await queue_mails(unit, MessageKind.STAGE_CHANGED, mails, company_id=company_id)


async def withdraw_ways(unit: ServiceUnit, user_ids: Sequence[UUID], *, company_id: UUID, work_id: UUID) -> None:
    """Take back what was said of moves that a job or an import has made, and that are taken back."""
    if user_ids:
        await delete_about(unit.connection, work_id, company_id=company_id, user_ids=user_ids)
        _refresh(unit, user_ids)


def _refresh(unit: ServiceUnit, user_ids: Sequence[UUID]) -> None:
    publish = unit.services.publisher.publish_to_many
    unit.after_commit(partial(publish, WAY_CHANGED, to=user_ids, payload=WayChanged()))
