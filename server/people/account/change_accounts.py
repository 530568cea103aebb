"""Change or delete locked accounts of a company, with all that follows: the one way for forms, imports and bulk jobs.

A caller, in its transaction,

1. locks them: `people_repository.lock_accounts` (in the order of their ids; `to_delete` for a deletion);
2. judges each: `account_rules.change_of` and `refuse_change`, or `refuse_acting` for a deletion; then
   `super_admins_to_keep` for those of which `takes_a_super_admin` (`is_super_admin` for a deletion) is true;
3. calls :func:`change_accounts` or :func:`delete_accounts` with those that are left;
4. publishes `users:changed`: `events.announce_changes`, or once for all its chunks.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any
from uuid import UUID

import asyncpg

from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_flows_by_sms, end_flows_of_users
from server.access.policies.policy import networks_of
from server.access.policies.repository import read_policy
from server.access.sessions.end_sessions import end_sessions_of_many
from server.access.sessions.events import SessionEndReason
from server.access.sessions.repository import forget_devices_of_many, users_with_sessions
from server.company.audit.record import AuditAction, Subject, record, record_many
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.people.account import errors, people_repository
from server.people.account.account_rules import Account, Change, Editor, profile_of
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.sign_in_repository import UnprovenAccount
from server.people.applications.repository import accept_applications
from server.people.fields.read_fields import read_fields
from server.people.fields.repository import find_taken, write_values
from server.people.stages.follow_profiles import ProfileChange, follow_profiles
from server.people.stages.repository import Mover
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NetworkNotAllowedError, NotFoundError, ValidationFailedError
from server.platform.services import Context, ServiceUnit, Unit
from server.vocabulary.emails import mask_email
from server.vocabulary.field_kinds import Value
from server.vocabulary.fields import BUILT_IN, FIELDS, POSITION, FieldSet
from server.vocabulary.identifiers import IdentifierKind, mask_label
from server.vocabulary.networks import is_inside
from server.vocabulary.profiles import covers


async def lock_for_action(unit: Unit[Context], user_id: UUID) -> Account:
    """The account, locked until the transaction ends. Raises NotFoundError, ForbiddenError."""
    actor = unit.context.actor
    locked = await people_repository.lock_accounts(
        unit.connection, [user_id], company_id=actor.company_id, to_delete=True
    )
    if user_id not in locked:
        raise NotFoundError
    if not covers(actor.profile, locked[user_id].profile):
        raise ForbiddenError
    return locked[user_id]


async def super_admins_to_keep(
    connection: Connection, *, company_id: UUID, leaving: Collection[UUID]
) -> Collection[UUID]:
    """Return the accounts that must stay active because they are the last Super Admins.

    Concurrent calls wait for the end of the transaction.
    """
    if not leaving:
        return ()
    await people_repository.lock_super_admins(connection, company_id=company_id)
    kept = await people_repository.has_super_admin_besides(connection, company_id=company_id, user_ids=leaving)
    return () if kept else leaving


async def refuse_last_super_admin(unit: Unit[Context], user_id: UUID) -> None:
    """Call it where this account stops being an active Super Admin: the caller may be the last one who is left.

    Raises NetworkNotAllowedError: the company's policy, changed since the request began, keeps the caller out; also
    LastSuperAdminError.
    """
    actor = unit.context.actor
    if await super_admins_to_keep(unit.connection, company_id=actor.company_id, leaving=[user_id]):
        raise errors.LastSuperAdminError
    policy = await read_policy(unit.connection, company_id=actor.company_id)
    if not is_inside(unit.address, networks_of(policy, profile=actor.profile)):
        raise NetworkNotAllowedError


async def change_accounts(
    unit: ServiceUnit, changes: Sequence[Change], *, by: Editor, recorded: Collection[str] | None = None
) -> dict[UUID, int]:
    """Write the changes, at least one, of locked accounts; their versions afterwards.

    Who changes values of the company's own fields holds these: see `server.people.fields.read_fields.hold_fields`.

    Sessions end with a deactivation and learn of a new position. Codes that are under way to an old phone end.
    Each change is audited, as far as it gives `recorded` fields; without them, all.
    """
    connection, company_id = unit.connection, by.company_id
    versions = await people_repository.write_changes(connection, changes, company_id=company_id)
    fields = await _write_own(unit, changes, company_id=company_id)
    if phones := [each.account.id for each in changes if each.gives("phone")]:
        # A code that is under way to the old phone would show that the new one is theirs.
        announce_ended_flows(unit, await end_flows_by_sms(connection, company_id=company_id, user_ids=phones))
    # A phone is how a person without an email signs in: another one ends what was opened, as another email does.
    if renamed := [each.account.id for each in changes if each.account.email is None and each.gives("phone")]:
        await end_sessions_of_many(unit, company_id=company_id, user_ids=renamed, reason=SessionEndReason.REVOKED)
        await forget_devices_of_many(connection, company_id=company_id, user_ids=renamed)
    entries = [
        Subject(
            id=each.account.id,
            label=mask_label(each.account.label),
            version=versions.get(each.account.id),
            before=_shown(each.before, recorded, fields),
            after=_shown(each.after, recorded, fields),
        )
        for each in changes
        if recorded is None or each.gives(*recorded)
    ]
    if entries:
        await record_many(connection, entries, action=AuditAction.USER_EDITED, by=by)
    if moved := [each.account.id for each in changes if each.gives(*POSITION) and each.value("isActive")]:
        # The sockets of those who are signed in get into the rooms of their new rights.
        for user_id in await users_with_sessions(connection, company_id=company_id, user_ids=moved):
            unit.after_commit(partial(unit.services.publisher.change_rights, user_id))
    await _follow_profiles(unit, changes, by=by)
    if left := [each.account.id for each in changes if each.after.get("isActive") is False]:
        await end_sessions_of_many(unit, company_id=company_id, user_ids=left, reason=SessionEndReason.DEACTIVATED)
    return versions


async def _follow_profiles(unit: ServiceUnit, changes: Sequence[Change], *, by: Editor) -> None:
    """Accept the applications of people who have a profile now, and let the stages of all follow."""
    given = [
        ProfileChange(user_id=each.account.id, before=each.account.profile, after=profile_of(each.value("profile")))
        for each in changes
        if each.gives("profile")
    ]
    if not given:
        return
    if accepted := [each.user_id for each in given if each.before is None]:
        await accept_applications(unit.connection, accepted, company_id=by.company_id)
    mover = Mover(company_id=by.company_id, moved_by=None if by.work_id else by.user_id, work_id=by.work_id)
    await follow_profiles(unit, given, mover=mover)


async def _write_own(unit: ServiceUnit, changes: Sequence[Change], *, company_id: UUID) -> FieldSet:
    """Write the values of the company's own fields; return these as far as the changes need them."""
    own = {each.account.id: given for each in changes if (given := each.own)}
    if not own:
        return BUILT_IN
    await write_values(unit.connection, own, company_id=company_id)
    return await read_fields(unit.connection, unit.services, company_id=company_id)


async def change_unless_taken(
    unit: ServiceUnit, changes: Sequence[Change], *, by: Editor, recorded: Collection[str] | None
) -> dict[UUID, int]:
    """Write the changes but for those that give what another person has and only one may: a code, or an own value.

    Returns the versions of what was written.
    """
    unique, tried = set[str](), 0
    if any(each.own for each in changes):
        fields = await read_fields(unit.connection, unit.services, company_id=by.company_id)
        unique = {field.slot for field in fields.known.values() if field.is_unique}
    while changes:
        wanted = {each.account.id: str(each.after["code"]) for each in changes if each.after.get("code")}
        taken = set[UUID]()
        if wanted:
            taken = await people_repository.taken_codes(unit.connection, wanted, company_id=by.company_id)
        own = [
            (each.account.id, slot, value)
            for each in changes
            for slot, value in each.own.items()
            if slot in unique and value is not None
        ]
        places = await find_taken(unit.connection, own, company_id=by.company_id) if own else []
        taken |= {own[place][0] for place in places}
        changes = [each for each in changes if each.account.id not in taken]
        if len(changes) == tried:
            # Two of them give one value.
            again = [each.account.id for each in changes if not unique.isdisjoint(each.own)][1:]
            changes = [each for each in changes if each.account.id not in again]
        tried = len(changes)
        # Another transaction may give one meanwhile: it is seen at the next look.
        with suppress(asyncpg.UniqueViolationError):
            async with unit.connection.transaction():
                return await change_accounts(unit, changes, by=by, recorded=recorded) if changes else {}
    return {}


async def delete_accounts(unit: ServiceUnit, accounts: Sequence[Account], *, by: Editor) -> None:
    """Remove locked accounts; the audit trail keeps who they were."""
    await remove_accounts(unit, [each.id for each in accounts], company_id=by.company_id)
    entries = [
        Subject(
            id=each.id,
            label=mask_label(each.label),
            before={"role": each.role, "profile": each.profile, "isActive": each.is_active},
        )
        for each in accounts
    ]
    await record_many(unit.connection, entries, action=AuditAction.USER_DELETED, by=by)


async def remove_accounts(unit: ServiceUnit, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """Remove locked accounts of which the caller keeps its own record."""
    connection = unit.connection
    # Flows and sessions go with the row, except a reset that waits for its code: its end would reveal the deletion.
    announce_ended_flows(unit, await end_flows_of_users(connection, user_ids, company_id=company_id))
    await end_sessions_of_many(unit, company_id=company_id, user_ids=user_ids, reason=SessionEndReason.DELETED)
    await people_repository.delete_users(connection, user_ids, company_id=company_id)


def _shown(values: Mapping[str, Value], recorded: Collection[str] | None, fields: FieldSet) -> dict[str, Any]:
    """Return the values as the trail has them; those of own fields in words, by their names."""
    kept = {name: value for name, value in values.items() if recorded is None or name in recorded}
    built_in = {field: kept[field.name] for field in FIELDS if field.name in kept}
    return {
        field.name: value if value is None or field.masked is None else field.masked(str(value))
        for field, value in built_in.items()
    } | fields.told(kept)


async def release_email(unit: ServiceUnit, account: UnprovenAccount) -> None:
    """Delete a locked account of another company that has an email which its owner has proved elsewhere."""
    company_id = account.company_id
    await remove_accounts(unit, [account.id], company_id=company_id)
    await record(
        unit.connection,
        action=AuditAction.USER_DELETED,
        company_id=company_id,
        subject_id=account.id,
        subject_label=mask_email(account.email),
        after={"reason": "The address was proved in another registration"},
    )
    notice = Notice(
        kind=NotificationKind.INVITATION_FAILED,
        title="An invited person has registered elsewhere",
        body=(
            f"{account.full_name} ({account.email}) proved this address for an account of their own before accepting "
            "the invitation. The invited account was removed."
        ),
        link="/dashboard/users",
    )
    await notify_administrators(unit, notice, company_id=company_id)
    announce_changes(unit, kind=UsersChangeKind.DELETED, company_id=company_id, user_ids=[account.id])


async def refuse_nameless(unit: Unit[Context], values: Mapping[str, Value], *, user_id: UUID | None = None) -> None:
    """Judge what a person is to have, by field; `user_id` is that of one who has an account.

    Only the company's own people are looked at: a phone that is shared with others says nothing of them.

    Raises ValidationFailedError: the person needs a code.
    """
    sign_in_by, company_id = unit.services.settings.sign_in_by, unit.context.company_id
    signs_in_by_code = values["code"] is not None and IdentifierKind.CODE in sign_in_by
    if values["email"] is not None or signs_in_by_code:
        return
    if IdentifierKind.PHONE not in sign_in_by:
        raise ValidationFailedError(errors={"code": errors.NEEDS_CODE})
    if await people_repository.shares_phone(
        unit.connection, company_id=company_id, phone=str(values["phone"]), user_id=user_id
    ):
        raise ValidationFailedError(errors={"code": errors.SHARED_PHONE})


@asynccontextmanager
async def counting_taken(context: Context) -> AsyncIterator[None]:
    """Count a refusal for an email of another company towards the limit; the attempt itself is rolled back.

    Raises:
        TakenElsewhereError: within the limit.
        TooManyTakenError: beyond it.
    """
    try:
        yield
    except errors.TakenElsewhereError:
        settings, company_id = context.services.settings, context.company_id
        async with context.unit_of_work() as work:
            within = await errors.meet_elsewhere(work.connection, company_id=company_id, number=1, settings=settings)
        if within:
            raise
        raise errors.TooManyTakenError(settings) from None
