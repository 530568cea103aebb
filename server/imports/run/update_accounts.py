"""The part of a chunk that updates accounts, in its transaction.

Every row is compared with its account as it is now, by the rights that its starter has now. What is changed is locked
first and compared again; an account without a change is neither locked nor written to.
"""

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
from server.imports.checking.compare_accounts import CHANGEABLE, Account, Comparison, Editor, compare
from server.imports.run import update_repository as repository
from server.imports.run.chunk_repository import Chunk, ChunkOutcome
from server.imports.run.update_repository import AccountUpdate, RowOfAccount, RowResult
from server.imports.states import RowChange, RowStatus
from server.services import Services
from server.sessions.events import SessionChanged
from server.sessions.repository import users_with_sessions
from server.users.change_repository import (
    ChangedAccount,
    change_accounts,
    has_super_admin_besides,
    lock_super_admins,
)
from server.users.errors import LastSuperAdminError

DELETED: Final = "The account has been deleted since the preview"
POSITION: Final = ("role", "profile")


@dataclass(frozen=True, kw_only=True)
class _Change:
    """A row that changes its locked account."""

    row: int
    compared: Comparison

    @property
    def account(self) -> Account:
        return self.compared.account

    @property
    def now(self) -> ChangedAccount:
        after = self.compared.after
        return ChangedAccount(
            self.account.id, *(after.get(name, getattr(self.account, cell)) for cell, name in CHANGEABLE.items())
        )

    def gives(self, *names: str) -> bool:
        return any(name in self.compared.after for name in names)


async def update_accounts(services: Services, unit: UnitOfWork, chunk: Chunk, *, import_id: UUID) -> ChunkOutcome:
    """Update the accounts of the chunk's rows, and store what became of these rows."""
    raw = unit.connection.raw
    rows = await repository.rows_of_accounts(raw, chunk, import_id=import_id)
    if not rows:
        return ChunkOutcome()
    compared = {each.row: _compare(each, chunk) for each in rows}
    if _changes(compared):
        await _compare_locked(unit, chunk, rows, compared=compared)
    changes = _changes(compared)
    if changes:
        await _write(services, unit, chunk, changes=changes, import_id=import_id)
    results = [_result(row, found) for row, found in compared.items()]
    await repository.store_results(raw, results, import_id=import_id)
    unchanged = sum(each.status is RowStatus.UNCHANGED for each in results)
    return ChunkOutcome(changed=len(changes), unchanged=unchanged, failed=len(results) - len(changes) - unchanged)


async def _compare_locked(
    unit: UnitOfWork, chunk: Chunk, rows: Sequence[RowOfAccount], *, compared: dict[int, Comparison | None]
) -> None:
    """Lock the accounts that are to be changed, and compare them as they are now."""
    changing = {each.row: each.account.id for each in _changes(compared)}
    locked = await repository.lock_accounts(
        unit.connection.raw, company_id=chunk.company_id, user_ids=list(changing.values())
    )
    for each in rows:
        if each.row in changing:
            compared[each.row] = _compare(each._replace(account=locked.get(changing[each.row])), chunk)
    await _keep_a_super_admin(unit, chunk, compared)


def _changes(compared: Mapping[int, Comparison | None]) -> list[_Change]:
    return [
        _Change(row=row, compared=found)
        for row, found in compared.items()
        if found is not None and found.change is RowChange.CHANGED
    ]


def _compare(row: RowOfAccount, chunk: Chunk) -> Comparison | None:
    """None without an account. The row has no error that an update refuses: the check has seen to that."""
    if row.account is None:
        return None
    editor = Editor(user_id=chunk.starter, profile=chunk.starter_profile)
    return compare(row.values, row.account, errors=[], editor=editor, absent=chunk.absent)


async def _keep_a_super_admin(unit: UnitOfWork, chunk: Chunk, compared: dict[int, Comparison | None]) -> None:
    """Refuse the rows that take the profile from the company's last active Super Admins."""
    leaving = {
        row: found
        for row, found in compared.items()
        if found and found.account.profile == Profile.SUPER_ADMIN and "profile" in found.after
    }
    if not leaving:
        return
    await lock_super_admins(unit.connection, company_id=chunk.company_id)
    ids = [found.account.id for found in leaving.values()]
    if not await has_super_admin_besides(unit.connection, company_id=chunk.company_id, user_ids=ids):
        for row, found in leaving.items():
            compared[row] = found.refused(("row", LastSuperAdminError.message))


async def _write(
    services: Services, unit: UnitOfWork, chunk: Chunk, *, changes: Sequence[_Change], import_id: UUID
) -> None:
    raw = unit.connection.raw
    versions = await change_accounts(raw, [each.now for each in changes], company_id=chunk.company_id)
    updates = [
        AccountUpdate(
            row=each.row,
            user_id=each.account.id,
            before=each.compared.before,
            after=each.compared.after,
            version=versions[each.account.id],
        )
        for each in changes
    ]
    await repository.keep_updates(raw, updates, import_id=import_id)
    if phones := [each.account.id for each in changes if each.gives("phone")]:
        # A code that is under way to the old phone would show that the new one is theirs.
        ended = await end_flows_by_sms(unit.connection, company_id=chunk.company_id, user_ids=phones)
        announce_ended_flows(services, unit, ended)
    if moved := [each for each in changes if each.gives(*POSITION)]:
        await _record(unit, chunk, moved)
        await _announce_rights(services, unit, chunk, moved=moved)


async def _record(unit: UnitOfWork, chunk: Chunk, moved: Sequence[_Change]) -> None:
    """Rights are recorded by account, as after a single edit; of other fields the rows of the import are the record."""
    await record_many(
        unit.connection.raw,
        [
            Subject(
                id=each.account.id,
                label=mask_email(each.account.email),
                before=_position(each.compared.before),
                after=_position(each.compared.after),
            )
            for each in moved
        ],
        action=AuditAction.USER_EDITED,
        company_id=chunk.company_id,
        actor_id=chunk.starter,
    )


def _position(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in POSITION if name in fields}


async def _announce_rights(services: Services, unit: UnitOfWork, chunk: Chunk, *, moved: Sequence[_Change]) -> None:
    """The sockets of those who are signed in get into the rooms of their new rights."""
    ids = [each.account.id for each in moved]
    signed_in = await users_with_sessions(unit.connection.raw, company_id=chunk.company_id, user_ids=ids)
    for each in moved:
        if each.account.id in signed_in:
            unit.after_commit(_changing_rights(services, each.now))


def _changing_rights(services: Services, now: ChangedAccount) -> Effect:
    changed = SessionChanged(role=Role(now.role), profile=None if now.profile is None else Profile(now.profile))
    return partial(services.publisher.change_rights, now.id, changed=changed)


def _result(row: int, found: Comparison | None) -> RowResult:
    if found is None:
        return RowResult(row, RowStatus.FAILED, DELETED, None, None, None)
    if found.change is None:
        message = "; ".join(message for _field, message in found.errors)
        return RowResult(row, RowStatus.FAILED, message, found.account.id, None, None)
    status = RowStatus.UPDATED if found.change is RowChange.CHANGED else RowStatus.UNCHANGED
    return RowResult(row, status, None, found.account.id, found.change, found.before or None)
