"""Read, add and change employers."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

import asyncpg

from server.company.audit.record import AuditAction, record_act
from server.placement import opening_repository as repository
from server.placement import schemas
from server.platform.errors import ConflictError, ForbiddenError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.schemas import PageQuery
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act
from server.vocabulary.visible_text import fold_name, read_label

NO_NAME: Final = "Please give the employer a name"
NAME_TAKEN: Final = "An employer has this name already"
NOT_RENAMED: Final = "Only colleagues who see all openings rename an employer"


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
    values = _values(request, name=request.name or "")
    async with context.unit_of_work() as unit:
        if not await repository.sees_all(unit.connection, duty=context.actor.duty(Act.PLACEMENT_MANAGE)):
            raise ForbiddenError
        return await _write(unit, values, after={"name": values["name"]})


async def change_employer(
    context: Context, request: schemas.ChangeEmployerRequest, *, employer_id: UUID
) -> schemas.Employer:
    """Raises NotFoundError, EmployerConflictError, ValidationFailedError.

    Who sees own openings alone renames none: a name that is taken would tell of an employer that is hidden.
    """
    duty = context.actor.duty(Act.PLACEMENT_MANAGE)
    async with context.unit_of_work() as unit:
        before = existing(await repository.find_employer(unit.connection, employer_id, duty=duty, locks=True))
        if before.version != request.version:
            raise EmployerConflictError(met={"current": before.model_dump(mode="json")})
        values = _values(request, name=request.name)
        if values.get("name", before.name) != before.name and not await repository.sees_all(unit.connection, duty=duty):
            raise ValidationFailedError(errors={"name": NOT_RENAMED})
        if request.archived is not None and request.archived != (before.archived_at is not None):
            values["archived_at"] = utc_now() if request.archived else None
        changed = ", ".join(sorted(name for name in values if name != "folded_name"))
        return await _write(unit, values, employer_id=employer_id, after={"changed": changed})


def _values(request: schemas.AddEmployerRequest | schemas.ChangeEmployerRequest, *, name: str | None) -> dict[str, Any]:
    """An empty text, which is read as none, takes one away. Raises ValidationFailedError: see read_label."""
    values: dict[str, Any] = request.model_dump(include=request.model_fields_set & {"industry", "website"})
    if name is not None:
        values["name"] = read_label(name, longest=schemas.LONGEST_NAME, blank=NO_NAME)
        values["folded_name"] = fold_name(values["name"])
    if request.contacts is not None:
        values["contacts"] = [each.model_dump(by_alias=False) for each in request.contacts]
    return values


async def _write(
    unit: Unit[Context], values: Mapping[str, Any], *, after: dict[str, Any], employer_id: UUID | None = None
) -> schemas.Employer:
    """Raises ValidationFailedError: the name is taken."""
    connection, company_id = unit.connection, unit.context.company_id
    try:
        if employer_id is None:
            employer_id = await repository.add_employer(connection, company_id=company_id, values=values)
        else:
            await repository.change_employer(connection, employer_id, company_id=company_id, values=values)
    except asyncpg.UniqueViolationError as taken:
        raise ValidationFailedError(errors={"name": NAME_TAKEN}) from taken
    duty = unit.context.actor.duty(Act.PLACEMENT_MANAGE)
    written = existing(await repository.find_employer(connection, employer_id, duty=duty))
    await record_act(
        unit, AuditAction.EMPLOYER_CHANGED, subject_id=employer_id, subject_label=written.name, after=after
    )
    return written
