"""Erase a person: the account at once, its copies by a job, its names in the audit trail by an operator's command."""

import json
from functools import partial
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.company.audit.repository import AuditAction, record
from server.company.privacy.erasure_repository import add_erasure, is_erased
from server.company.privacy.run_erasure import run_erasure
from server.people.account.account_rules import Account, is_super_admin
from server.people.account.authority import lock_for_action, super_admins_to_keep
from server.people.account.change_accounts import remove_accounts
from server.people.account.errors import LastSuperAdminError, SelfForbiddenError
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import announce_change
from server.platform.database.connections import UnitOfWork
from server.platform.database.ids import new_ids
from server.platform.errors import NotFoundError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Context, Services
from server.vocabulary.contacts import Contacts
from server.vocabulary.identity import Identity

OTHER_NAME = "This is not the name of this person."


async def erase_user(context: Context, user_id: UUID, *, full_name: str) -> None:
    """Erase another person of the company, whose name the caller has typed. Repeated, it changes nothing.

    Raises:
        SelfForbiddenError: it is the caller.
        NotFoundError: the company has no account of this id, and has erased none.
        ForbiddenError: the caller's profile does not cover theirs.
        StepUpRequiredError: the caller's last proof is too old.
        ValidationFailedError: it is not their name.
        LastSuperAdminError: the company would have none left.

    """
    services, identity, company_id = context.services, context.identity, context.company_id
    if user_id == context.user_id:
        raise SelfForbiddenError
    async with context.unit_of_work() as unit:
        try:
            account = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        except NotFoundError:
            if await is_erased(unit.connection, company_id=company_id, user_id=user_id):
                return
            raise
        await require_fresh_proof(unit.connection, identity)
        if _folded(full_name) != _folded(account.full_name):
            raise ValidationFailedError(errors={"fullName": OTHER_NAME})
        leaving = [user_id] if is_super_admin(account) else []
        if await super_admins_to_keep(unit.connection, company_id=company_id, leaving=leaving):
            raise LastSuperAdminError
        await erase_account(services, unit, account, company_id=company_id, by=identity, address=context.address)
        announce_change(services, unit, kind=UsersChangeKind.DELETED, identity=identity, user_id=user_id)


async def erase_account(
    services: Services,
    unit: UnitOfWork,
    account: Account,
    *,
    company_id: UUID,
    by: Identity | None,
    address: str | None = None,
) -> None:
    """Remove a locked account, and have its copies erased after the commit; the entry of the trail has no name."""
    [erasure_id] = new_ids(1)
    contacts = Contacts(email=account.email and account.email.lower(), phone=account.phone, full_name=account.full_name)
    await add_erasure(
        unit.connection,
        erasure_id=erasure_id,
        company_id=company_id,
        user_id=account.id,
        contacts=seal_contacts(services.keys, contacts, erasure_id=erasure_id),
    )
    await remove_accounts(services, unit, [account.id], company_id=company_id)
    await record(
        unit.connection,
        action=AuditAction.USER_ERASED,
        company_id=company_id,
        actor_id=None if by is None else by.user_id,
        subject_id=account.id,
        address=address,
    )
    unit.after_commit(partial(services.jobs.enqueue, run_erasure.job(erasure_id=erasure_id)))


def seal_contacts(keys: Keyring, contacts: Contacts, *, erasure_id: UUID) -> bytes:
    return keys.seal(Purpose.ERASURE, json.dumps(contacts.values()), context=erasure_id.bytes)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
