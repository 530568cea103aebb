"""Change the fields of another account: sessions, codes and invitation follow."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from uuid import UUID

import asyncpg

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.policies.repository import allowed_domains
from server.people.account.account_rules import (
    Account,
    Change,
    Editor,
    Value,
    change_of,
    refuse_change,
    takes_a_super_admin,
)
from server.people.account.authority import lock_for_action, refuse_as_locked_out, super_admins_to_keep
from server.people.account.change_accounts import change_accounts
from server.people.account.change_email import ChangeEmail
from server.people.account.edit_conflict import edit_conflict
from server.people.account.errors import CodeTakenError, LastSuperAdminError, SelfForbiddenError
from server.people.account.events import UsersChangeKind, announce_change
from server.people.account.invite import InviteMany
from server.people.account.read_details import DetailRules, read_details
from server.people.account.read_user import read_record
from server.people.account.refuse_nameless import Named, refuse_nameless
from server.people.account.schemas import UserRecord
from server.people.account.taken_elsewhere import TakenElsewhereError, count_refusal
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.platform.services import Services
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.identifiers import BAD_CODE, normalize_code
from server.vocabulary.identity import Identity
from server.vocabulary.person_fields import email_problem
from server.vocabulary.position import INVALID_PROFILE, INVALID_ROLE, read_profile_name, read_role_name
from server.vocabulary.profiles import ADMINISTRATORS


@dataclass(frozen=True, kw_only=True)
class UserEdit:
    """As given: None leaves a field as it is. `version` is that of the record which was edited.

    `details` are by field as sent: fullName, phone, dateOfBirth, gender and workLocation.
    """

    details: Mapping[str, str | None] = field(default_factory=dict)
    email: str | None = None
    code: str | None = None
    role: str | None = None
    profile: str | None = None
    is_active: bool | None = None
    version: int | None = None


@dataclass(frozen=True, kw_only=True)
class Actions:
    """What an edit causes in packages above this one."""

    invite: InviteMany
    change_email: ChangeEmail


async def edit_user(
    services: Services, edit: UserEdit, *, identity: Identity, user_id: UUID, address: str, actions: Actions
) -> UserRecord:
    """The account as it is now.

    Raises:
        SelfForbiddenError: it is the caller's own.
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller may not act on the old profile, or may not give the new one.
        ValidationFailedError: with a message for every field that is wrong, of those that change.
        EditConflictError: the record has been changed since it was read.
        StepUpRequiredError: it gives another email, or makes an administrator.
        LastSuperAdminError, NetworkNotAllowedError: the company would have none left who can log in.
        others: see ChangeEmail.

    """
    if user_id == identity.user_id:
        raise SelfForbiddenError
    try:
        return await _edit(services, edit, identity=identity, user_id=user_id, address=address, actions=actions)
    except TakenElsewhereError:
        # The attempt is rolled back, but counted.
        async with services.database.unit_of_work() as unit:
            refusal = await count_refusal(unit.connection, company_id=identity.company_id, settings=services.settings)
        raise refusal from None


async def _edit(
    services: Services, edit: UserEdit, *, identity: Identity, user_id: UUID, address: str, actions: Actions
) -> UserRecord:
    company_id = identity.company_id
    async with services.database.unit_of_work() as unit:
        account = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        domains = await allowed_domains(unit.connection, company_id=company_id)
        wanted, errors = _read(edit, account, settings=services.settings, domains=domains)
        _read_code(edit.code, wanted, errors)
        email = wanted.pop("email", None)
        change = change_of(account, wanted)
        await _refuse(unit.connection, edit, change, errors=errors, identity=identity)
        await _refuse_nameless(services, unit, change, email=email, company_id=company_id)
        if email is not None or _renames(change) or change.after.get("profile") in ADMINISTRATORS:
            await require_fresh_proof(unit.connection, identity)
        if email is not None:
            # First, so that an invitation goes to the new one.
            await actions.change_email(services, unit, account, email=str(email), identity=identity, address=address)
        if change.after:
            leaving = [user_id] if takes_a_super_admin(change) else []
            if await super_admins_to_keep(unit.connection, company_id=company_id, leaving=leaving):
                raise LastSuperAdminError
            if leaving:
                await refuse_as_locked_out(unit.connection, identity=identity, address=address)
            await _change(services, unit, change, identity=identity, address=address, invite=actions.invite)
            announce_change(services, unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=user_id)
        return await read_record(unit.connection, company_id=company_id, user_id=user_id)


async def _change(
    services: Services, unit: UnitOfWork, change: Change, *, identity: Identity, address: str, invite: InviteMany
) -> None:
    try:
        async with unit.connection.transaction():
            await change_accounts(
                services,
                unit,
                [change],
                company_id=identity.company_id,
                actor_id=identity.user_id,
                address=address,
                invite=invite,
            )
    except asyncpg.UniqueViolationError:
        # An email is no field of a change.
        raise CodeTakenError from None


def _renames(change: Change) -> bool:
    """Whether it changes what an account without an email signs in by."""
    return change.account.email is None and change.gives("phone", "code")


async def _refuse_nameless(
    services: Services, unit: UnitOfWork, change: Change, *, email: Value, company_id: UUID
) -> None:
    if email is None and _renames(change):
        code = change.value("code")
        named = Named(
            email=None,
            code=None if code is None else str(code),
            phone=str(change.value("phone")),
            user_id=change.account.id,
        )
        await refuse_nameless(unit.connection, named, settings=services.settings, company_id=company_id)


def _read_code(typed: str | None, wanted: dict[str, Value], errors: dict[str, str]) -> None:
    """An empty one removes the code."""
    code = normalize_code(typed or "")
    if typed and typed.strip() and code is None:
        errors["code"] = BAD_CODE
    elif typed is not None:
        wanted["code"] = code


def _read(
    edit: UserEdit, account: Account, *, settings: Settings, domains: Collection[str]
) -> tuple[dict[str, Value], dict[str, str]]:
    """(the fields that are given, as they will be stored; the messages of those that are wrong).

    Unchanged details are not judged: an import has other rules, and rules change.
    """
    changed = {
        name: text
        for name, text in edit.details.items()
        if text is not None and (text.strip() or None) != account.value(name)
    }
    details = read_details(changed, rules=DetailRules.from_settings(settings))
    role = None if edit.role is None else read_role_name(edit.role)
    profile = None if edit.profile is None else read_profile_name(edit.profile)
    email, errors = None, dict(details.errors)
    if edit.email is not None and (edit.email.strip().lower() or None) != account.email:
        email = normalize_new_email(edit.email)
        if (problem := email_problem(edit.email, read=email, domains=domains)) is not None:
            errors["email"] = problem
    if role is None and edit.role is not None:
        errors["role"] = INVALID_ROLE
    if profile is None and edit.profile is not None:
        errors["profile"] = INVALID_PROFILE
    given: dict[str, Value] = {**details.values, "role": role, "profile": profile, "isActive": edit.is_active}
    if email != account.email:
        given["email"] = email
    return {name: value for name, value in given.items() if value is not None}, errors


async def _refuse(
    connection: Connection, edit: UserEdit, change: Change, *, errors: Mapping[str, str], identity: Identity
) -> None:
    """Refuse a forbidden edit; what the caller may not do at all is checked first."""
    editor = Editor(user_id=identity.user_id, profile=identity.profile)
    refusal = refuse_change(change, editor=editor)
    if refusal is not None and refusal.kind is ForbiddenError:
        raise refusal.error
    if edit.version is not None and edit.version != change.account.version:
        raise await edit_conflict(
            connection, company_id=identity.company_id, user_id=change.account.id, since=edit.version
        )
    if refusal is not None:
        errors = {refusal.field: refusal.message, **errors}
    if errors:
        raise ValidationFailedError(errors=dict(errors))
