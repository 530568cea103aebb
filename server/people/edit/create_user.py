"""Create one account from the form: insert, audit and invite in one transaction."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from server.access.factors.fresh_proof import ask_fresh_proof
from server.access.policies.repository import allowed_domains
from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.people.account.account_rules import field_rules
from server.people.account.change_accounts import counting_taken, refuse_nameless
from server.people.account.change_repository import add_user
from server.people.account.errors import (
    NEEDS_EMAIL,
    CodeTakenError,
    ContactTakenError,
    Taken,
    TakenElsewhereError,
    refuse_after_too_many,
)
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.read_user import read_record
from server.people.account.repository import has_code, is_in_company
from server.people.account.schemas import CreateUserRequest, UserRecord
from server.people.invitations.invite_user import queue_invitation
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.services import Context
from server.vocabulary.fields import FIELD, INVALID_ROLE, NO_PASSWORD, TYPED, FieldRules, Value, read_choice, read_typed
from server.vocabulary.identifiers import mask_label
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE, password_problem
from server.vocabulary.profiles import ADMINISTRATORS, Profile, Role, creation_refusals, role_fits
from server.vocabulary.visible_text import tidy


async def create_user(context: Context, form: CreateUserRequest, *, call: IdempotentCall | None = None) -> UserRecord:
    """The new account. An active one is invited by a mail with the password that was typed.

    Raises:
        ForbiddenError: the creator may not give this profile.
        StepUpRequiredError: it is an administrator's, and the creator's last proof is too old.
        ValidationFailedError: with a message for every field that is wrong.
        ContactTakenError: an account has the email.
        CodeTakenError: one of the company has the code.
        TooManyTakenError: too many that the company added today are registered elsewhere.
        IdempotencyKeyReusedError: the key was used for something else.

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
                await queue_invitation(
                    unit,
                    company_id=company_id,
                    user_id=user_id,
                    email=str(new["email"] or new["phone"]),
                    typed_password=password,
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

    Raises:
        ForbiddenError: the creator may not give this profile, whatever else the form says.
        ValidationFailedError: with a message for every field that is wrong.
    """
    given = form.model_dump(by_alias=True)
    typed = {field.name: given[field.name] or "" for field in TYPED}
    profile = read_choice(FIELD["profile"], typed["profile"])
    if profile is not None and (refusals := creation_refusals(context.identity.profile, Profile(profile))):
        raise ForbiddenError(refusals[0])
    values, errors = read_typed(typed, rules=rules)
    if context.services.settings.has_people_without_email and not typed["email"].strip():
        values["email"] = None
        del errors["email"]
        if profile in ADMINISTRATORS:
            errors["email"] = NEEDS_EMAIL
    role = values.get("role")
    if role is not None and profile is not None and not role_fits(Profile(profile), Role(role)):
        errors["role"] = INVALID_ROLE
    email, full_name, password = values.get("email") or typed["email"], tidy(typed["fullName"]), form.temporary_password
    problem = password_problem(password, full_name=full_name, email=email) if password else NO_PASSWORD
    if problem is not None:
        errors["temporaryPassword"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return {**values, "isActive": form.is_active}, password or ""
