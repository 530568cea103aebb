"""The part of a chunk that updates accounts, in its transaction.

Every row is compared with its account as it is now, by the rights that its starter has now. What is changed is locked
first and compared again; an account without a change is neither locked nor written to.
"""

from collections.abc import Container, Mapping, Sequence
from typing import Final
from uuid import UUID

from server.people.account.account_rules import ACCOUNT, Change, Editor, takes_a_super_admin
from server.people.account.authority import super_admins_to_keep
from server.people.account.change_accounts import change_accounts
from server.people.account.change_repository import lock_accounts
from server.people.account.errors import LastSuperAdminError
from server.people.imports.checking.compare_accounts import Comparison, compare
from server.people.imports.run import batch_repository
from server.people.imports.run import update_repository as repository
from server.people.imports.run.chunk_repository import Chunk, ChunkOutcome
from server.people.imports.run.update_repository import RowOfAccount, RowResult
from server.people.imports.states import RowChange, RowStatus
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.fields import POSITION

DELETED: Final = "The account has been deleted since the preview"


async def update_accounts(services: Services, unit: UnitOfWork, chunk: Chunk, *, import_id: UUID) -> ChunkOutcome:
    """Update the accounts of the chunk's rows, and store what became of these rows."""
    raw = unit.connection.raw
    rows = await repository.rows_of_accounts(raw, chunk, import_id=import_id)
    if not rows:
        return ChunkOutcome()
    editor = Editor(user_id=chunk.starter, profile=chunk.starter_profile)
    added = await batch_repository.rows_that_add(raw, chunk, import_id=import_id) if chunk.names_batches else {}
    rows = [each._replace(added=added.get(each.row)) for each in rows] if added else rows
    compared = {each.row: _compare(each, editor=editor, absent=chunk.absent) for each in rows}
    changes = _changes(compared)
    if changes:
        await _compare_locked(unit, chunk, rows, compared=compared, changes=changes)
        changes = await _keep_a_super_admin(unit, chunk, compared)
    if written := {row: each for row, each in changes.items() if each.after}:
        await _write(services, unit, chunk, changes=written, import_id=import_id)
    results = [_result(row, found) for row, found in compared.items()]
    await repository.store_results(raw, results, import_id=import_id)
    unchanged = sum(each.status is RowStatus.UNCHANGED for each in results)
    return ChunkOutcome(changed=len(changes), unchanged=unchanged, failed=len(results) - len(changes) - unchanged)


async def _compare_locked(
    unit: UnitOfWork,
    chunk: Chunk,
    rows: Sequence[RowOfAccount],
    *,
    compared: dict[int, Comparison | None],
    changes: Mapping[int, Change],
) -> None:
    """Lock the accounts that are to be changed, and compare them as they are now."""
    user_ids = [each.account.id for each in changes.values()]
    locked = await lock_accounts(unit.connection.raw, user_ids, company_id=chunk.company_id)
    editor = Editor(user_id=chunk.starter, profile=chunk.starter_profile)
    for each in rows:
        if (change := changes.get(each.row)) is not None:
            now = each._replace(account=locked.get(change.account.id))
            compared[each.row] = _compare(now, editor=editor, absent=chunk.absent)


def _changes(compared: Mapping[int, Comparison | None]) -> dict[int, Change]:
    return {
        row: found.as_change
        for row, found in compared.items()
        if found is not None and found.change is RowChange.CHANGED
    }


def _compare(row: RowOfAccount, *, editor: Editor, absent: Container[str]) -> Comparison | None:
    """None without an account. The row has no error that an update refuses: the check has seen to that."""
    if row.account is None:
        return None
    comparison = compare(row.values, row.account, errors=[], editor=editor, absent=absent)
    if row.added is None:
        return comparison
    return comparison.with_batches(before=row.added.present, after=row.added.cell, editor=editor)


async def _keep_a_super_admin(
    unit: UnitOfWork, chunk: Chunk, compared: dict[int, Comparison | None]
) -> dict[int, Change]:
    """The changes without those, now refused, that take the profile from the company's last active Super Admins."""
    changes = _changes(compared)
    leaving = {row: each.account.id for row, each in changes.items() if takes_a_super_admin(each)}
    staying = await super_admins_to_keep(unit.connection, company_id=chunk.company_id, leaving=leaving.values())
    for row in [row for row, user_id in leaving.items() if user_id in staying]:
        if (found := compared[row]) is not None:
            compared[row] = found.refused((ACCOUNT, LastSuperAdminError.message))
        del changes[row]
    return changes


async def _write(
    services: Services, unit: UnitOfWork, chunk: Chunk, *, changes: Mapping[int, Change], import_id: UUID
) -> None:
    company_id, actor_id = chunk.company_id, chunk.starter
    # Of fields that give no rights the rows of the import are the record.
    versions = await change_accounts(
        services, unit, list(changes.values()), company_id=company_id, actor_id=actor_id, recorded=POSITION
    )
    await repository.keep_updates(unit.connection.raw, changes, versions=versions, import_id=import_id)


def _result(row: int, found: Comparison | None) -> RowResult:
    if found is None:
        return RowResult(row, RowStatus.FAILED, DELETED, None, None, None)
    if found.change is None:
        message = "; ".join(message for _field, message in found.errors)
        return RowResult(row, RowStatus.FAILED, message, found.account.id, None, None)
    status = RowStatus.UPDATED if found.change is RowChange.CHANGED else RowStatus.UNCHANGED
    return RowResult(row, status, None, found.account.id, found.change, found.before or None)
