"""Plan the panels of a round: who sits on them, where and when. No person and no place is on two at once."""

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction
from server.interviews import candidate_repository, repository, schemas
from server.interviews.hold_rounds import (
    RoundConflictError,
    RoundPublishedError,
    hold,
    hours_of,
    read_detail,
    record,
    tell,
)
from server.interviews.repository import HeldPanel, HeldRound, OfRound
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act
from server.vocabulary.visible_text import fold_name

NOT_PANELISTS: Final = "Choose active people with the profile Interview Panelist, Trainer, Management or Admin"
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
        present = await repository.list_panels(unit.connection, company_id=context.company_id, round_id=round_id)
        if len(present) + len(request.panels) > schemas.MOST_PANELS:
            raise ValidationFailedError(errors={"panels": TOO_MANY_PANELS})
        for number, panel in enumerate(request.panels):
            if not {*panel.panelists} <= allowed:
                raise ValidationFailedError(errors={f"panels.{number}.panelists": NOT_PANELISTS})
            hours = hours_of(context, found, first=panel.first, last=panel.last, field=f"panels.{number}.")
            values: dict[str, Any] = {"name": panel.name, "place": panel.place, "link": panel.link}
            values |= {"starts_at": hours[0], "ends_at": hours[1]}
            panel_id = await repository.add_panel(
                unit.connection, values, company_id=context.company_id, round_id=round_id
            )
            await repository.set_members(
                unit.connection, panel.panelists, company_id=context.company_id, panel_id=panel_id
            )
            await book(
                unit,
                found,
                panel_id,
                place=panel.place,
                members=panel.panelists,
                hours=hours,
                field=f"panels.{number}.",
            )
        after = {"panels": [each.name for each in request.panels]}
        await record(unit, AuditAction.ROUND_CHANGED, round_id=round_id, name=found.name, after=after)
        await tell(unit, found, people)
        return await read_detail(unit.connection, context, round_id)


async def change_panel(context: Context, request: schemas.ChangePanelRequest, *, panel_id: UUID) -> schemas.RoundDetail:
    """Raises what :func:`hold` does, RoundPublishedError: other hours; ValidationFailedError: see :func:`book`."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        connection = unit.connection
        round_id = existing(await repository.round_of(connection, panel_id, company_id=company_id))
        of_round: OfRound = {"company_id": company_id, "round_id": round_id}
        allowed = await repository.panelists_among(connection, request.panelists or (), company_id=company_id)
        found = await hold(unit, round_id)
        held = existing((await repository.hold_panels(connection, **of_round, panel_ids=[panel_id])).get(panel_id))
        [before] = await repository.list_panels(connection, **of_round, panel_id=panel_id)
        if held.version != request.version:
            raise RoundConflictError(met={"current": before.model_dump(mode="json", by_alias=True)})
        members = [each.id for each in before.panelists]
        sitting = members if request.panelists is None else request.panelists
        if not {*sitting} <= allowed | {*members}:
            raise ValidationFailedError(errors={"panelists": NOT_PANELISTS})
        hours = await _new_hours(unit, found, request, before=before, held=held)
        sent = request.model_dump(include=request.model_fields_set)
        about = {name: sent.get(name, getattr(held, name)) for name in ("place", "link")}
        about["name"] = request.name or held.name
        values = {**about, "starts_at": hours[0], "ends_at": hours[1]}
        await repository.change_panel(connection, panel_id, values, company_id=company_id)
        changed = set[UUID]()
        if request.panelists is not None:
            changed = await repository.set_members(connection, sitting, company_id=company_id, panel_id=panel_id)
        if changed or hours != (held.starts_at, held.ends_at) or about["place"] != held.place:
            await book(unit, found, panel_id, place=about["place"], members=sitting, hours=hours)
        names = await candidate_repository.read_names(connection, changed, company_id=company_id)
        after = {"panel": about["name"], "panelists": sorted(names.values())}
        await record(unit, AuditAction.ROUND_CHANGED, round_id=round_id, name=found.name, after=after)
        people = await candidate_repository.list_people(connection, **of_round)
        await tell(unit, found, {*changed, *sitting, *people})
        return await read_detail(connection, context, round_id)


async def _new_hours(
    unit: Unit[Context],
    found: HeldRound,
    request: schemas.ChangePanelRequest,
    *,
    before: schemas.PanelRecord,
    held: HeldPanel,
) -> tuple[datetime, datetime]:
    """The hours of a panel from now on; other ones take back the times of its people.

    Raises RoundPublishedError, ValidationFailedError.
    """
    first = request.first or time.fromisoformat(before.first)
    last = request.last or time.fromisoformat(before.last)
    if (f"{first:%H:%M}", f"{last:%H:%M}") == (before.first, before.last):
        return held.starts_at, held.ends_at
    if last <= first:
        raise ValidationFailedError(errors={"to": "A panel ends later than it starts, on the same day"})
    if found.state is not schemas.RoundState.DRAFT:
        raise RoundPublishedError
    hours = hours_of(unit.context, found, first=first, last=last)
    await candidate_repository.unplace(
        unit.connection, company_id=unit.context.company_id, round_id=found.id, panel_id=held.id
    )
    return hours


async def delete_panel(context: Context, *, panel_id: UUID) -> schemas.RoundDetail:
    """Raises NotFoundError, RoundClosedError, PanelInUseError."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        round_id = existing(await repository.round_of(unit.connection, panel_id, company_id=company_id))
        found = await hold(unit, round_id)
        of_panel: OfRound = {"company_id": company_id, "round_id": round_id}
        held = (await repository.hold_panels(unit.connection, **of_panel, panel_ids=[panel_id])).get(panel_id)
        people = await candidate_repository.list_people(unit.connection, **of_panel)
        members = (await repository.list_members(unit.connection, **of_panel)).get(panel_id, [])
        await candidate_repository.unplace(unit.connection, **of_panel, panel_id=panel_id)
        if not await repository.delete_panel(unit.connection, panel_id, company_id=company_id):
            raise PanelInUseError
        await record(
            unit, AuditAction.ROUND_CHANGED, round_id=round_id, name=found.name, after={"deleted": existing(held).name}
        )
        await tell(unit, found, {*people, *(each["id"] for each in members)})
        return await read_detail(unit.connection, context, round_id)


async def rebook(unit: Unit[Context], round_id: UUID, *, before: schemas.RoundDetail) -> None:
    """Give the panels of a draft the same hours of another day, or places of another centre."""
    company_id = unit.context.company_id
    found = existing(
        await repository.hold_round(unit.connection, round_id, duty=unit.context.actor.duty(Act.ROUND_MANAGE))
    )
    panels = await repository.hold_panels(unit.connection, company_id=company_id, round_id=round_id)
    for each in before.panel_list:
        held = panels[each.id]
        first, last = (time.fromisoformat(clock) for clock in (each.first, each.last))
        hours = hours_of(unit.context, found, first=first, last=last)
        values: dict[str, Any] = {"name": held.name, "place": held.place, "link": held.link}
        values |= {"starts_at": hours[0], "ends_at": hours[1]}
        await repository.change_panel(unit.connection, held.id, values, company_id=company_id)
        await book(
            unit, found, held.id, place=held.place, members=[panelist.id for panelist in each.panelists], hours=hours
        )


async def book(
    unit: Unit[Context],
    found: HeldRound,
    panel_id: UUID,
    *,
    place: str | None,
    members: Sequence[UUID],
    hours: tuple[datetime, datetime],
    field: str = "",
) -> None:
    """Take people and the place for the hours of a panel. Raises ValidationFailedError: one is taken, and by what."""
    company_id = unit.context.company_id
    resources = {f"u:{each}" for each in members}
    if place is not None:
        resources.add(f"p:{fold_name(found.location or '')}\n{fold_name(place)}")
    taken = await candidate_repository.book_panel(
        unit.connection, resources, company_id=company_id, panel_id=panel_id, during=hours
    )
    if taken:
        by = await candidate_repository.who_books(unit.connection, taken[0], company_id=company_id, during=hours)
        names = field + ("place" if taken[0].startswith("p:") else "panelists")
        raise ValidationFailedError(errors={names: describe_clash(by, place=place)})


def describe_clash(by: Any, *, place: str | None) -> str:  # noqa: ANN401 - a row
    """Say who or what is taken, and by what; the other booking may have ended meanwhile."""
    if by is None:
        return "A panelist or the place was taken a moment ago. Try again"
    return f"{by.full_name or place} is in {by.elsewhere}, {by.first}–{by.last}"
