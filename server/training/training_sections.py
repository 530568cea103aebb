"""The sections of the dashboard about training: a trainer's batches, and those in which the caller is trained."""

from datetime import date
from typing import Final, Literal
from uuid import UUID

from server.platform.database.connections import Connection
from server.platform.schemas import PageQuery, ResponseSchema
from server.platform.services import Context
from server.training.repository import list_attended, list_batches
from server.training.schemas import AttendedBatchItem
from server.vocabulary.duties import Act
from server.vocabulary.profiles import Profile

NEWEST: Final = PageQuery.model_validate({"pageSize": 10})


class TaughtBatchItem(ResponseSchema):
    id: UUID
    name: str
    people: int
    starts_on: date | None
    ends_on: date | None


class BatchesSection(ResponseSchema):
    """The newest ten batches that the caller teaches."""

    kind: Literal["batches"] = "batches"
    items: list[TaughtBatchItem]


class OwnBatchesSection(ResponseSchema):
    """The newest ten batches in which the caller is, without archived ones."""

    kind: Literal["ownBatches"] = "ownBatches"
    items: list[AttendedBatchItem]


async def batches_section(connection: Connection, context: Context) -> BatchesSection | None:
    """The batches of a trainer."""
    duty = context.actor.duty(Act.TRAINING_VIEW)
    if duty.trainer_id is None:
        return None
    found, _ = await list_batches(connection, NEWEST, duty=duty)
    return BatchesSection.model_validate({"items": [each for each in found if each.archived_at is None]})


async def own_batches_section(connection: Connection, context: Context) -> OwnBatchesSection | None:
    """The batches of a trainee."""
    if context.actor.profile is not Profile.TRAINEE:
        return None
    found = await list_attended(connection, limit=NEWEST.page_size, **context.actor.key)
    return OwnBatchesSection(items=found)
