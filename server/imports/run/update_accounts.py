"""The part of a chunk that updates accounts, in its transaction.

Every row is compared with its account as it is now, by the rights that its starter has now. What is changed is locked
first and compared again; an account without a change is neither locked nor written to.
"""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from server.database import UnitOfWork
from server.identity.profiles import Profile
from server.imports.checking.compare_accounts import Comparison, Editor, compare
from server.imports.run import update_repository as repository
from server.imports.run.change_accounts import Change, change_now
from server.imports.run.chunk_repository import Chunk, ChunkOutcome
from server.imports.run.update_repository import AccountUpdate, RowOfAccount, RowResult
from server.imports.states import RowChange, RowStatus
from server.services import Services
from server.users.change_repository import (
    has_super_admin_besides,
    lock_super_admins,
)
from server.users.errors import LastSuperAdminError

DELETED: Final = "The account has been deleted since the preview"


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


def _changes(compared: Mapping[int, Comparison | None]) -> list[Change]:
    return [
        Change(row=row, account=found.account, before=found.before, after=found.after)
        for row, found in compared.items()
        if found is not None and found.change is RowChange.CHANGED
    ]


def _compare(row: RowOfAccount, chunk: Chunk) -> Comparison | None:
    """None without an account. The row has no error that an update refuses: the check has seen to that."""
    if row.account is None:
        return None
    # A starter who has been deactivated may not even change the own account.
    editor = Editor(user_id=chunk.starter if chunk.starter_profile else None, profile=chunk.starter_profile)
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
    services: Services, unit: UnitOfWork, chunk: Chunk, *, changes: Sequence[Change], import_id: UUID
) -> None:
    versions = await change_now(services, unit, changes, company_id=chunk.company_id, actor_id=chunk.starter)
    updates = [
        AccountUpdate(
            row=each.row,
            user_id=each.account.id,
            before=each.before,
            after=each.after,
            version=versions[each.account.id],
        )
        for each in changes
    ]
    await repository.keep_updates(unit.connection.raw, updates, import_id=import_id)


def _result(row: int, found: Comparison | None) -> RowResult:
    if found is None:
        return RowResult(row, RowStatus.FAILED, DELETED, None, None, None)
    if found.change is None:
        message = "; ".join(message for _field, message in found.errors)
        return RowResult(row, RowStatus.FAILED, message, found.account.id, None, None)
    status = RowStatus.UPDATED if found.change is RowChange.CHANGED else RowStatus.UNCHANGED
    return RowResult(row, status, None, found.account.id, found.change, found.before or None)
