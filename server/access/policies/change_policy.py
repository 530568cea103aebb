"""Change a company's policy. It applies at the next request, in every process: none keeps a copy."""

from dataclasses import asdict
from functools import partial
from typing import Any, Final, Protocol
from uuid import UUID

from pydantic.alias_generators import to_camel

from server.access.policies.errors import PolicyConflictError
from server.access.policies.policy import Policy
from server.access.policies.policy_form import read_form, refuse_lock_out
from server.access.policies.read_policy import describe
from server.access.policies.repository import (
    lock_as_super_admin,
    own_factors,
    read_policy,
    signed_in_administrators,
    store_policy,
)
from server.access.policies.schemas import PolicyRecord, PolicyRequest
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
from server.platform.errors import ForbiddenError
from server.platform.schemas import ResponseSchema
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Profile, Role

# Fields that decide which administrators may be connected; other people's sockets are looked at each minute.
SOCKETS: Final = frozenset({"secondFactor", "factors", "passkeysOnly", "administratorNetworks"})


class RecheckPreviews(Protocol):
    """Check the company's previews of imports again, in a transaction of its own."""

    async def __call__(self, services: Services, /, *, company_id: UUID) -> None: ...


class PresentPosition(ResponseSchema):
    role: Role
    profile: Profile


async def change_policy(
    services: Services, form: PolicyRequest, *, identity: Identity, address: str, recheck: RecheckPreviews
) -> PolicyRecord:
    """The policy as it is now.

    Raises:
        ValidationFailedError: a field is wrong, or the caller would be locked out.
        PolicyConflictError: it has been changed since it was read.
        ForbiddenError: the caller has ceased to be a Super Admin since the request began.

    """
    policy = read_form(form, settings=services.settings)
    company_id = identity.company_id
    async with services.database.unit_of_work() as unit:
        if not await lock_as_super_admin(unit.connection, company_id=company_id, user_id=identity.user_id):
            raise ForbiddenError
        before = await read_policy(unit.connection, company_id=company_id)
        if before.version != form.version:
            raise PolicyConflictError
        own = await own_factors(unit.connection, company_id=company_id, user_id=identity.user_id)
        refuse_lock_out(policy, author=identity, address=address, own_factors=own)
        changed = _differences(before, policy)
        if changed is None:
            return await describe(
                unit.connection, before, identity=identity, address=address, settings=services.settings
            )
        if not await store_policy(unit.connection, policy, company_id=company_id):
            raise PolicyConflictError
        former, new = changed
        action = AuditAction.POLICY_CHANGED
        await record(unit.connection, action=action, by=identity, address=address, before=former, after=new)
        if "emailDomains" in new:
            unit.after_commit(partial(recheck, services, company_id=company_id))
        if not SOCKETS.isdisjoint(new):
            await _look_at_sockets_again(services, unit, company_id=company_id)
        return await describe(unit.connection, policy, identity=identity, address=address, settings=services.settings)


def _differences(before: Policy, after: Policy) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """(former, new) values of what changes; None where nothing does."""
    former, new = asdict(before), asdict(after)
    names = [name for name, value in former.items() if name != "version" and value != new[name]]
    if not names:
        return None
    return {to_camel(name): former[name] for name in names}, {to_camel(name): new[name] for name in names}


async def _look_at_sockets_again(services: Services, unit: UnitOfWork, *, company_id: UUID) -> None:
    """Of administrators who are signed in, so that those who are no longer admitted receive nothing more."""
    for user_id, role, profile in await signed_in_administrators(unit.connection, company_id=company_id):
        changed = PresentPosition(role=Role(role), profile=Profile(profile))
        unit.after_commit(partial(services.publisher.change_rights, user_id, changed=changed))
