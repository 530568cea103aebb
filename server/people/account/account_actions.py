"""What a caller does to one account, and the operator's ways back for one.

A caller edits their own, deletes another, signs it out, and removes its second factors. The operator removes these for
a company's last Super Admin, and ends waits after failed logins: no session is opened and no password set, the person's
own password and mailbox are asked for as before.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.repository import delete_factors, replace_codes
from server.access.failures.repository import drop_failures
from server.access.flows.own_flow import end_account_flows
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import notify_of_removed_factors
from server.access.sessions.repository import forget_devices
from server.company.audit.record import AuditAction, Subject, record, record_act, record_many
from server.company.audit.repository import was_deleted
from server.people.account.account_repository import (
    SignInAccount,
    find_accounts,
    mark_first_steps_dismissed,
    set_language,
)
from server.people.account.account_rules import Account, Editor, change_of, field_rules, is_super_admin
from server.people.account.change_accounts import (
    change_accounts,
    delete_accounts,
    lock_for_action,
    refuse_last_super_admin,
    super_admins_to_keep,
)
from server.people.account.errors import SelfForbiddenError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.read_user import refuse_uncovered
from server.people.account.repository import lock_accounts
from server.platform.database.connections import Database
from server.platform.errors import ConflictError, NotFoundError, NotSignedInError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Context, Services, ServiceWork
from server.vocabulary.emails import mask_email, normalize_email
from server.vocabulary.fields import read_typed
from server.vocabulary.identifiers import Identifier, IdentifierKind, mask_label
from server.vocabulary.identity import AccountOwner, Identity
from server.vocabulary.languages import Language

# A stolen session must not lead the account's codes to another phone.
SIGNS_IN_BY_PHONE: Final = "Please ask your administrator to change the phone number that your codes are sent to"


async def dismiss_first_steps(context: Context) -> None:
    """Hide the first steps from the caller's dashboard, for good."""
    async with context.unit_of_work() as unit:
        await mark_first_steps_dismissed(unit.connection, **context.identity.key)


async def edit_profile(context: Context, typed: Mapping[str, str], *, language: Language | None) -> Identity:
    """Change fields of the caller's own, by name as sent, and their language; the caller as known from now on.

    Raises ValidationFailedError: with a message for every field that is wrong; without an email the phone stays.
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
        if language is not None:
            await set_language(work.connection, company_id=company_id, user_id=user_id, language=language)
    full_name, phone = str(change.value("fullName")), str(change.value("phone"))
    return replace(context.identity, full_name=full_name, phone=phone, language=language or context.identity.language)


async def delete_user(context: Context, user_id: UUID) -> None:
    """Remove another account at once; the audit trail keeps who it was. Repeated, it changes nothing.

    Raises:
        NotFoundError: the company has no account of this id, and never deleted one.
        LastSuperAdminError, NetworkNotAllowedError: the company would have none left who can log in.
        SelfForbiddenError, ForbiddenError.
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

    Raises NotFoundError, ForbiddenError.
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

    Raises SelfForbiddenError: it is the caller's own account, whose factors are removed one by one; also NotFoundError,
    ForbiddenError and StepUpRequiredError.
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
        await end_account_flows(unit, **owner)
        await end_user_sessions(unit, **owner, reason=SessionEndReason.REVOKED)
        await forget_devices(unit.connection, **owner)
        before = {"factors": [{"factor": str(each.id), "kind": each.kind.value} for each in removed]}
        entry = Subject(id=account.id, label=mask_label(account.label), before=before, after=noted)
        await record_many(unit.connection, [entry], action=AuditAction.FACTORS_RESET, by=by)
        to = AccountOwner(**owner, email=account.email, full_name=account.full_name)
        await notify_of_removed_factors(unit, to, [each.name for each in removed], by_administrator=True)
    return len(removed)


NO_ACCOUNT: Final = "No account has this email."
OTHERS_MAY: Final = (
    "Only for a company's last Super Admin: another person of the company may remove these factors in User Management."
)
BY_OPERATOR: Final = {"by": "operator"}


async def find_person(database: Database, *, email: str) -> SignInAccount:
    """Raises NotFoundError: no account has this email."""
    normalized = normalize_email(email)
    if normalized is None:
        raise NotFoundError(NO_ACCOUNT)
    identifier = Identifier(kind=IdentifierKind.EMAIL, value=normalized)
    async with database.reading() as connection:
        for account, _ in await find_accounts(connection, identifier, device_hash=None):
            return account
    raise NotFoundError(NO_ACCOUNT)


async def reset_last_administrator(services: Services, *, company_id: UUID, user_id: UUID) -> int:
    """Remove the second factors of a company's only active Super Admin; how many there were.

    Raises ConflictError: it is not the only one; also NotFoundError.
    """
    async with services.unit_of_work() as unit:
        accounts = await lock_accounts(unit.connection, [user_id], company_id=company_id)
        if user_id not in accounts:
            raise NotFoundError(NO_ACCOUNT)
        account = accounts[user_id]
        is_last = await super_admins_to_keep(unit.connection, company_id=company_id, leaving=[user_id])
        if not is_last or not is_super_admin(account):
            raise ConflictError(OTHERS_MAY)
        operator = Editor(company_id=company_id, user_id=None, profile=None)
        return await remove_all_factors(unit, account, by=operator, noted=BY_OPERATOR)


async def unlock(database: Database, *, keys: Keyring, account: SignInAccount, email: str) -> None:
    """End the waits after failed logins with all that names the account, and after wrong codes of its second factor."""
    async with database.unit_of_work() as unit:
        macs = [
            *(mac for name in account.identifiers for mac in keys.macs(Purpose.THROTTLE, name.encode())),
            *keys.macs(Purpose.THROTTLE, b"factor", account.user_id.bytes),
        ]
        for mac in macs:
            await drop_failures(unit.connection, email_mac=mac)
        await record(
            unit.connection,
            action=AuditAction.USER_UNLOCKED,
            company_id=account.company_id,
            subject_id=account.user_id,
            subject_label=mask_email(email),
            after=dict(BY_OPERATOR),
        )
