"""The subjects of providers that an account belongs to: read them, and remove them."""

from collections.abc import Sequence
from uuid import UUID

from server.access.factors.fresh_proof import lock_by_fresh_proof, require_fresh_proof
from server.access.factors.repository import find_first_proofs, list_factors
from server.access.factors.schemas import SsoLinkItem
from server.access.policies.policy import FactorKind
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import notify_of_removed_link, refuse_too_many
from server.access.sso.connection import LastWayInError
from server.access.sso.logout import end_opened
from server.access.sso.repository import list_links, opened_for, unlink
from server.company.audit.record import AuditAction, record_act
from server.messaging.messages.kinds import MessageKind
from server.people.account.change_accounts import lock_for_action
from server.people.account.errors import SelfForbiddenError
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.services import Context, Unit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import AccountOwner


async def read_links(context: Context, *, user_id: UUID | None = None) -> list[SsoLinkItem]:
    """Read the caller's own links, or those of a person of the company that the caller may see."""
    async with context.services.database.reading() as connection:
        return await list_links(connection, company_id=context.company_id, user_id=user_id or context.user_id)


async def remove_own_links(context: Context) -> None:
    """Remove the caller's links. Their other sessions that a provider has opened end.

    Raises StepUpRequiredError, NotFoundError, LastWayInError, ChangesUsedUpError.
    """
    actor = context.actor
    async with context.unit_of_work() as unit:
        connection = unit.connection
        await lock_by_fresh_proof(unit)
        links = await list_links(connection, **actor.key)
        if links and not await _has_another_way(connection, context):
            raise LastWayInError
        await refuse_too_many(unit, MessageKind.SSO_UNLINKED)
        await _remove(unit, links, owner=actor, label=actor.label)


async def remove_links(context: Context, user_id: UUID) -> None:
    """Remove the links of a person, whose sessions by a provider end. Their next sign-in there links them by email.

    Raises NotFoundError: the company has no account of this id, or it has no link; also SelfForbiddenError,
    ForbiddenError and StepUpRequiredError.
    """
    if user_id == context.user_id:
        raise SelfForbiddenError
    owner = {"company_id": context.company_id, "user_id": user_id}
    async with context.unit_of_work() as unit:
        account = await lock_for_action(unit, user_id)
        await require_fresh_proof(unit.connection, context)
        links = await list_links(unit.connection, **owner)
        person = AccountOwner(**owner, email=account.email, full_name=account.full_name)
        await _remove(unit, links, owner=person, label=account.label)


async def _has_another_way(connection: Connection, context: Context) -> bool:
    owner = context.actor.key
    first = await find_first_proofs(connection, **owner, session_id=context.session.id)
    if first.has_password:
        return True
    factors = await list_factors(connection, **owner)
    return any(each.kind is FactorKind.PASSKEY and not each.blocked for each in factors)


async def _remove(unit: Unit[Context], links: Sequence[SsoLinkItem], *, owner: AccountOwner, label: str) -> None:
    """End what the links have opened, but for the caller's own session."""
    if not await unlink(unit.connection, **owner.key):
        raise NotFoundError
    names = [each.name for each in links]
    opened = await opened_for(unit.connection, **owner.key)
    spared = unit.context.session.id
    running = [each for each in opened if each.session_id != spared]
    await end_opened(unit, running, company_id=owner.company_id, reason=SessionEndReason.REVOKED)
    await record_act(
        unit,
        AuditAction.SSO_UNLINKED,
        subject_id=owner.user_id,
        subject_label=mask_label(label),
        before={"connections": names},
    )
    is_administrator = owner.user_id != unit.context.user_id
    await notify_of_removed_link(unit, owner, names, by_administrator=is_administrator)
