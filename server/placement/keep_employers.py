"""Read, add and change employers."""

from typing import Any, Final
from uuid import UUID

import asyncpg

from server.company.audit.record import AuditAction, record_act
from server.placement import opening_repository as repository
from server.placement import schemas
from server.platform.errors import ConflictError, ForbiddenError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.schemas import PageQuery
from server.platform.services import Context
from server.vocabulary.duties import Act
from server.vocabulary.visible_text import fold_name, read_label

NO_NAME: Final = "Please give the employer a name"
NAME_TAKEN: Final = "An employer has this name already"


class EmployerConflictError(ConflictError):
    """`current` is the employer as it is now."""

    message = "This employer was changed meanwhile. Check the current version, then save again."


async def list_employers(context: Context, *, query: PageQuery) -> schemas.EmployerPage:
    duty = context.actor.duty(Act.PLACEMENT_VIEW)
    async with context.services.database.reading() as connection:
        found, total = await repository.list_employers(connection, query, duty=duty)
    return schemas.EmployerPage.of(query, found, total=total)


async def add_employer(context: Context, request: schemas.AddEmployerRequest) -> schemas.Employer:
    """Raises ValidationFailedError: the name is taken; ForbiddenError: the caller sees own openings alone."""
    duty = context.actor.duty(Act.PLACEMENT_MANAGE)
    name = read_label(request.name or "", longest=schemas.LONGEST_NAME, blank=NO_NAME)
    values = {
        **_named(name),
        "industry": request.industry,
        "website": request.website,
        "contacts": [each.model_dump(by_alias=False) for each in request.contacts],
    }
    async with context.unit_of_work() as unit:
        if not await repository.sees_all(unit.connection, duty=duty):
            raise ForbiddenError
        try:
            employer_id = await repository.add_employer(unit.connection, company_id=context.company_id, values=values)
        except asyncpg.UniqueViolationError as taken:
            raise ValidationFailedError(errors={"name": NAME_TAKEN}) from taken
        added = existing(await repository.find_employer(unit.connection, employer_id, duty=duty))
        await record_act(
            unit, AuditAction.EMPLOYER_CHANGED, subject_id=employer_id, subject_label=name, after={"name": name}
        )
    return added


async def change_employer(
    context: Context, request: schemas.ChangeEmployerRequest, *, employer_id: UUID
) -> schemas.Employer:
    """Raises NotFoundError, EmployerConflictError, ValidationFailedError."""
    duty = context.actor.duty(Act.PLACEMENT_MANAGE)
    async with context.unit_of_work() as unit:
        before = existing(await repository.find_employer(unit.connection, employer_id, duty=duty, locks=True))
        if before.version != request.version:
            raise EmployerConflictError(met={"current": before.model_dump(mode="json")})
        values = _changes(request, before)
        try:
            async with unit.connection.transaction():
                await repository.change_employer(
                    unit.connection, employer_id, company_id=context.company_id, values=values
                )
        except asyncpg.UniqueViolationError as taken:
            raise ValidationFailedError(errors={"name": NAME_TAKEN}) from taken
        after = existing(await repository.find_employer(unit.connection, employer_id, duty=duty))
        await record_act(
            unit,
            AuditAction.EMPLOYER_CHANGED,
            subject_id=employer_id,
            subject_label=after.name,
            after={"changed": ", ".join(sorted(name for name in values if name != "folded_name"))},
        )
    return after


def _changes(request: schemas.ChangeEmployerRequest, before: schemas.Employer) -> dict[str, Any]:
    """Raises ValidationFailedError: the name is none, or an address or an industry is wrong."""
    values: dict[str, Any] = {}
    if request.name is not None:
        values |= _named(read_label(request.name, longest=schemas.LONGEST_NAME, blank=NO_NAME))
    # An empty text, which is read as none, takes one away.
    values |= {name: getattr(request, name) for name in ("industry", "website") if name in request.model_fields_set}
    if request.contacts is not None:
        values["contacts"] = [each.model_dump(by_alias=False) for each in request.contacts]
    if request.archived is not None and request.archived != (before.archived_at is not None):
        values["archived_at"] = utc_now() if request.archived else None
    return values


def _named(name: str) -> dict[str, str]:
    return {"name": name, "folded_name": fold_name(name)}
