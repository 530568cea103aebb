"""Read, make, change and order a company's stages."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from pydantic.alias_generators import to_camel

from server.company.audit.record import AuditAction, record_act
from server.people.stages import repository, schemas
from server.people.stages.stage_events import announce_stages
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.services import Context, Unit
from server.vocabulary.visible_text import fold_name, label_problem, text_problem, tidy

NAMES: Final = ("name", "public_name")
LONGEST: Final = {
    **dict.fromkeys(NAMES, schemas.LONGEST_NAME),
    **dict.fromkeys(("public_text", "public_next"), schemas.LONGEST_TEXT),
}
ENDS: Final = frozenset({schemas.StageKind.WON, schemas.StageKind.LOST})
NO_NAME: Final = "Please give the stage a name"
NAME_TAKEN: Final = "A stage has this name already"
ONE_ENTRY: Final = "A company has one stage in which applicants wait"
ONLY_OPEN: Final = "Accepted people come to a stage that is open"
ONE_FOR_ACCEPTED: Final = "Choose another stage for accepted people instead"


class StageConflictError(ConflictError):
    """`current` is the stage as it is."""

    code = "edit_conflict"
    message = "Another administrator has changed this stage. Check the current version, then save again."


class StagesConflictError(ConflictError):
    code = "edit_conflict"
    message = "The stages have been changed meanwhile. Check their present order, then save again."


class TooManyStagesError(ConflictError):
    message = f"A company has at most {schemas.MOST_STAGES} stages at a time. Archive those that are no longer needed."


class StageArchivedError(ConflictError):
    message = "This stage is archived. Choose another one."


async def list_stages(context: Context) -> schemas.StagesResponse:
    async with context.services.database.reading() as connection:
        found = await repository.list_stages(connection, company_id=context.company_id)
    return schemas.StagesResponse(stages=found)


async def create_stage(
    context: Context, request: schemas.CreateStageRequest, *, call: IdempotentCall | None = None
) -> schemas.StageRecord:
    """The new stage, before the first that ends a way, or behind all others where it ends one itself.

    Raises ValidationFailedError, TooManyStagesError, IdempotencyKeyReusedError.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:

        async def work() -> schemas.StageRecord:
            present = await repository.lock_stages(unit.connection, company_id=company_id)
            if len(present) >= schemas.MOST_STAGES:
                raise TooManyStagesError
            if request.kind is schemas.StageKind.ENTRY:
                raise ValidationFailedError(errors={"kind": ONE_ENTRY})
            named = request.model_copy(update={"name": request.name or ""})
            values = _read(named, others=present, kind=request.kind)
            is_open = request.kind is schemas.StageKind.OPEN
            behind = [each.id for each in present if is_open and each.kind in ENDS]
            await _choose_for_accepted(unit, values, present)
            whole = {"colour": schemas.StageColour.GREY, "public_name": values["name"], **values}
            place = {"kind": request.kind, "position": len(present) + 1}
            new = await repository.add_stage(unit.connection, {**whole, **place}, company_id=company_id)
            order = [*(each.id for each in present if each.id not in behind), new, *behind]
            await repository.store_order(unit.connection, order, company_id=company_id)
            await record_act(unit, AuditAction.STAGE_CREATED, subject_id=new, subject_label=values["name"])
            announce_stages(unit, company_id=company_id)
            return _find(await repository.list_stages(unit.connection, company_id=company_id), new)

        return await once(unit.connection, work, call=call, answer=schemas.StageRecord, keys=context.services.keys)


async def change_stage(context: Context, request: schemas.ChangeStageRequest, *, stage_id: UUID) -> schemas.StageRecord:
    """The stage as it is now. Raises StageConflictError, ValidationFailedError, NotFoundError."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        present = await repository.lock_stages(unit.connection, company_id=company_id)
        former = checked(present, stage_id, version=request.version)
        others = [each for each in present if each.id != stage_id]
        if former.for_accepted and request.for_accepted is False:
            raise ValidationFailedError(errors={"forAccepted": ONE_FOR_ACCEPTED})
        values = _read(request, others=others, kind=former.kind)
        before = {**former.model_dump(mode="json", by_alias=False), "is_for_accepted": former.for_accepted}
        changed = {name: value for name, value in values.items() if name in before and value != before[name]}
        if not changed:
            return former
        await _choose_for_accepted(unit, values, present)
        await repository.change_stage(unit.connection, values, company_id=company_id, stage_id=stage_id)
        await record_act(
            unit,
            AuditAction.STAGE_CHANGED,
            subject_id=stage_id,
            subject_label=former.name,
            before={name: before[name] for name in changed},
            after=changed,
        )
        announce_stages(unit, company_id=company_id)
        return _find(await repository.list_stages(unit.connection, company_id=company_id), stage_id)


async def order_stages(context: Context, request: schemas.OrderStagesRequest) -> schemas.StagesResponse:
    """Raises StagesConflictError: the stages are others."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        present = await repository.lock_stages(unit.connection, company_id=company_id)
        if sorted(each.id for each in present) != sorted(request.ids):
            raise StagesConflictError
        await repository.store_order(unit.connection, request.ids, company_id=company_id)
        announce_stages(unit, company_id=company_id)
    return await list_stages(context)


def checked(present: Sequence[schemas.StageRecord], stage_id: UUID, *, version: int) -> schemas.StageRecord:
    """Return the stage. Raises NotFoundError, StageConflictError."""
    found = _find(present, stage_id)
    if found.version != version:
        raise StageConflictError(met={"current": found.model_dump(mode="json", by_alias=True)})
    return found


def _find(present: Sequence[schemas.StageRecord], stage_id: UUID) -> schemas.StageRecord:
    return existing(next((each for each in present if each.id == stage_id), None))


def _read(
    request: schemas.CreateStageRequest | schemas.ChangeStageRequest,
    *,
    others: Sequence[schemas.StageRecord],
    kind: schemas.StageKind,
) -> dict[str, Any]:
    """Return what the request gives, by column. Raises ValidationFailedError."""
    given = request.model_dump(exclude={"version", "kind"}, exclude_none=True)
    values = {name: tidy(value) if name in LONGEST else value for name, value in given.items()}
    problems = {name: _problem(name, values[name]) for name in LONGEST.keys() & values.keys()}
    if any(fold_name(each.name) == fold_name(values.get("name", "")) for each in others):
        problems["name"] = NAME_TAKEN
    if request.for_accepted and kind is not schemas.StageKind.OPEN:
        problems["for_accepted"] = ONLY_OPEN
    if errors := {to_camel(name): problem for name, problem in problems.items() if problem}:
        raise ValidationFailedError(errors=errors)
    if "for_accepted" in values:
        values["is_for_accepted"] = values.pop("for_accepted")
    if "name" in values:
        values["folded_name"] = fold_name(values["name"])
    return values


def _problem(name: str, text: str) -> str | None:
    if len(text) > LONGEST[name]:
        return f"Please use at most {LONGEST[name]} characters"
    if name in NAMES:
        return label_problem(text) if text else NO_NAME
    return text_problem(text)


async def _choose_for_accepted(
    unit: Unit[Context], values: Mapping[str, Any], present: Sequence[schemas.StageRecord]
) -> None:
    """Let the former stage of accepted people be one no more, where another is chosen."""
    former = next((each.id for each in present if each.for_accepted), None)
    if values.get("is_for_accepted") and former is not None:
        no_more = {"is_for_accepted": False}
        await repository.change_stage(unit.connection, no_more, company_id=unit.context.company_id, stage_id=former)
