"""What a caller does to one account, and the operator's ways back for one.

A caller creates one from the form, changes the fields of another or of their own, deletes one, signs it out, and
removes its second factors: invitation, sessions and codes follow. The operator removes the factors of a company's last
Super Admin, and ends waits after failed logins: no session is opened and no password set, the person's own password and
mailbox are asked for as before.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import asyncpg

from server.access.email_changes.change_email import change_email, change_email_by_directory
from server.access.factors.fresh_proof import require_fresh_proof, require_fresh_proof_to_give
from server.access.factors.repository import delete_factors, replace_codes
from server.access.failures.repository import drop_failures
from server.access.flows.own_flow import end_account_flows
from server.access.policies.repository import allowed_domains
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import notify_of_removed_factors
from server.access.sessions.repository import forget_devices
from server.company.audit.record import AuditAction, Subject, record, record_act, record_many
from server.company.audit.repository import was_deleted
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.people.account import sign_in_repository
from server.people.account.account_rules import (
    Account,
    Change,
    Editor,
    change_of,
    field_rules,
    is_super_admin,
    profile_of,
    read_given,
    refuse_change,
    takes_a_super_admin,
)
from server.people.account.change_accounts import (
    change_accounts,
    counting_taken,
    delete_accounts,
    lock_for_action,
    refuse_last_super_admin,
    refuse_nameless,
    super_admins_to_keep,
)
from server.people.account.errors import (
    NEEDS_EMAIL,
    CodeTakenError,
    ContactTakenError,
    SelfForbiddenError,
    Taken,
    TakenElsewhereError,
    refuse_after_too_many,
)
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import (
    add_user,
    has_code,
    is_in_company,
    lock_accounts,
    queue_uninvited,
)
from server.people.account.read_user import edit_conflict, read_record, refuse_uncovered
from server.people.account.schemas import (
    CreateUserRequest,
    EditUserRequest,
    ProvisionedEdit,
    ProvisionRequest,
    UserRecord,
)
from server.people.fields.judge_values import UNIQUE_KEYS, Judged, ValueTakenError, judge_values, taken_values
from server.people.fields.read_fields import hold_fields, read_fields
from server.people.fields.repository import write_values
from server.people.fields.visible import edited_by, edited_by_owner
from server.people.invitations.invite_user import invite_activated, queue_invitations
from server.platform.database.connections import Connection, Database
from server.platform.errors import ConflictError, ForbiddenError, NotFoundError, NotSignedInError, ValidationFailedError
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Beside, Context, Services, ServiceUnit, Unit
from server.vocabulary.emails import mask_email, normalize_email
from server.vocabulary.field_kinds import FieldRules, Value
from server.vocabulary.fields import FIELD, NO_PASSWORD, POSITION, TYPED, FieldSet, read_typed
from server.vocabulary.identifiers import Identifier, IdentifierKind, mask_label
from server.vocabulary.identity import AccountOwner, Actor
from server.vocabulary.languages import Language
from server.vocabulary.own_fields import Given
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE, password_problem
from server.vocabulary.profiles import ADMINISTRATORS
from server.vocabulary.visible_text import tidy

# Directories do not have these fields of all people.
MAY_LACK: Final = frozenset({"phone", "dateOfBirth", "gender", "workLocation"})


async def create_user(
    context: Context,
    form: CreateUserRequest | ProvisionRequest,
    *,
    call: IdempotentCall | None = None,
    beside: Beside | None = None,
    invites: bool = True,
) -> UserRecord:
    """The new account. An active one is invited by a mail with the password that was typed, or one that is made then.

    Raises:
        ForbiddenError: the creator may not give this profile.
        StepUpRequiredError: it is an administrator's, and the creator's last proof is too old.
        ValidationFailedError, ContactTakenError, CodeTakenError, TooManyTakenError, IdempotencyKeyReusedError.
    """
    services, company_id = context.services, context.company_id
    settings = services.settings
    async with services.database.reading() as connection:
        domains = await allowed_domains(connection, company_id=company_id)
        fields = await read_fields(connection, services, company_id=company_id)
        new, password = _read_form(context, form, fields=fields, rules=field_rules(settings, domains=domains))
        await require_fresh_proof_to_give(connection, context, [str(new["profile"])])
    password_hash = None if password is None else await _hash_new(services, password, company_id=company_id)
    async with counting_taken(context), context.unit_of_work() as unit:

        async def work() -> UserRecord:
            await refuse_after_too_many(unit.connection, company_id=company_id, settings=settings)
            await refuse_nameless(unit, new)
            # The fields may have changed since the form was read.
            own = await _read_own(unit, form.fields, None, profile=new["profile"])
            if own.errors:
                raise ValidationFailedError(errors=own.errors)
            user_id, expires_at = await _add(unit.connection, new, company_id=company_id, password_hash=password_hash)
            if own.values:
                await write_values(unit.connection, {user_id: own.values}, company_id=company_id)
            await record_act(
                unit,
                AuditAction.USER_CREATED,
                subject_id=user_id,
                subject_label=mask_label(str(new["email"] or new["code"] or new["phone"])),
                after={name: new[name] for name in ("role", "profile", "isActive")},
            )
            if beside is not None:
                await beside(unit, user_id)
            if form.is_active and invites:
                await _invite_new(unit, user_id, new, password=password, expires_at=expires_at)
            announce_changes(unit, kind=UsersChangeKind.CREATED, company_id=company_id, user_ids=[user_id])
            return await read_record(unit.connection, user_id, context=context)

        return await once(unit.connection, work, call=call, answer=UserRecord, keys=services.keys)


async def _hash_new(services: Services, password: str, *, company_id: UUID) -> str:
    if problem := await services.password_range.find_problem(password):
        raise ValidationFailedError(errors={"temporaryPassword": problem})
    return await services.passwords.hash(password, share=company_id)


async def _invite_new(
    unit: Unit[Context],
    user_id: UUID,
    new: Mapping[str, Value],
    *,
    password: str | None,
    expires_at: datetime | None,
) -> None:
    """Invite a new person with the password that was typed, or with one that is made when the mail is sent."""
    company_id = unit.context.company_id
    if password is None:
        invited = await queue_uninvited(unit.connection, [user_id], company_id=company_id)
        await queue_invitations(unit, invited, company_id=company_id)
        return
    # The mail is never sent after its password has expired.
    await queue_mail(
        unit,
        MessageKind.INVITATION,
        to=str(new["email"] or new["phone"]),
        company_id=company_id,
        user_id=user_id,
        secret=password,
        expires_at=expires_at,
    )


async def _add(
    connection: Connection, new: Mapping[str, Value], *, company_id: UUID, password_hash: str | None
) -> tuple[UUID, datetime | None]:
    """The account's id, and when its temporary password expires."""
    code, email = new["code"], new["email"]
    life = None if password_hash is None else TEMPORARY_PASSWORD_LIFE
    added = await add_user(connection, new, company_id=company_id, password_hash=password_hash, life=life)
    if added is not None:
        return added
    if code is not None and await has_code(connection, company_id=company_id, code=str(code)):
        raise CodeTakenError
    if email is not None and await is_in_company(connection, company_id=company_id, email=str(email)):
        raise ContactTakenError(Taken(email=True, phone=False))
    raise TakenElsewhereError


def _read_form(
    context: Context, form: CreateUserRequest | ProvisionRequest, *, fields: FieldSet, rules: FieldRules
) -> tuple[dict[str, Value], str | None]:
    """Return what the account is to have, by field, and its temporary password, where it gets one.

    Raises ForbiddenError: the creator may not give this profile, whatever else the form says; also
    ValidationFailedError.
    """
    given = form.model_dump(by_alias=True)
    typed = {field.name: given[field.name] or "" for field in TYPED}
    values, errors = read_given(typed, giver=context.actor.profile, rules=rules)
    if isinstance(form, ProvisionRequest):
        _let_lack(values, errors, typed=typed)
    allowed = edited_by(fields, context.actor.profile)
    errors |= judge_values(form.fields or {}, allowed=allowed, profile=profile_of(values.get("profile"))).errors
    # A person is reached by an email or a phone.
    if context.services.settings.has_people_without_email and not typed["email"].strip() and values.get("phone") != "":
        values["email"] = None
        del errors["email"]
        if values.get("profile") in ADMINISTRATORS:
            errors["email"] = NEEDS_EMAIL
    password = None
    if isinstance(form, CreateUserRequest):
        email, full_name = values.get("email") or typed["email"], tidy(typed["fullName"])
        password = form.temporary_password or ""
        password = password.strip() or password
        problem = password_problem(password, full_name=full_name, email=email) if password else NO_PASSWORD
        if problem is not None:
            errors["temporaryPassword"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return {**values, "isActive": form.is_active}, password


def _let_lack(values: dict[str, str | None], errors: dict[str, str], *, typed: Mapping[str, str]) -> None:
    """Take out the errors of fields that a directory leaves empty; who has no phone has an empty one."""
    for name in MAY_LACK & errors.keys():
        if not typed[name].strip():
            values[name] = "" if name == "phone" else None
            del errors[name]


async def edit_user(
    context: Context,
    edit: EditUserRequest,
    *,
    user_id: UUID,
    beside: Beside | None = None,
    invites: bool = True,
) -> UserRecord:
    """The account as it is now.

    Raises:
        ForbiddenError: the caller may not act on the old profile, or may not give the new one.
        ValidationFailedError: with a message for every field that is wrong, of those that change.
        StepUpRequiredError: it gives another email, or makes an administrator.
        LastSuperAdminError, NetworkNotAllowedError: the company would have none left who can log in.
        others: see change_email.
        SelfForbiddenError, NotFoundError, EditConflictError.
    """
    if user_id == context.user_id:
        raise SelfForbiddenError
    company_id = context.company_id
    async with counting_taken(context), context.unit_of_work() as unit:
        account = await lock_for_action(unit, user_id)
        domains = await allowed_domains(unit.connection, company_id=company_id)
        wanted, errors = _read(edit, account, rules=field_rules(context.services.settings, domains=domains))
        email = wanted.pop("email", account.email)
        own = await _read_own(unit, edit.fields, account, profile=wanted.get("profile", account.profile))
        change = change_of(account, {**wanted, **own.values})
        await _refuse(unit, edit, change, errors={**errors, **own.errors})
        # An account without an email signs in by its phone or code.
        renames = account.email is None and change.gives("phone", "code")
        if email is None and renames:
            values = {name: change.value(name) for name in ("email", "code", "phone")}
            await refuse_nameless(unit, values, user_id=user_id)
        by_directory = context.identity.session is None and isinstance(edit, ProvisionedEdit)
        if renames or (email != account.email and not by_directory):
            await require_fresh_proof(unit.connection, context)
        await require_fresh_proof_to_give(unit.connection, context, [profile_of(change.after.get("profile"))])
        if email != account.email:
            # First, so that an invitation goes to the new one.
            rename = change_email_by_directory if by_directory else change_email
            await rename(unit, account, email=str(email))
        if change.after:
            if takes_a_super_admin(change):
                await refuse_last_super_admin(unit, user_id)
            await _change(unit, change, invites=invites)
            announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[user_id])
        if beside is not None:
            await beside(unit, user_id)
        return await read_record(unit.connection, user_id, context=context)


async def _read_own(
    unit: Unit[Context],
    given: Mapping[str, Given] | None,
    account: Account | None,
    *,
    profile: Value,
    is_owner: bool = False,
) -> Judged:
    """Judge what is given for the company's own fields of a locked account or a new person, by an editor or the owner.

    A new person needs all fields that are required, also where none is given.
    """
    if account is not None and not given:
        return Judged({}, {})
    company_id = unit.context.company_id
    fields = await hold_fields(unit, company_id=company_id)
    allowed = edited_by_owner(fields) if is_owner else edited_by(fields, unit.context.actor.profile)
    stored, user_id = (None, None) if account is None else (account.values, account.id)
    judged = judge_values(given or {}, allowed=allowed, account=stored, profile=profile_of(profile))
    taken = await taken_values(unit.connection, judged.values, allowed=allowed, company_id=company_id, user_id=user_id)
    return Judged(judged.values, judged.errors | taken)


async def _change(unit: Unit[Context], change: Change, *, invites: bool) -> None:
    try:
        async with unit.connection.transaction():
            await change_accounts(unit, [change], by=Editor.of(unit.context.actor, address=unit.address))
    except asyncpg.UniqueViolationError as error:
        # An email is no field of a change.
        raise (ValueTakenError if error.constraint_name == UNIQUE_KEYS else CodeTakenError) from None
    if invites:
        await invite_activated(unit, [change], company_id=unit.context.company_id)


def _read(edit: EditUserRequest, account: Account, *, rules: FieldRules) -> tuple[dict[str, Value], dict[str, str]]:
    """(the fields that are given, as they will be stored; the messages of those that are wrong).

    What is unchanged is not judged: an import has other rules, and rules change.
    """
    given: dict[str, Value] = edit.model_dump(by_alias=True, exclude={"version", "fields"})
    typed = {
        name: text
        for name, text in given.items()
        if isinstance(text, str) and (text.strip() or None) != account.value(name)
    }
    if (email := typed.get("email")) is not None and email.strip().lower() == account.email:
        del typed["email"]
    values, errors = read_typed(typed, rules=rules)
    if isinstance(edit, ProvisionedEdit) and account.email is not None:
        _let_lack(values, errors, typed=typed)
    # Every account has a position: an empty one is not missing, but wrong.
    errors |= {name: FIELD[name].wrong for name in POSITION & errors.keys()}
    flags = {name: value for name, value in given.items() if isinstance(value, bool)}
    return {**values, **flags}, errors


async def _refuse(unit: Unit[Context], edit: EditUserRequest, change: Change, *, errors: Mapping[str, str]) -> None:
    """Refuse a forbidden edit; what the caller may not do at all is checked first."""
    refusal = refuse_change(change, editor=Editor.of(unit.context.actor, address=unit.address))
    if refusal is not None and refusal.kind is ForbiddenError:
        raise refusal.error
    if edit.version is not None and edit.version != change.account.version:
        raise await edit_conflict(unit.connection, change.account.id, context=unit.context, since=edit.version)
    if refusal is not None:
        errors = {refusal.field: refusal.message, **errors}
    if errors:
        raise ValidationFailedError(errors=dict(errors))


# A stolen session must not lead the account's codes to another phone.
SIGNS_IN_BY_PHONE: Final = "Please ask your administrator to change the phone number that your codes are sent to"


async def dismiss_first_steps(context: Context) -> None:
    """Hide the first steps from the caller's dashboard, for good."""
    async with context.unit_of_work() as unit:
        await sign_in_repository.mark_first_steps_dismissed(unit.connection, **context.actor.key)


async def edit_profile(
    context: Context, typed: Mapping[str, str], *, language: Language | None, own: Mapping[str, Given]
) -> Actor:
    """Change fields of the caller's own, by name as sent, and their language; the caller as known from now on.

    `own` are of the company's fields that its people change themselves.

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
        judged = await _read_own(work, own, account, profile=account.profile, is_owner=True)
        if judged.errors:
            raise ValidationFailedError(errors=judged.errors)
        change = change_of(account, {**wanted, **judged.values})
        if account.email is None and change.gives("phone"):
            raise ValidationFailedError(errors={"phone": SIGNS_IN_BY_PHONE})
        if change.after:
            await change_accounts(work, [change], by=Editor.of(context.actor, address=context.address))
            announce_changes(work, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[user_id])
        if language is not None:
            await sign_in_repository.set_language(
                work.connection, company_id=company_id, user_id=user_id, language=language
            )
    full_name, phone = str(change.value("fullName")), str(change.value("phone"))
    return replace(context.actor, full_name=full_name, phone=phone, language=language or context.actor.language)


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
        await delete_accounts(work, [account], by=Editor.of(context.actor, address=context.address))
        announce_changes(work, kind=UsersChangeKind.DELETED, company_id=company_id, user_ids=[user_id])


async def revoke_user_sessions(context: Context, user_id: UUID) -> None:
    """End every session of a user. Raises NotFoundError, ForbiddenError."""
    owner = {"company_id": context.company_id, "user_id": user_id}
    async with context.unit_of_work() as work:
        await refuse_uncovered(work.connection, actor=context.actor, user_id=user_id)
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
        await require_fresh_proof(work.connection, context)
        await remove_all_factors(work, account, by=Editor.of(context.actor, address=context.address))


async def remove_all_factors(
    unit: ServiceUnit, account: Account, *, by: Editor, noted: dict[str, Any] | None = None
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


async def find_person(database: Database, *, email: str) -> sign_in_repository.SignInAccount:
    """Raises NotFoundError: no account has this email."""
    normalized = normalize_email(email)
    if normalized is None:
        raise NotFoundError(NO_ACCOUNT)
    identifier = Identifier(kind=IdentifierKind.EMAIL, value=normalized)
    async with database.reading() as connection:
        for account, _ in await sign_in_repository.find_accounts(connection, identifier, device_hash=None):
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


async def unlock(database: Database, *, keys: Keyring, account: sign_in_repository.SignInAccount, email: str) -> None:
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
