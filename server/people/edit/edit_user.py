"""Change the fields of another account: sessions, codes and invitation follow."""

from collections.abc import Mapping
from uuid import UUID

import asyncpg

from server.access.email_changes.change_email import change_email
from server.access.factors.fresh_proof import require_fresh_proof
from server.access.policies.repository import allowed_domains
from server.people.account.account_rules import (
    Account,
    Change,
    Editor,
    change_of,
    field_rules,
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
from server.people.account.errors import CodeTakenError, SelfForbiddenError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.read_user import edit_conflict, read_record
from server.people.account.schemas import EditUserRequest, UserRecord
from server.people.invitations.invite_user import invite_activated
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.platform.services import Context, Work
from server.vocabulary.fields import FIELD, POSITION, FieldRules, Value, read_typed
from server.vocabulary.profiles import ADMINISTRATORS


async def edit_user(context: Context, edit: EditUserRequest, *, user_id: UUID) -> UserRecord:
    """The account as it is now.

    Raises:
        SelfForbiddenError: it is the caller's own.
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller may not act on the old profile, or may not give the new one.
        ValidationFailedError: with a message for every field that is wrong, of those that change.
        EditConflictError: the record has been changed since it was read.
        StepUpRequiredError: it gives another email, or makes an administrator.
        LastSuperAdminError, NetworkNotAllowedError: the company would have none left who can log in.
        others: see change_email.

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
