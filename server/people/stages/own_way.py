"""Read the caller's own way through the stages, as the company words it for its people."""

from itertools import groupby

from server.people.fields.read_fields import read_fields
from server.people.fields.visible import edited_by_owner, read_values
from server.people.stages import repository
from server.people.stages.schemas import OwnWay, StageEntry, StageKind, StageRecord, WaySection, WayStep
from server.platform.database.connections import Connection
from server.platform.errors import existing
from server.platform.services import Context
from server.vocabulary.profiles import Profile


async def read_own_way(context: Context) -> OwnWay:
    """Raises NotFoundError: the caller is in no stage."""
    async with context.services.database.reading() as connection:
        section = existing(await way_section(connection, context))
    return OwnWay.model_validate(section.model_dump(exclude={"kind"}))


async def way_section(connection: Connection, context: Context) -> WaySection | None:
    """The way of an applicant or a trainee."""
    if context.actor.profile not in {None, Profile.TRAINEE}:
        return None
    entries = await repository.list_entries(connection, **context.actor.key)
    if not entries or entries[0].left_at is not None:
        return None
    stages = await repository.list_stages(connection, company_id=context.company_id)
    now = next((each for each in stages if each.id == entries[0].stage_id), None)
    return WaySection(
        steps=_steps(entries[::-1], now=now, stages=stages),
        text=now.public_text if now else "",
        next=now.public_next if now else "",
        missing=await _missing(connection, context),
    )


def _steps(entries: list[StageEntry], *, now: StageRecord | None, stages: list[StageRecord]) -> list[WayStep]:
    """What was, what is, and what may come: stages in a row with one public name are one step."""
    been = [next(group) for _, group in groupby(entries, lambda each: each.public_name)]
    steps = [WayStep(public_name=each.public_name, since=each.entered_at, is_now=False) for each in been]
    steps[-1] = steps[-1].model_copy(update={"is_now": True})
    if now is None or now.kind in {StageKind.WON, StageKind.LOST}:
        return steps
    later = [each.public_name for each in stages if each.position > now.position and each.kind is not StageKind.LOST]
    coming = [name for name, _ in groupby([now.public_name, *later])][1:]
    return [*steps, *(WayStep(public_name=name, since=None, is_now=False) for name in coming)]


async def _missing(connection: Connection, context: Context) -> list[str]:
    fields = await read_fields(connection, context.services, company_id=context.company_id)
    asked = [field for field in edited_by_owner(fields) if Profile.TRAINEE in field.required_for]
    found = await read_values(connection, [context.user_id], company_id=context.company_id, fields=asked)
    return [field.key for field in asked if field.key not in found.get(context.user_id, {})]
