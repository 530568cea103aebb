"""Undo an ended import: what would happen, and the start. Workers do it by chunks."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.access.factors.fresh_proof import require_fresh_proof_for_many
from server.company.audit.repository import AuditAction
from server.people.account.account_rules import may_take_back
from server.people.imports.authority import find_for_action, lock_for_action
from server.people.imports.errors import WrongImportStateError
from server.people.imports.kept import REASONS, REASONS_OF_UPDATES, KeptBecause
from server.people.imports.read_import import PROGRESS, watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.run import undo_repository as repository
from server.people.imports.run.control_import import record_step
from server.people.imports.run.undo_accounts import undo_accounts
from server.people.imports.run.undo_repository import UndoGroup
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.people.work.chunk_repository import Step, begin_step
from server.platform.schemas import ResponseSchema
from server.platform.services import Context
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import covers

NOT_ENDED: Final = "An import can be undone once it has ended."
UNDONE_ALREADY: Final = "This import is undone already."
NOTHING_DONE: Final = "This import has created and changed no account that could be undone."
UNDOABLE: Final = frozenset({ImportState.COMPLETED, ImportState.CANCELLED})
UNDONE: Final = frozenset({ImportState.UNDOING, ImportState.UNDONE})


class KeptRows(ResponseSchema):
    reason: str = Field(description="a sentence")
    rows: int = Field(description="how many rows of the file")


class UndoResponse(ResponseSchema):
    """What undoing the import would do now."""

    accounts: int = Field(description="accounts that would be deleted")
    kept: list[KeptRows] = Field(description="rows whose accounts would stay, most first")
    updates: int = Field(description="rows whose changes would be taken back")
    kept_updates: list[KeptRows] = Field(description="rows whose changes would stay, most first")


async def preview_undo(context: Context, import_id: UUID) -> UndoResponse:
    """How many accounts would be deleted or changed back now, and why others would stay.

    Raises:
        NotFoundError, ForbiddenError: see find_for_action.
        WrongImportStateError: it has not ended, has done nothing or is undone already.

    """
    company_id, actor_id, identity = context.company_id, context.user_id, context.identity
    async with context.services.database.reading() as connection:
        found = await find_for_action(connection, identity=identity, import_id=import_id)
        if found.state in UNDONE:
            raise WrongImportStateError(UNDONE_ALREADY)
        _refuse(found)
        created = await repository.count_created(connection, company_id=company_id, import_id=import_id)
        updates = await repository.count_updates(
            connection, company_id=company_id, import_id=import_id, actor_id=actor_id
        )
    accounts, kept = _counted((each, covers(identity.profile, each.profile)) for each in created)
    updated, kept_updates = _counted((each, _may_take_back(each, identity=identity)) for each in updates)
    return UndoResponse(
        accounts=accounts,
        kept=[KeptRows(reason=REASONS[why], rows=rows) for why, rows in kept],
        updates=updated,
        kept_updates=[KeptRows(reason=REASONS_OF_UPDATES[why], rows=rows) for why, rows in kept_updates],
    )


def _may_take_back(group: UndoGroup, *, identity: Identity) -> bool:
    return may_take_back(
        identity.profile, is_own=group.is_own, profile=group.profile, moves=group.moves, former=group.former
    )


def _counted(groups: Iterable[tuple[UndoGroup, bool]]) -> tuple[int, list[tuple[KeptBecause, int]]]:
    """(rows that are taken back; those of each reason to keep them, most first). Each group with whether it may be."""
    rows: Counter[KeptBecause | None] = Counter()
    for group, is_allowed in groups:
        rows[group.kept or (None if is_allowed else KeptBecause.NOT_ALLOWED)] += group.rows
    taken_back = rows.pop(None, 0)
    return taken_back, [(why, count) for why, count in rows.most_common() if why is not None]


async def undo_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Start to take back what has been created and changed and is unused since. Repeated, it changes nothing.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it has not ended, or has done nothing.
        StepUpRequiredError: it concerns many people.

    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=context.identity, import_id=import_id)
        if found.state not in UNDONE:
            _refuse(found)
            people = found.created_count + found.changed_count
            await require_fresh_proof_for_many(unit.connection, context.identity, people=people)
            await begin_step(unit.connection, work_id=import_id, step=Step.UNDO)
            await repository.mark_undoing(
                unit.connection, company_id=context.company_id, import_id=import_id, undone_by=context.user_id
            )
            after = {"created": found.created_count, "changed": found.changed_count}
            await record_step(unit, found, AuditAction.IMPORT_UNDO_STARTED, after=after)
            unit.after_commit(partial(unit.services.jobs.enqueue, undo_accounts.job(import_id=import_id)))
            PROGRESS.announce(unit, import_id)
    return await watchable_snapshot(context.services, identity=context.identity, import_id=import_id)


def _refuse(found: Import) -> None:
    if found.state not in UNDOABLE:
        raise WrongImportStateError(NOT_ENDED)
    if not found.created_count and not found.changed_count:
        raise WrongImportStateError(NOTHING_DONE)
