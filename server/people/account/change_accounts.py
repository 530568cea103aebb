"""Change or delete locked accounts of a company, with all that follows: the one way for forms, imports and bulk jobs.

A caller, in its transaction,

1. locks them: `change_repository.lock_accounts` (in the order of their ids; `to_delete` for a deletion);
2. judges each: `account_rules.change_of` and `refuse_change`, or `refuse_acting` for a deletion; then
   `authority.super_admins_to_keep` for those of which `takes_a_super_admin` (`is_super_admin` for a deletion) is true;
3. calls :func:`change_accounts` or :func:`delete_accounts` with those that are left;
4. publishes `users:changed`: `events.announce_changes`, or once for all its chunks.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_flows_by_sms, end_flows_of_users
from server.access.sessions.end_sessions import end_sessions_of_many
from server.access.sessions.events import SessionEndReason
from server.access.sessions.repository import forget_devices_of_many, users_with_sessions
from server.company.audit.repository import AuditAction, Subject, record_many
from server.people.account.account_rules import Account, Change
from server.people.account.change_repository import delete_users, write_changes
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.fields import FIELD, POSITION, Value
from server.vocabulary.identifiers import mask_label


async def change_accounts(
    services: Services,
    unit: UnitOfWork,
    changes: Sequence[Change],
    *,
    company_id: UUID,
    actor_id: UUID | None,
    address: str | None = None,
    recorded: Collection[str] = FIELD.keys(),
) -> dict[UUID, int]:
    """Write the changes, at least one, of locked accounts; their versions afterwards.

    Sessions end with a deactivation and learn of a new position. Codes that are under way to an old phone end.
    Each change is audited, as far as it gives `recorded` fields.
    """
    connection = unit.connection
    versions = await write_changes(connection, changes, company_id=company_id)
    if phones := [each.account.id for each in changes if each.gives("phone")]:
        # A code that is under way to the old phone would show that the new one is theirs.
        ended = await end_flows_by_sms(unit.connection, company_id=company_id, user_ids=phones)
        announce_ended_flows(services, unit, ended)
    await _end_renamed(services, unit, changes, company_id=company_id)
    entries = _entries(changes, versions=versions, recorded=recorded)
    if entries:
        action = AuditAction.USER_EDITED
        await record_many(connection, entries, action=action, company_id=company_id, actor_id=actor_id, address=address)
    if moved := [each for each in changes if each.gives(*POSITION) and each.value("isActive")]:
        await _announce_rights(services, unit, moved, company_id=company_id)
    if left := [each.account.id for each in changes if each.after.get("isActive") is False]:
        reason = SessionEndReason.DEACTIVATED
        await end_sessions_of_many(services, unit, company_id=company_id, user_ids=left, reason=reason)
    return versions


async def _end_renamed(services: Services, unit: UnitOfWork, changes: Sequence[Change], *, company_id: UUID) -> None:
    """A phone is how a person without an email signs in: another one ends what was opened, as another email does."""
    renamed = [each.account.id for each in changes if each.account.email is None and each.gives("phone")]
    if renamed:
        reason = SessionEndReason.REVOKED
        await end_sessions_of_many(services, unit, company_id=company_id, user_ids=renamed, reason=reason)
        await forget_devices_of_many(unit.connection, company_id=company_id, user_ids=renamed)


async def delete_accounts(
    services: Services,
    unit: UnitOfWork,
    accounts: Sequence[Account],
    *,
    company_id: UUID,
    actor_id: UUID | None,
    address: str | None = None,
) -> None:
    """Remove locked accounts; the audit trail keeps who they were."""
    await remove_accounts(services, unit, [each.id for each in accounts], company_id=company_id)
    await record_many(
        unit.connection,
        [
            Subject(
                id=each.id,
                label=mask_label(each.label),
                before={"role": each.role, "profile": each.profile, "isActive": each.is_active},
            )
            for each in accounts
        ],
        action=AuditAction.USER_DELETED,
        company_id=company_id,
        actor_id=actor_id,
        address=address,
    )


async def remove_accounts(services: Services, unit: UnitOfWork, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """Remove locked accounts of which the caller keeps its own record."""
    connection = unit.connection
    # Flows and sessions go with the row, except a reset that waits for its code: its end would reveal the deletion.
    announce_ended_flows(services, unit, await end_flows_of_users(connection, user_ids, company_id=company_id))
    reason = SessionEndReason.DELETED
    await end_sessions_of_many(services, unit, company_id=company_id, user_ids=user_ids, reason=reason)
    await delete_users(connection, user_ids, company_id=company_id)


def _entries(changes: Sequence[Change], *, versions: Mapping[UUID, int], recorded: Collection[str]) -> list[Subject]:
    return [
        Subject(
            id=each.account.id,
            label=mask_label(each.account.label),
            version=versions.get(each.account.id),
            before=_shown(each.before, recorded),
            after=_shown(each.after, recorded),
        )
        for each in changes
        if each.gives(*recorded)
    ]


def _shown(fields: Mapping[str, Value], recorded: Collection[str]) -> dict[str, Any]:
    return {
        name: value if value is None or (masked := FIELD[name].masked) is None else masked(str(value))
        for name, value in fields.items()
        if name in recorded
    }


async def _announce_rights(services: Services, unit: UnitOfWork, moved: Sequence[Change], *, company_id: UUID) -> None:
    """The sockets of those who are signed in get into the rooms of their new rights."""
    ids = [each.account.id for each in moved]
    signed_in = await users_with_sessions(unit.connection, company_id=company_id, user_ids=ids)
    for each in moved:
        if each.account.id in signed_in:
            unit.after_commit(partial(services.publisher.change_rights, each.account.id))
