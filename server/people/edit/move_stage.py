"""Move a person to another stage, and read where people stand."""

from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.company.companies.repository import read_settings
from server.people.account.account_rules import Account
from server.people.account.change_accounts import lock_for_action
from server.people.account.people_repository import find_user, lock_accounts
from server.people.stages import repository, schemas
from server.people.stages.define_stages import StageArchivedError
from server.people.stages.schemas import StageKind
from server.people.stages.stage_events import announce_stages, announce_ways
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ForbiddenError, NotFoundError, ValidationFailedError, existing
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act
from server.vocabulary.identifiers import mask_label

ONLY_OPEN: Final = "Trainers move people between stages that are open"


class StageMovedError(ConflictError):
    """`current` is the entry in which the person is now."""

    message = "This person has been moved to another stage meanwhile. Check where they are now."


async def move_person(context: Context, request: schemas.MoveStageRequest, *, user_id: UUID) -> schemas.MovedEntry:
    """Return the person's new entry; the present one where it is the wanted stage already.

    Raises:
        StageMovedError: the person is in another stage than the caller has seen.
        StageArchivedError: the wanted stage takes no one.
        ValidationFailedError: the person is in no stage, as all who work for the company.
        NotFoundError, ForbiddenError: see lock_for_action; the company has no such stage; the caller is a trainer who
            does not teach the person now, who may not move people, or not from or to this stage.
    """
    key: dict[str, Any] = {"company_id": context.company_id, "user_id": user_id}
    async with context.unit_of_work() as unit:
        account, is_trainer = await _lock(unit, user_id)
        stage = await repository.find_stage(unit.connection, company_id=context.company_id, stage_id=request.stage_id)
        if existing(stage).is_archived:
            raise StageArchivedError
        entries = await repository.list_entries(unit.connection, **key, limit=1)
        present = entries[0] if entries and entries[0].left_at is None else None
        if present is None:
            raise ValidationFailedError(errors={"stageId": schemas.HAS_NO_WAY})
        if is_trainer:
            await _refuse_ends(unit, present.stage_id, request.stage_id)
        if present.stage_id == request.stage_id:
            return schemas.MovedEntry(entry=present)
        if present.stage_id != request.seen:
            raise StageMovedError(met={"current": present.model_dump(mode="json", by_alias=True)})
        mover = repository.Mover(company_id=context.company_id, moved_by=context.user_id, reason=request.reason)
        moved = await repository.move_people(unit.connection, [user_id], to=request.stage_id, mover=mover)
        entry = (await repository.list_entries(unit.connection, **key, limit=1))[0]
        await record_act(
            unit,
            AuditAction.USER_MOVED,
            subject_id=user_id,
            subject_label=mask_label(account.label),
            before={"stage": present.stage_name},
            after={"stage": entry.stage_name, "reason": request.reason},
        )
        announce_stages(unit, company_id=context.company_id, moved={present.stage_id: [user_id], entry.stage_id: []})
        await announce_ways(unit, moved, to=request.stage_id, mover=mover)
    return schemas.MovedEntry(entry=entry)


async def _lock(unit: Unit[Context], user_id: UUID) -> tuple[Account, bool]:
    """The locked account, and whether the caller moves it as a trainer of its batch."""
    actor = unit.context.actor
    duty = actor.duty(Act.STAGE_MOVE)
    if duty.owner_id is None:
        return await lock_for_action(unit, user_id), False
    settings = await read_settings(unit.connection, company_id=actor.company_id)
    if not settings.trainers_move_stages:
        raise ForbiddenError
    locked = await lock_accounts(unit.connection, [user_id], company_id=actor.company_id)
    if user_id not in locked or not await repository.is_taught(unit.connection, user_id, duty=duty):
        raise NotFoundError
    return locked[user_id], True


async def _refuse_ends(unit: Unit[Context], *stage_ids: UUID) -> None:
    """Trainers begin and end no way."""
    for stage_id in stage_ids:
        found = await repository.find_stage(unit.connection, company_id=unit.context.company_id, stage_id=stage_id)
        if existing(found).kind is not StageKind.OPEN:
            raise ForbiddenError(ONLY_OPEN)


async def list_movable(connection: Connection, context: Context) -> list[schemas.StageRecord]:
    """The stages between which the caller may move people: for trainers the open ones, if the company allows it."""
    actor = context.actor
    found = await repository.list_stages(connection, company_id=actor.company_id)
    if actor.duty(Act.STAGE_MOVE).owner_id is None:
        return found
    settings = await read_settings(connection, company_id=actor.company_id)
    return [each for each in found if settings.trainers_move_stages and each.kind is StageKind.OPEN]


async def list_entries(context: Context, *, user_id: UUID) -> schemas.StageEntries:
    """The stages in which a person is and was. Raises NotFoundError."""
    key: dict[str, Any] = {"company_id": context.company_id, "user_id": user_id}
    async with context.services.database.reading() as connection:
        existing(await find_user(connection, **key))
        return schemas.StageEntries(entries=await repository.list_entries(connection, **key))
