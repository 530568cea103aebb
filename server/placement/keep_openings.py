"""Read, add and change openings, and choose who is on them."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.account.people_repository import lock_accounts
from server.placement import opening_repository as repository
from server.placement import schemas
from server.placement.conditions import read_conditions, terms_of
from server.placement.opening_repository import StoredOpening
from server.placement.placement_events import announce_opening
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act
from server.vocabulary.placement import OfferState
from server.vocabulary.profiles import Profile
from server.vocabulary.visible_text import read_label

NO_TITLE: Final = "Please give the opening a title"
PAY_TURNED: Final = "The highest pay is not below the lowest"
NO_PLACE: Final = "Choose batches and stages of the company"
NO_STAFF: Final = "Choose active people with the profile Placement"
_PLAIN: Final = ("place", "seats", "pay_from", "pay_to", "tier", "batch_ids", "stage_ids", "answer_days")
# Null takes them away.
_OPTIONAL: Final = frozenset({"place", "pay_from", "pay_to"})


class OpeningConflictError(ConflictError):
    """`current` is the opening as it is now."""

    message = "This opening was changed meanwhile. Check the current version, then save again."


class OpeningClosedError(ConflictError):
    message = "This opening is closed."


class EmployerArchivedError(ConflictError):
    message = "This employer is archived. Restore it first."


async def list_openings(context: Context, *, query: schemas.OpeningsQuery) -> schemas.OpeningPage:
    duty = context.actor.duty(Act.PLACEMENT_VIEW)
    async with context.services.database.reading() as connection:
        found, total = await repository.list_openings(connection, query, duty=duty)
        rule = await repository.read_rule(connection, company_id=context.company_id)
    return schemas.OpeningPage.of(
        query,
        [present(each, context) for each in found],
        total=total,
        policy=rule.placement_policy,
        most_offers=rule.placement_most,
        server_time=utc_now(),
    )


async def get_opening(context: Context, *, opening_id: UUID) -> schemas.Opening:
    """Raises NotFoundError: also where the opening is out of the caller's reach."""
    async with context.services.database.reading() as connection:
        return present(await reach(connection, context, opening_id, act=Act.PLACEMENT_VIEW), context)


async def add_opening(context: Context, request: schemas.AddOpeningRequest) -> schemas.Opening:
    """Raises NotFoundError: there is no such employer; EmployerArchivedError, ValidationFailedError."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        await _hold_employer(unit, request.employer_id)
        stored, told = await _values(unit, request.model_dump(), reason=request.protected_reason)
        stored["employer_id"] = request.employer_id
        opening_id = await repository.add_opening(unit.connection, company_id=company_id, values=stored)
        if context.actor.profile is Profile.PLACEMENT:
            await repository.choose_staff(
                unit.connection, [context.user_id], company_id=company_id, opening_id=opening_id
            )
        return await _changed(unit, opening_id, after=told)


async def change_opening(
    context: Context, request: schemas.ChangeOpeningRequest, *, opening_id: UUID
) -> schemas.Opening:
    """Raises what lock_opening does, and ValidationFailedError."""
    sent = request.model_dump(include=request.model_fields_set)
    sent = {name: value for name, value in sent.items() if value is not None or name in {*_OPTIONAL, "last_day"}}
    async with context.unit_of_work() as unit:
        before = await lock_opening(unit, opening_id, version=request.version)
        if "where" in sent and json.loads(sent["where"] or "[]") == before.conditions:
            # The conditions of another maker stay, whatever fields are open to the editor.
            del sent["where"]
        stored, told = await _values(unit, sent, reason=request.protected_reason, before=before)
        if not stored:
            return present(before, context)
        await repository.change_opening(unit.connection, opening_id, company_id=context.company_id, values=stored)
        return await _changed(unit, opening_id, after=told)


async def set_state(
    context: Context, request: schemas.PlacementVersionRequest, *, opening_id: UUID, state: schemas.OpeningState
) -> schemas.Opening:
    """Raises what lock_opening does; EmployerArchivedError, OpeningBrokenError."""
    async with context.unit_of_work() as unit:
        before = await lock_opening(unit, opening_id, version=request.version)
        if before.state == state:
            return present(before, context)
        if state is schemas.OpeningState.OPEN:
            await _hold_employer(unit, before.employer_id)
            await terms_of(unit.connection, context.services, before, company_id=context.company_id)
        await repository.change_opening(
            unit.connection, opening_id, company_id=context.company_id, values={"state": state}
        )
        return await _changed(unit, opening_id, after={"state": state.value})


async def choose_staff(context: Context, request: schemas.OpeningStaffRequest, *, opening_id: UUID) -> schemas.Opening:
    """Raises NotFoundError; ValidationFailedError: one is no active account of this profile."""
    company_id, duty = context.company_id, context.actor.duty(Act.PLACEMENT_MANAGE)
    wanted = sorted(set(request.user_ids))
    async with context.unit_of_work() as unit:
        before = await reach(unit.connection, context, opening_id)
        accounts = await lock_accounts(unit.connection, wanted, company_id=company_id)
        present_ids = {UUID(each["id"]) for each in before.staff}
        new = [accounts.get(each) for each in wanted if each not in present_ids]
        if len(accounts) < len(wanted) or not all(
            each and each.is_active and each.profile is Profile.PLACEMENT for each in new
        ):
            raise ValidationFailedError(errors={"userIds": NO_STAFF})
        await repository.lock_opening(unit.connection, opening_id, company_id=company_id)
        await repository.choose_staff(unit.connection, wanted, company_id=company_id, opening_id=opening_id)
        await _record(unit, before, after={"staff": [str(each) for each in wanted]})
        # Who has taken the own name off sees the opening no more.
        after = await repository.find_opening(unit.connection, opening_id, duty=duty)
    return present(after or before, context)


async def reach(
    connection: Connection, context: Context, opening_id: UUID, *, act: Act = Act.PLACEMENT_MANAGE
) -> StoredOpening:
    """Raises NotFoundError: also where the opening is out of the caller's reach."""
    return existing(await repository.find_opening(connection, opening_id, duty=context.actor.duty(act)))


async def lock_opening(unit: Unit[Context], opening_id: UUID, *, version: int) -> StoredOpening:
    """The opening as it stays until the transaction ends. Raises NotFoundError, OpeningConflictError."""
    await repository.lock_opening(unit.connection, opening_id, company_id=unit.context.company_id)
    found = await reach(unit.connection, unit.context, opening_id)
    if found.version != version:
        raise OpeningConflictError(met={"current": present(found, unit.context).model_dump(mode="json")})
    return found


def present(found: StoredOpening, context: Context) -> schemas.Opening:
    last_day = None
    if found.closes_at is not None:
        last_day = (found.closes_at - timedelta(seconds=1)).astimezone(context.actor.zone).date()
    return schemas.Opening.model_validate(
        {
            **vars(found),
            "where": json.dumps(found.conditions, ensure_ascii=False) if found.conditions else "",
            "last_day": last_day,
            "waiting": found.count(OfferState.OFFERED),
            "accepted": found.count(OfferState.ACCEPTED),
            "joined": found.count(OfferState.JOINED),
            "taken": found.count(OfferState.ACCEPTED, OfferState.JOINED),
            "may_manage": context.actor.may(Act.PLACEMENT_MANAGE),
        }
    )


def end_of(day: date, context: Context) -> datetime:
    """The moment at which a day of the company ends."""
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=context.actor.zone).astimezone(UTC)


async def _hold_employer(unit: Unit[Context], employer_id: UUID) -> None:
    duty = unit.context.actor.duty(Act.PLACEMENT_MANAGE)
    found = existing(await repository.find_employer(unit.connection, employer_id, duty=duty, locks=True))
    if found.archived_at is not None:
        raise EmployerArchivedError


async def _values(
    unit: Unit[Context], sent: Mapping[str, Any], *, reason: str | None, before: StoredOpening | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """(what is stored, what the trail says of it). Raises ValidationFailedError."""
    context = unit.context
    stored = {name: sent[name] for name in _PLAIN if name in sent}
    if "title" in sent:
        stored["title"] = read_label(sent["title"] or "", longest=schemas.LONGEST_NAME, blank=NO_TITLE, of="title")
    if "last_day" in sent:
        stored["closes_at"] = None if sent["last_day"] is None else end_of(sent["last_day"], context)
    low, high = (stored.get(name, getattr(before, name, None)) for name in ("pay_from", "pay_to"))
    if low is not None and high is not None and high < low:
        raise ValidationFailedError(errors={"payTo": PAY_TURNED})
    places = stored.get("batch_ids", ()), stored.get("stage_ids", ())
    if not await repository.has_places(unit.connection, *places, company_id=context.company_id):
        raise ValidationFailedError(errors={"batchIds": NO_PLACE})
    told = {name: _told(value) for name, value in stored.items() if value not in (None, [])}
    if "where" in sent:
        terms, protected = await read_conditions(unit.connection, context, where=sent["where"], reason=reason)
        stored["conditions"], told["conditions"] = terms, json.dumps(terms, ensure_ascii=False)
        if protected:
            told |= {"protected": ", ".join(protected), "reason": reason}
    return stored, told


def _told(value: Any) -> Any:  # noqa: ANN401 - any stored value
    if isinstance(value, datetime):
        return value.isoformat()
    return [str(each) for each in value] if isinstance(value, list) else value


async def _changed(unit: Unit[Context], opening_id: UUID, *, after: Mapping[str, Any]) -> schemas.Opening:
    found = await reach(unit.connection, unit.context, opening_id)
    await _record(unit, found, after=after)
    return present(found, unit.context)


async def _record(unit: Unit[Context], opening: StoredOpening, *, after: Mapping[str, Any]) -> None:
    """Tell who sees the opening, and the trail."""
    await announce_opening(unit, opening.id, company_id=unit.context.company_id)
    await record_act(
        unit, AuditAction.OPENING_CHANGED, subject_id=opening.id, subject_label=opening.name, after=dict(after)
    )
