"""What a caller does to one account: edit their own, delete another, sign it out, and remove its second factors."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.repository import delete_factors, replace_codes
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_other_flows
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import factors_removed, send_notice
from server.access.sessions.repository import forget_devices
from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction, record, was_deleted
from server.people.account.account_rules import Account, Editor, change_of, field_rules, is_super_admin
from server.people.account.change_accounts import (
    change_accounts,
    delete_accounts,
    lock_for_action,
    refuse_last_super_admin,
)
from server.people.account.change_repository import lock_accounts
from server.people.account.errors import SelfForbiddenError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.read_user import refuse_uncovered
from server.platform.errors import NotFoundError, NotSignedInError, ValidationFailedError
from server.platform.services import Context, ServiceWork
from server.vocabulary.fields import read_typed
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import AccountOwner, Identity

# A stolen session must not lead the account's codes to another phone.
SIGNS_IN_BY_PHONE: Final = "Please ask your administrator to change the phone number that your codes are sent to"


async def edit_profile(context: Context, typed: Mapping[str, str]) -> Identity:
    """Change fields of the caller's own, by name as sent; the caller as known from now on.

    Raises:
        ValidationFailedError: with a message for every field that is wrong; without an email the phone stays.

    """
    company_id, user_id = context.company_id, context.user_id
    wanted, errors = read_typed(typed, rules=field_rules(context.services.settings))
    if errors:
        raise ValidationFailedError(errors=errors)
    async with context.unit_of_work() as work:
        account = (await lock_accounts(work.connection, [user_id], company_id=company_id)).get(user_id)
        if account is None:
            raise NotSignedInError
        change = change_of(account, wanted)
        if account.email is None and change.gives("phone"):
            raise ValidationFailedError(errors={"phone": SIGNS_IN_BY_PHONE})
        if change.after:
            await change_accounts(work, [change], by=Editor.of(context.identity, address=context.address))
            announce_changes(work, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[user_id])
    return replace(context.identity, full_name=str(change.value("fullName")), phone=str(change.value("phone")))


async def delete_user(context: Context, user_id: UUID) -> None:
    """Remove another account at once; the audit trail keeps who it was. Repeated, it changes nothing.

    Raises:
        SelfForbiddenError: it is the caller's own.
        NotFoundError: the company has no account of this id, and never deleted one.
        ForbiddenError: the caller's profile does not cover theirs.
        LastSuperAdminError, NetworkNotAllowedError: the company would have none left who can log in.

    """
    if user_id == context.user_id:
        raise SelfForbiddenError
    company_id = context.company_id
    async with context.unit_of_work() as work:
        try:
            account = await lock_for_action(work, user_id)
        except NotFoundError:
            if await was_deleted(work.connection, company_id=company_id, user_id=user_id):
                return
            raise
        if is_super_admin(account):
            await refuse_last_super_admin(work, user_id)
        await delete_accounts(work, [account], by=Editor.of(context.identity, address=context.address))
        announce_changes(work, kind=UsersChangeKind.DELETED, company_id=company_id, user_ids=[user_id])


async def revoke_user_sessions(context: Context, user_id: UUID) -> None:
    """End every session of a user.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.

    """
    owner = {"company_id": context.company_id, "user_id": user_id}
    async with context.unit_of_work() as work:
        await refuse_uncovered(work.connection, identity=context.identity, user_id=user_id)
        if ended := await end_user_sessions(work, **owner, reason=SessionEndReason.REVOKED):
            after = {"sessions": [str(session_id) for session_id in ended]}
            await record_act(work, AuditAction.SESSION_REVOKED, subject_id=user_id, after=after)


async def reset_factors(context: Context, user_id: UUID) -> None:
    """Remove the second factors of another account, whose owner has lost them.

    Sessions, sign-ins under way and remembered browsers end: the next sign-in needs a code.

    Raises:
        SelfForbiddenError: it is the caller's own account, whose factors are removed one by one.
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.
        StepUpRequiredError: the caller's last proof is too old.

    """
    if user_id == context.user_id:
        raise SelfForbiddenError
    async with context.unit_of_work() as work:
        account = await lock_for_action(work, user_id)
        await require_fresh_proof(work.connection, context.identity)
        await remove_all_factors(work, account, by=Editor.of(context.identity, address=context.address))


async def remove_all_factors(
    unit: ServiceWork, account: Account, *, by: Editor, noted: dict[str, Any] | None = None
) -> int:
    """Remove them from a locked account; how many there were. The entry of the operator has `noted`."""
    owner = {"company_id": by.company_id, "user_id": account.id}
    removed = await delete_factors(unit.connection, **owner)
    await replace_codes(unit.connection, **owner, macs=[])
    if removed:
        announce_ended_flows(unit, await end_other_flows(unit.connection, **owner, flow_id=None))
        await end_user_sessions(unit, **owner, reason=SessionEndReason.REVOKED)
        await forget_devices(unit.connection, **owner)
        await record(
            unit.connection,
            action=AuditAction.FACTORS_RESET,
            company_id=by.company_id,
            actor_id=by.user_id,
            subject_id=account.id,
            subject_label=mask_label(account.label),
            address=by.address,
            before={"factors": [{"factor": str(each.id), "kind": each.kind.value} for each in removed]},
            after=noted,
        )
        notice = factors_removed([each.name for each in removed], by_administrator=True)
        to = AccountOwner(**owner, email=account.email, full_name=account.full_name)
        await send_notice(unit, notice, to=to)
    return len(removed)
