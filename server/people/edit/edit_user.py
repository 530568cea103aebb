"""Change the fields of another account: sessions, codes and invitation follow."""

from collections.abc import Mapping
from dataclasses import dataclass
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
    refuse_as_locked_out,
    refuse_nameless,
    super_admins_to_keep,
)
from server.people.account.errors import CodeTakenError, LastSuperAdminError, SelfForbiddenError
from server.people.account.events import UsersChangeKind, announce_change
from server.people.account.read_user import edit_conflict, read_record
from server.people.account.schemas import UserRecord
from server.people.invitations.invite_user import invite_activated
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.platform.services import Context, Work
from server.vocabulary.fields import FIELD, POSITION, FieldRules, Value, read_typed
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import ADMINISTRATORS


@dataclass(frozen=True, kw_only=True)
class UserEdit:
    """The edit by field as sent: what is missing or None stays. `version` is that of the record which was edited."""

    given: Mapping[str, Value]
    version: int | None = None


async def edit_user(context: Context, edit: UserEdit, *, user_id: UUID) -> UserRecord:
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


async def _edit(context: Context, edit: UserEdit, *, user_id: UUID) -> UserRecord:
    services, identity, address, company_id = context.services, context.identity, context.address, context.company_id
    async with context.unit_of_work() as unit:
        account = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        domains = await allowed_domains(unit.connection, company_id=company_id)
        wanted, errors = _read(edit, account, rules=field_rules(services.settings, domains=domains))
        email = wanted.pop("email", account.email)
        change = change_of(account, wanted)
        await _refuse(unit.connection, edit, change, errors=errors, identity=identity)
        # An account without an email signs in by its phone or code.
        renames = account.email is None and change.gives("phone", "code")
        if email is None and renames:
            values = {name: change.value(name) for name in ("email", "code", "phone")}
            await refuse_nameless(
                unit.connection, values, settings=services.settings, company_id=company_id, user_id=user_id
            )
        if email != account.email or renames or change.after.get("profile") in ADMINISTRATORS:
            await require_fresh_proof(unit.connection, identity)
        if email != account.email:
            # First, so that an invitation goes to the new one.
            await change_email(unit, account, email=str(email), identity=identity, address=address)
        if change.after:
            leaving = [user_id] if takes_a_super_admin(change) else []
            if await super_admins_to_keep(unit.connection, company_id=company_id, leaving=leaving):
                raise LastSuperAdminError
            if leaving:
                await refuse_as_locked_out(unit.connection, identity=identity, address=address)
            await _change(unit, change)
            announce_change(unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=user_id)
        return await read_record(unit.connection, company_id=company_id, user_id=user_id)


async def _change(work: Work[Context], change: Change) -> None:
    caller = work.context
    company_id, actor_id = caller.company_id, caller.user_id
    try:
        async with work.connection.transaction():
            await change_accounts(work, [change], company_id=company_id, actor_id=actor_id, address=work.address)
    except asyncpg.UniqueViolationError:
        # An email is no field of a change.
        raise CodeTakenError from None
    await invite_activated(work, [change], company_id=company_id)


def _read(edit: UserEdit, account: Account, *, rules: FieldRules) -> tuple[dict[str, Value], dict[str, str]]:
    """(the fields that are given, as they will be stored; the messages of those that are wrong).

    What is unchanged is not judged: an import has other rules, and rules change.
    """
    typed = {
        name: text
        for name, text in edit.given.items()
        if isinstance(text, str) and (text.strip() or None) != account.value(name)
    }
    if (email := typed.get("email")) is not None and email.strip().lower() == account.email:
        del typed["email"]
    values, errors = read_typed(typed, rules=rules)
    # Every account has a position: an empty one is not missing, but wrong.
    errors |= {name: FIELD[name].wrong for name in POSITION & errors.keys()}
    flags = {name: value for name, value in edit.given.items() if isinstance(value, bool)}
    return {**values, **flags}, errors


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
