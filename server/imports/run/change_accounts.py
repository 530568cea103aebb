"""Change locked accounts, and what follows: sessions get other rights, codes to an old phone end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID

from server.audit.repository import AuditAction, Subject, record_many
from server.database import Effect, UnitOfWork
from server.flows.publish_flow_state import announce_ended_flows
from server.flows.repository import end_flows_by_sms
from server.identity.emails import mask_email
from server.identity.profiles import Profile, Role
from server.imports.checking.compare_accounts import CHANGEABLE, Account
from server.services import Services
from server.sessions.events import SessionChanged
from server.sessions.repository import users_with_sessions
from server.users.change_repository import ChangedAccount, change_accounts

POSITION: Final = ("role", "profile")


@dataclass(frozen=True, kw_only=True)
class Change:
    """A row's change of its locked account, by field as sent: what it has, and what it is to have."""

    row: int
    account: Account
    before: Mapping[str, str | None]
    after: Mapping[str, str | None]

    @property
    def now(self) -> ChangedAccount:
        fields: list[Any] = [self.after.get(name, getattr(self.account, cell)) for cell, name in CHANGEABLE.items()]
        return ChangedAccount(self.account.id, *fields)

    def gives(self, *names: str) -> bool:
        return any(name in self.after for name in names)


async def change_now(
    services: Services, unit: UnitOfWork, changes: Sequence[Change], *, company_id: UUID, actor_id: UUID | None
) -> dict[UUID, int]:
    """The versions of the accounts after their change."""
    raw = unit.connection.raw
    versions = await change_accounts(raw, [each.now for each in changes], company_id=company_id)
    if phones := [each.account.id for each in changes if each.gives("phone")]:
        # A code that is under way to the old phone would show that the new one is theirs.
        ended = await end_flows_by_sms(unit.connection, company_id=company_id, user_ids=phones)
        announce_ended_flows(services, unit, ended)
    if moved := [each for each in changes if each.gives(*POSITION)]:
        await _record(unit, moved, company_id=company_id, actor_id=actor_id)
        await _announce_rights(services, unit, moved, company_id=company_id)
    return versions


async def _record(unit: UnitOfWork, moved: Sequence[Change], *, company_id: UUID, actor_id: UUID | None) -> None:
    """Rights are recorded by account, as after a single edit; of other fields the rows of the import are the record."""
    await record_many(
        unit.connection.raw,
        [
            Subject(
                id=each.account.id,
                label=mask_email(each.account.email),
                before=_position(each.before),
                after=_position(each.after),
            )
            for each in moved
        ],
        action=AuditAction.USER_EDITED,
        company_id=company_id,
        actor_id=actor_id,
    )


def _position(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in POSITION if name in fields}


async def _announce_rights(services: Services, unit: UnitOfWork, moved: Sequence[Change], *, company_id: UUID) -> None:
    """The sockets of those who are signed in get into the rooms of their new rights."""
    ids = [each.account.id for each in moved]
    signed_in = await users_with_sessions(unit.connection.raw, company_id=company_id, user_ids=ids)
    for each in moved:
        if each.account.id in signed_in:
            unit.after_commit(_changing_rights(services, each.now))


def _changing_rights(services: Services, now: ChangedAccount) -> Effect:
    changed = SessionChanged(role=Role(now.role), profile=None if now.profile is None else Profile(now.profile))
    return partial(services.publisher.change_rights, now.id, changed=changed)
