"""Plan the panels of a round: who sits on them, where and when. No person and no place is on two at once."""

from collections.abc import Sequence
from datetime import time
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction
from server.interviews import candidate_repository, repository, schemas
from server.interviews.hold_rounds import (
    RoundConflictError,
    RoundPublishedError,
    hold,
    hold_of_panel,
    hours_of,
    read_detail,
    record,
    tell,
)
from server.interviews.repository import HeldPanel, HeldRound, PanelHours
from server.platform.errors import ConflictError, ValidationFailedError
from server.platform.services import Context, Unit
from server.vocabulary.visible_text import fold_name

NOT_PANELISTS: Final = "Choose active people with a profile other than Trainee"
TOO_MANY_PANELS: Final = f"A round has at most {schemas.MOST_PANELS} panels"


class PanelInUseError(ConflictError):
    message = "This panel has called people: it stays. Close it instead."


async def find_panelists(context: Context, *, query: schemas.PanelistsQuery) -> schemas.FoundPanelists:
    async with context.services.database.reading() as connection:
        found = await repository.find_panelists(connection, query.search, company_id=context.company_id)
    return schemas.FoundPanelists(data=found)


async def add_panels(context: Context, request: schemas.PanelsRequest, *, round_id: UUID) -> schemas.RoundDetail:
    """Raises NotFoundError, RoundClosedError, ValidationFailedError: see :func:`book`."""
    async with context.unit_of_work() as unit:
        people = {each for panel in request.panels for each in panel.panelists}
        allowed = await repository.panelists_among(unit.connection, people, company_id=context.company_id)
        found = await hold(unit, round_id)
        present = await repository.hold_panels(unit.connection, **found.key)
        if len(present) + len(request.panels) > schemas.MOST_PANELS:
            raise ValidationFailedError(errors={"panels": TOO_MANY_PANELS})
        for number, panel in enumerate(request.panels):
            field = f"panels.{number}."
            if not {*panel.panelists} <= allowed:
                raise ValidationFailedError(errors={f"{field}panelists": NOT_PANELISTS})
            hours = hours_of(context, found, first=panel.first, last=panel.last, field=field)
            about = {"name": panel.name, "place": panel.place, "link": panel.link}
            panel_id = await repository.add_panel(unit.connection, **found.key, **about, **hours)
            await repository.set_members(
                unit.connection, panel.panelists, company_id=context.company_id, panel_id=panel_id
            )
            await book(unit, found, panel_id, place=panel.place, members=panel.panelists, hours=hours, field=field)
        await record(unit, AuditAction.ROUND_CHANGED, found, panels=[each.name for each in request.panels])
        await tell(unit, found, people)
        return await read_detail(unit.connection, context, round_id)


async def change_panel(context: Context, request: schemas.ChangePanelRequest, *, panel_id: UUID) -> schemas.RoundDetail:
    """Raises what :func:`hold` does, RoundPublishedError: other hours; ValidationFailedError: see :func:`book`."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        connection = unit.connection
        allowed = await repository.panelists_among(connection, request.panelists or (), company_id=company_id)
        found, held = await hold_of_panel(unit, panel_id)
        [before] = await repository.list_panels(connection, **found.key, panel_id=panel_id)
        if held.version != request.version:
            raise RoundConflictError(met={"current": before.model_dump(mode="json", by_alias=True)})
        members, changed = [each.id for each in before.panelists], set[UUID]()
        hours = await _new_hours(unit, found, request, before=before, held=held)
        about = request.model_dump(include=request.model_fields_set & {"name", "place", "link"})
        about["name"] = request.name or held.name
        await repository.change_panels(connection, [panel_id], company_id=company_id, **about, **hours)
        if request.panelists is not None:
            if not {*request.panelists} <= allowed | {*members}:
                raise ValidationFailedError(errors={"panelists": NOT_PANELISTS})
            members = request.panelists
            changed = await repository.set_members(connection, members, company_id=company_id, panel_id=panel_id)
        place = about.get("place", held.place)
        if changed or hours != held.hours or place != held.place:
            await book(unit, found, panel_id, place=place, members=members, hours=hours)
        names = await candidate_repository.read_names(connection, changed, company_id=company_id)
        await record(unit, AuditAction.ROUND_CHANGED, found, panel=about["name"], panelists=sorted(names))
        await tell(unit, found, {*changed, *members, *await candidate_repository.list_people(connection, **found.key)})
        return await read_detail(connection, context, found.id)


async def _new_hours(
    unit: Unit[Context],
    found: HeldRound,
    request: schemas.ChangePanelRequest,
    *,
    before: schemas.PanelRecord,
    held: HeldPanel,
) -> PanelHours:
    """The hours of a panel from now on; other ones take back the times of its people.

    Raises RoundPublishedError, ValidationFailedError.
    """
    first = request.first or time.fromisoformat(before.first)
    last = request.last or time.fromisoformat(before.last)
    if (f"{first:%H:%M}", f"{last:%H:%M}") == (before.first, before.last):
        return held.hours
    if last <= first:
        raise ValidationFailedError(errors={"to": "A panel ends later than it starts, on the same day"})
    if found.state is not schemas.RoundState.DRAFT:
        raise RoundPublishedError
    hours = hours_of(unit.context, found, first=first, last=last)
    await candidate_repository.unplace(unit.connection, **found.key, panel_id=held.id)
    return hours


async def delete_panel(context: Context, *, panel_id: UUID) -> schemas.RoundDetail:
    """Raises NotFoundError, RoundClosedError, PanelInUseError."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        found, held = await hold_of_panel(unit, panel_id)
        people = await candidate_repository.list_people(unit.connection, **found.key)
        members = await repository.list_members(unit.connection, [panel_id], company_id=company_id)
        await candidate_repository.unplace(unit.connection, **found.key, panel_id=panel_id)
        if not await repository.delete_panel(unit.connection, panel_id, company_id=company_id):
            raise PanelInUseError
        await record(unit, AuditAction.ROUND_CHANGED, found, deleted=held.name)
        await tell(unit, found, {*people, *(each.id for each in members.get(panel_id, ()))})
        return await read_detail(unit.connection, context, found.id)


async def rebook(unit: Unit[Context], round_id: UUID, *, before: schemas.RoundDetail) -> None:
    """Give the panels of a draft the same hours of another day, or places of another centre.

    Raises ValidationFailedError: these are too short now, or not there, or someone or a place is taken.
    """
    found = await hold(unit, round_id)
    await repository.hold_panels(unit.connection, **found.key)
    for each in before.panel_list:
        first, last = (time.fromisoformat(clock) for clock in (each.first, each.last))
        members = [panelist.id for panelist in each.panelists]
        try:
            hours = hours_of(unit.context, found, first=first, last=last)
            await repository.change_panels(unit.connection, [each.id], company_id=found.company_id, **hours)
            await book(unit, found, each.id, place=each.place, members=members, hours=hours)
        except ValidationFailedError as refused:
            # The form of a round has no such field.
            raise ValidationFailedError(next(iter((refused.errors or {}).values()), None)) from refused


async def book(
    unit: Unit[Context],
    found: HeldRound,
    panel_id: UUID,
    *,
    place: str | None,
    members: Sequence[UUID],
    hours: PanelHours,
    field: str = "",
) -> None:
    """Take people and the place for the hours of a panel. Raises ValidationFailedError: one is taken, and by what."""
    company_id = unit.context.company_id
    resources = {f"u:{each}" for each in members}
    if place is not None:
        resources.add(f"p:{fold_name(found.location or '')}\n{fold_name(place)}")
    connection = unit.connection
    taken = await candidate_repository.book_panel(
        connection, resources, company_id=company_id, panel_id=panel_id, **hours
    )
    if taken:
        by = await candidate_repository.who_books(connection, taken[0], company_id=company_id, **hours)
        names = field + ("place" if taken[0].startswith("p:") else "panelists")
        raise ValidationFailedError(errors={names: describe_clash(by, place=place)})


def describe_clash(by: Any, *, place: str | None) -> str:  # noqa: ANN401 - a row
    """Say who or what is taken, and by what; the other booking may have ended meanwhile."""
    if by is None:
        return "A panelist or the place was taken a moment ago. Try again"
    return f"{by.full_name or place} is in {by.elsewhere}, {by.first}–{by.last}"
