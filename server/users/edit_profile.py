"""Change the caller's own name or phone."""

from dataclasses import dataclass, replace

from server.audit.repository import AuditAction, record
from server.database import Connection, UnitOfWork
from server.errors import NotSignedInError, ValidationFailedError
from server.flows.publish_flow_state import announce_ended_flows
from server.flows.repository import end_flows_by_sms
from server.identity.emails import mask_email
from server.identity.identity import Identity
from server.identity.person_fields import name_problem, phone_problem
from server.identity.phones import mask_phone, normalize_phone
from server.identity.visible_text import tidy
from server.services import Services
from server.users.change_repository import OwnDetails, change_details, lock_details
from server.users.events import UsersChangeKind
from server.users.publish_change import announce_change


@dataclass(frozen=True, kw_only=True)
class ProfileEdit:
    """As typed; None stays as it is."""

    full_name: str | None
    phone: str | None


async def edit_profile(services: Services, edit: ProfileEdit, *, identity: Identity, address: str) -> Identity:
    """Change the caller's own name or phone; the caller as known from now on.

    Raises:
        ValidationFailedError: with a message for every field that is wrong.

    """
    edited = _read(edit, identity=identity, region=services.settings.phone_region)
    async with services.database.unit_of_work() as unit:
        owner = {"company_id": identity.company_id, "user_id": identity.user_id}
        before = await lock_details(unit.connection, **owner)
        if before is None:
            raise NotSignedInError
        after = OwnDetails(
            full_name=before.full_name if edit.full_name is None else edited.full_name,
            phone=before.phone if edit.phone is None else edited.phone,
        )
        if after != before:
            await change_details(unit.connection, after, **owner)
            await _record(unit.connection, before, after, identity=identity, address=address)
            announce_change(services, unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=identity.user_id)
        if after.phone != before.phone:
            await _forget_old_phone(services, unit, identity)
    return replace(identity, full_name=after.full_name, phone=after.phone)


def _read(edit: ProfileEdit, *, identity: Identity, region: str) -> OwnDetails:
    full_name = identity.full_name if edit.full_name is None else tidy(edit.full_name)
    phone = identity.phone if edit.phone is None else normalize_phone(edit.phone, region=region)
    problems = {
        "fullName": None if edit.full_name is None else name_problem(edit.full_name),
        "phone": None if edit.phone is None else phone_problem(edit.phone, read=phone),
    }
    errors = {name: problem for name, problem in problems.items() if problem is not None}
    if errors or phone is None:
        raise ValidationFailedError(errors=errors)
    return OwnDetails(full_name=full_name, phone=phone)


async def _forget_old_phone(services: Services, unit: UnitOfWork, identity: Identity) -> None:
    """A code that is under way to the old phone would show that the new one is theirs."""
    ended = await end_flows_by_sms(unit.connection, company_id=identity.company_id, user_ids=[identity.user_id])
    announce_ended_flows(services, unit, ended)


async def _record(
    connection: Connection, before: OwnDetails, after: OwnDetails, *, identity: Identity, address: str
) -> None:
    """A phone stays masked: who reads the trail needs to know that it changed, not what it is."""
    was, now = {}, {}
    if after.full_name != before.full_name:
        was["fullName"], now["fullName"] = before.full_name, after.full_name
    if after.phone != before.phone:
        was["phone"], now["phone"] = mask_phone(before.phone), mask_phone(after.phone)
    await record(
        connection,
        action=AuditAction.USER_EDITED,
        by=identity,
        subject_id=identity.user_id,
        subject_label=mask_email(identity.email),
        address=address,
        before=was,
        after=now,
    )
