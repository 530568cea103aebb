"""Move a person to another stage, and read where people stand."""

from typing import Any
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.account.change_accounts import lock_for_action
from server.people.account.people_repository import find_user
from server.people.stages import repository, schemas
from server.people.stages.define_stages import StageArchivedError
from server.people.stages.stage_events import announce_stages, announce_ways
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.services import Context
from server.vocabulary.identifiers import mask_label


class StageMovedError(ConflictError):
    """`current` is the entry in which the person is now."""

    message = "This person has been moved to another stage meanwhile. Check where they are now."


async def move_person(context: Context, request: schemas.MoveStageRequest, *, user_id: UUID) -> schemas.MovedEntry:
    """Return the person's new entry; the present one where it is the wanted stage already.

    Raises:
        StageMovedError: the person is in another stage than the caller has seen.
        StageArchivedError: the wanted stage takes no one.
        ValidationFailedError: the person is in no stage, as all who work for the company.
        NotFoundError, ForbiddenError: see lock_for_action; also where the company has no such stage.
    """
    key: dict[str, Any] = {"company_id": context.company_id, "user_id": user_id}
    async with context.unit_of_work() as unit:
        account = await lock_for_action(unit, user_id)
        stage = await repository.find_stage(unit.connection, company_id=context.company_id, stage_id=request.stage_id)
        if existing(stage).is_archived:
            raise StageArchivedError
        entries = await repository.list_entries(unit.connection, **key, limit=1)
        present = entries[0] if entries and entries[0].left_at is None else None
        if present is None:
            raise ValidationFailedError(errors={"stageId": schemas.HAS_NO_WAY})
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


async def list_entries(context: Context, *, user_id: UUID) -> schemas.StageEntries:
    """The stages in which a person is and was. Raises NotFoundError."""
    key: dict[str, Any] = {"company_id": context.company_id, "user_id": user_id}
    async with context.services.database.reading() as connection:
        existing(await find_user(connection, **key))
        return schemas.StageEntries(entries=await repository.list_entries(connection, **key))
