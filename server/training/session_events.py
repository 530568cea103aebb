"""The events of training: a session has changed, and a person's own marks have."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.platform.events import USER, VIEWERS, Event
from server.platform.schemas import ResponseSchema
from server.platform.services import Context, Services, Unit
from server.training.schemas import TrainingSession, TrainingState
from server.training.session_repository import find_trainers


class TrainingSessionChanged(ResponseSchema):
    """It names no session where several of the batch have changed."""

    batch_id: UUID = Field(description="of the session")
    id: UUID | None = Field(default=None, description="of the session; null: several of the batch have changed")
    state: TrainingState | None = Field(default=None, description="its state now")
    taken: int = Field(default=0, description="how many people have a mark")
    present: int = Field(default=0, description="how many of them are present or late")
    version: int = Field(default=0, description="of the session")


class OwnAttendanceChanged(ResponseSchema):
    batch_id: UUID = Field(description="of the session with the mark")


SESSION_CHANGED: Final = Event(
    name="training-session:changed",
    payload=TrainingSessionChanged,
    room=USER,
    to="the active trainers of the batch, and accounts of the company that may view users",
    when="after a session was planned, changed, cancelled or marked",
    rate="one for each change, and one for all sessions of a pattern",
    lost="Sessions that are shown are fetched again after every connection. The greater `version` counts.",
)
ATTENDANCE_MINE: Final = Event(
    name="attendance:mine",
    payload=OwnAttendanceChanged,
    room=USER,
    to="the person",
    when="after a mark of the person was given or changed, or a session with one was cancelled",
    rate="one for each sheet",
    lost="`GET /me/attendance` answers the same.",
)


async def announce_session(
    unit: Unit[Context], *, batch_id: UUID, session: TrainingSession | None = None, people: Sequence[UUID] = ()
) -> None:
    """Tell who may see the session, once the unit is committed, and the people with a new mark."""
    company_id = unit.context.company_id
    trainers = await find_trainers(unit.connection, company_id=company_id, batch_id=batch_id)
    changed = TrainingSessionChanged(batch_id=batch_id)
    if session is not None:
        shown = {"id": session.id, "state": session.state, "taken": session.marked, "present": session.present}
        changed = changed.model_copy(update={**shown, "version": session.version})
    tell = partial(_publish, unit.services, changed, trainers=trainers, people=people)
    unit.after_commit(partial(tell, company_id=company_id))


async def _publish(
    services: Services,
    changed: TrainingSessionChanged,
    *,
    company_id: UUID,
    trainers: Sequence[UUID],
    people: Sequence[UUID],
) -> None:
    await services.publisher.publish(replace(SESSION_CHANGED, room=VIEWERS), to=company_id, payload=changed)
    await services.publisher.publish_to_many(SESSION_CHANGED, to=trainers, payload=changed)
    mine = OwnAttendanceChanged(batch_id=changed.batch_id)
    await services.publisher.publish_to_many(ATTENDANCE_MINE, to=people, payload=mine)
