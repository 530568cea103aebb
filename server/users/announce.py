"""Publish a change of one account after its commit."""

from uuid import UUID

from server.database import UnitOfWork
from server.identity.identity import Identity
from server.services import Services
from server.users.events import UsersChangeKind
from server.users.publish_change import publish_users_changed


def announce_change(
    services: Services, unit: UnitOfWork, *, kind: UsersChangeKind, identity: Identity, user_id: UUID
) -> None:
    """Tell whoever looks at the company's list, once the change is committed."""
    company_id = identity.company_id
    unit.after_commit(lambda: publish_users_changed(services, company_id=company_id, kind=kind, ids=[user_id]))
