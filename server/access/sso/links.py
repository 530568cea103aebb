"""The subjects of providers that an account belongs to: read them, and remove them."""

from collections.abc import Sequence
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.owner import owner_of
from server.access.factors.repository import find_first_proofs, list_factors, lock_owner
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_chosen_flows
from server.access.policies.policy import FactorKind
from server.access.sessions.end_sessions import end_these_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import NoticeRecipient, refuse_too_many, send_notice, sso_unlinked
from server.access.sso.connection import LastWayInError
from server.access.sso.sign_in_repository import SsoLink, list_links, opened_for, unlink
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import MessageKind
from server.people.account.authority import lock_for_action
from server.people.account.errors import SelfForbiddenError
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity


async def read_links(services: Services, *, identity: Identity, user_id: UUID | None = None) -> Sequence[SsoLink]:
    """The caller's own, or those of a person of the company that the caller may see."""
    async with services.database.reading() as connection:
        return await list_links(connection, company_id=identity.company_id, user_id=user_id or identity.user_id)


async def remove_own_links(services: Services, *, identity: Identity, address: str) -> None:
    """The caller's other sessions that a provider has opened end.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        NotFoundError: there is no link.
        LastWayInError: the caller has neither a password nor a passkey.
        ChangesUsedUpError: the caller has done it too often today.
    """
    owner = owner_of(identity)
    async with services.database.unit_of_work() as unit:
        await lock_owner(unit.connection, **owner)
        await require_fresh_proof(unit.connection, identity)
        links = await list_links(unit.connection, **owner)
        if links and not await _has_another_way(unit.connection, identity):
            raise LastWayInError
        await refuse_too_many(services, unit.connection, act=MessageKind.SSO_UNLINKED, user_id=identity.user_id)
        await _remove(
            services,
            unit,
            links,
            identity=identity,
            owner=NoticeRecipient.of(identity),
            label=identity.label,
            address=address,
            spared=identity.session_id,
        )


async def remove_links(services: Services, *, identity: Identity, user_id: UUID, address: str) -> None:
    """The account's sessions that a provider has opened end. Its next sign-in there links it anew, by its email.

    Raises:
        SelfForbiddenError: it is the caller's own account.
        NotFoundError: the company has no account of this id, or it has no link.
        ForbiddenError: the caller's profile does not cover theirs.
        StepUpRequiredError: the caller's last proof is too old.
    """
    if user_id == identity.user_id:
        raise SelfForbiddenError
    async with services.database.unit_of_work() as unit:
        account = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        await require_fresh_proof(unit.connection, identity)
        links = await list_links(unit.connection, company_id=identity.company_id, user_id=user_id)
        person = NoticeRecipient(
            company_id=identity.company_id, user_id=user_id, email=account.email, full_name=account.full_name
        )
        await _remove(services, unit, links, identity=identity, owner=person, label=account.label, address=address)


async def _has_another_way(connection: Connection, identity: Identity) -> bool:
    owner = owner_of(identity)
    first = await find_first_proofs(connection, **owner, session_id=identity.session_id)
    if first.has_password:
        return True
    factors = await list_factors(connection, **owner)
    return any(each.kind is FactorKind.PASSKEY and not each.blocked for each in factors)


async def _remove(
    services: Services,
    unit: UnitOfWork,
    links: Sequence[SsoLink],
    *,
    identity: Identity,
    owner: NoticeRecipient,
    label: str,
    address: str,
    spared: UUID | None = None,
) -> None:
    company_id, user_id = owner.company_id, owner.user_id
    if not await unlink(unit.connection, company_id=company_id, user_id=user_id):
        raise NotFoundError
    opened = await opened_for(unit.connection, company_id=company_id, user_id=user_id)
    flows = [each.flow_id for each in opened if each.flow_id is not None]
    announce_ended_flows(services, unit, await end_chosen_flows(unit.connection, company_id=company_id, flow_ids=flows))
    await end_these_sessions(
        services,
        unit,
        company_id=company_id,
        session_ids=[each.session_id for each in opened if each.session_id not in {None, spared}],
        reason=SessionEndReason.REVOKED,
    )
    await record(
        unit.connection,
        action=AuditAction.SSO_UNLINKED,
        by=identity,
        subject_id=user_id,
        subject_label=mask_label(label),
        address=address,
        before={"connections": [each.name for each in links]},
    )
    notice = sso_unlinked([each.name for each in links], by_administrator=user_id != identity.user_id)
    await send_notice(services, unit, notice, to=owner)
