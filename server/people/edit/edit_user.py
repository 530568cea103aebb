"""Create one account from the form, and change the fields of another: invitation, sessions and codes follow."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import asyncpg

from server.access.email_changes.change_email import change_email
from server.access.factors.fresh_proof import ask_fresh_proof, require_fresh_proof
from server.access.policies.repository import allowed_domains
from server.access.sessions.notices import queue_mail
from server.company.audit.record import AuditAction, record_act
from server.messaging.messages.kinds import MessageKind
from server.people.account.account_rules import (
    Account,
    Change,
    Editor,
    change_of,
    field_rules,
    read_given,
    refuse_change,
    takes_a_super_admin,
)
from server.people.account.change_accounts import (
    change_accounts,
    counting_taken,
    lock_for_action,
    refuse_last_super_admin,
    refuse_nameless,
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
from server.people.account.read_user import edit_conflict, read_record
from server.people.account.repository import add_user, has_code, is_in_company
from server.people.account.schemas import CreateUserRequest, EditUserRequest, UserRecord
from server.people.invitations.invite_user import invite_activated
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.services import Context, Work
from server.vocabulary.fields import FIELD, NO_PASSWORD, POSITION, TYPED, FieldRules, Value, read_typed
from server.vocabulary.identifiers import mask_label
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE, password_problem
from server.vocabulary.profiles import ADMINISTRATORS
from server.vocabulary.visible_text import tidy


async def create_user(context: Context, form: CreateUserRequest, *, call: IdempotentCall | None = None) -> UserRecord:
    """The new account. An active one is invited by a mail with the password that was typed.

    Raises:
        ForbiddenError: the creator may not give this profile.
        StepUpRequiredError: it is an administrator's, and the creator's last proof is too old.
        ValidationFailedError, ContactTakenError, CodeTakenError, TooManyTakenError, IdempotencyKeyReusedError.
    """
    async with counting_taken(context):
        return await _create(context, form, call=call)


async def _create(context: Context, form: CreateUserRequest, *, call: IdempotentCall | None) -> UserRecord:
    services, company_id = context.services, context.company_id
    settings = services.settings
    async with services.database.reading() as connection:
        domains = await allowed_domains(connection, company_id=company_id)
    new, password = _read_form(context, form, rules=field_rules(settings, domains=domains))
    if new["profile"] in ADMINISTRATORS:
        await ask_fresh_proof(context)
    if problem := await services.password_range.find_problem(password):
        raise ValidationFailedError(errors={"temporaryPassword": problem})
    password_hash = await services.passwords.hash(password, share=company_id)
    async with context.unit_of_work() as unit:

        async def work() -> UserRecord:
            await refuse_after_too_many(unit.connection, company_id=company_id, settings=settings)
            await refuse_nameless(unit, new)
            user_id, expires_at = await _add(unit.connection, new, company_id=company_id, password_hash=password_hash)
            await record_act(
                unit,
                AuditAction.USER_CREATED,
                subject_id=user_id,
                subject_label=mask_label(str(new["email"] or new["code"] or new["phone"])),
                after={name: new[name] for name in ("role", "profile", "isActive")},
            )
            if form.is_active:
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
            announce_changes(unit, kind=UsersChangeKind.CREATED, company_id=company_id, user_ids=[user_id])
            return await read_record(unit.connection, company_id=company_id, user_id=user_id)

        return await once(unit.connection, work, call=call, answer=UserRecord, keys=services.keys)


async def _add(
    connection: Connection, new: Mapping[str, Value], *, company_id: UUID, password_hash: str
) -> tuple[UUID, datetime]:
    """The account's id, and when its temporary password expires."""
    code, email = new["code"], new["email"]
    added = await add_user(
        connection, new, company_id=company_id, password_hash=password_hash, life=TEMPORARY_PASSWORD_LIFE
    )
    if added is not None:
        return added
    if code is not None and await has_code(connection, company_id=company_id, code=str(code)):
        raise CodeTakenError
    if email is not None and await is_in_company(connection, company_id=company_id, email=str(email)):
        raise ContactTakenError(Taken(email=True, phone=False))
    raise TakenElsewhereError


def _read_form(context: Context, form: CreateUserRequest, *, rules: FieldRules) -> tuple[dict[str, Value], str]:
    """Return what the account is to have, by field, and its temporary password.

    Raises ForbiddenError: the creator may not give this profile, whatever else the form says; also
    ValidationFailedError.
    """
    given = form.model_dump(by_alias=True)
    typed = {field.name: given[field.name] or "" for field in TYPED}
    values, errors = read_given(typed, giver=context.identity.profile, rules=rules)
    if context.services.settings.has_people_without_email and not typed["email"].strip():
        values["email"] = None
        del errors["email"]
        if values.get("profile") in ADMINISTRATORS:
            errors["email"] = NEEDS_EMAIL
    email, full_name = values.get("email") or typed["email"], tidy(typed["fullName"])
    password = form.temporary_password or ""
    password = password.strip() or password
    problem = password_problem(password, full_name=full_name, email=email) if password else NO_PASSWORD
    if problem is not None:
        errors["temporaryPassword"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return {**values, "isActive": form.is_active}, password


async def edit_user(context: Context, edit: EditUserRequest, *, user_id: UUID) -> UserRecord:
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
    async with counting_taken(context):
        return await _edit(context, edit, user_id=user_id)


async def _edit(context: Context, edit: EditUserRequest, *, user_id: UUID) -> UserRecord:
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        account = await lock_for_action(unit, user_id)
        domains = await allowed_domains(unit.connection, company_id=company_id)
        wanted, errors = _read(edit, account, rules=field_rules(context.services.settings, domains=domains))
        email = wanted.pop("email", account.email)
        change = change_of(account, wanted)
        await _refuse(unit, edit, change, errors=errors)
        # An account without an email signs in by its phone or code.
        renames = account.email is None and change.gives("phone", "code")
        if email is None and renames:
            values = {name: change.value(name) for name in ("email", "code", "phone")}
            await refuse_nameless(unit, values, user_id=user_id)
        if email != account.email or renames or change.after.get("profile") in ADMINISTRATORS:
            await require_fresh_proof(unit.connection, context.identity)
        if email != account.email:
            # First, so that an invitation goes to the new one.
            await change_email(unit, account, email=str(email))
        if change.after:
            if takes_a_super_admin(change):
                await refuse_last_super_admin(unit, user_id)
            await _change(unit, change)
            announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[user_id])
        return await read_record(unit.connection, company_id=company_id, user_id=user_id)


async def _change(unit: Work[Context], change: Change) -> None:
    try:
        async with unit.connection.transaction():
            await change_accounts(unit, [change], by=Editor.of(unit.context.identity, address=unit.address))
    except asyncpg.UniqueViolationError:
        # An email is no field of a change.
        raise CodeTakenError from None
    await invite_activated(unit, [change], company_id=unit.context.company_id)


def _read(edit: EditUserRequest, account: Account, *, rules: FieldRules) -> tuple[dict[str, Value], dict[str, str]]:
    """(the fields that are given, as they will be stored; the messages of those that are wrong).

    What is unchanged is not judged: an import has other rules, and rules change.
    """
    given: dict[str, Value] = edit.model_dump(by_alias=True, exclude={"version"})
    typed = {
        name: text
        for name, text in given.items()
        if isinstance(text, str) and (text.strip() or None) != account.value(name)
    }
    if (email := typed.get("email")) is not None and email.strip().lower() == account.email:
        del typed["email"]
    values, errors = read_typed(typed, rules=rules)
    # Every account has a position: an empty one is not missing, but wrong.
    errors |= {name: FIELD[name].wrong for name in POSITION & errors.keys()}
    flags = {name: value for name, value in given.items() if isinstance(value, bool)}
    return {**values, **flags}, errors


async def _refuse(unit: Work[Context], edit: EditUserRequest, change: Change, *, errors: Mapping[str, str]) -> None:
    """Refuse a forbidden edit; what the caller may not do at all is checked first."""
    refusal = refuse_change(change, editor=Editor.of(unit.context.identity, address=unit.address))
    if refusal is not None and refusal.kind is ForbiddenError:
        raise refusal.error
    if edit.version is not None and edit.version != change.account.version:
        raise await edit_conflict(
            unit.connection, company_id=unit.context.company_id, user_id=change.account.id, since=edit.version
        )
    if refusal is not None:
        errors = {refusal.field: refusal.message, **errors}
    if errors:
        raise ValidationFailedError(errors=dict(errors))
