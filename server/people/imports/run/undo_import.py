"""Undo an ended import: what would happen, and the start. Workers do it by chunks."""

from collections import Counter
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof_for_many
from server.company.audit.repository import AuditAction, record
from server.people.account.account_rules import may_take_back
from server.people.imports.authority import find_for_action, lock_for_action
from server.people.imports.errors import WrongImportStateError
from server.people.imports.kept import REASONS, REASONS_OF_UPDATES, KeptBecause
from server.people.imports.progress import publish_snapshot
from server.people.imports.read_import import watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.run import undo_repository as repository
from server.people.imports.run.undo_accounts import undo_accounts
from server.people.imports.run.undo_plan_repository import JudgedUpdates, judge_accounts, judge_updates
from server.people.imports.run.undo_schemas import KeptRows, UndoResponse
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.permission_matrix import covers

NOT_ENDED: Final = "An import can be undone once it has ended."
UNDONE_ALREADY: Final = "This import is undone already."
NOTHING_DONE: Final = "This import has created and changed no account that could be undone."
UNDOABLE: Final = frozenset({ImportState.COMPLETED, ImportState.CANCELLED})
UNDONE: Final = frozenset({ImportState.UNDOING, ImportState.UNDONE})


async def preview_undo(services: Services, *, identity: Identity, import_id: UUID) -> UndoResponse:
    """How many accounts would be deleted or changed back now, and why others would stay.

    Raises:
        NotFoundError, ForbiddenError: see find_for_action.
        WrongImportStateError: it has not ended, has done nothing or is undone already.

    """
    async with services.database.reading() as connection:
        found = await find_for_action(connection, identity=identity, import_id=import_id)
        if found.state in UNDONE:
            raise WrongImportStateError(UNDONE_ALREADY)
        _refuse(found)
        owner = {"company_id": identity.company_id, "import_id": import_id}
        judged = await judge_accounts(connection, **owner)
        updates = await judge_updates(connection, **owner, actor_id=identity.user_id)
    accounts, kept = _counted(
        (each.kept or (None if covers(identity.profile, each.profile) else KeptBecause.NOT_ALLOWED), each.rows)
        for each in judged
    )
    updated, kept_updates = _counted(
        (each.kept or (None if _may_take_back(each, identity=identity) else KeptBecause.NOT_ALLOWED), each.rows)
        for each in updates
    )
    return UndoResponse(
        accounts=accounts,
        kept=[KeptRows(reason=REASONS[why], rows=rows) for why, rows in kept],
        updates=updated,
        kept_updates=[KeptRows(reason=REASONS_OF_UPDATES[why], rows=rows) for why, rows in kept_updates],
    )


def _may_take_back(judged: JudgedUpdates, *, identity: Identity) -> bool:
    return may_take_back(
        identity.profile, is_own=judged.is_own, profile=judged.profile, moves=judged.moves, former=judged.former
    )


def _counted(judged: Iterable[tuple[KeptBecause | None, int]]) -> tuple[int, list[tuple[KeptBecause, int]]]:
    """(rows that are taken back; those of each reason to keep them, most first)."""
    rows: Counter[KeptBecause | None] = Counter()
    for why, count in judged:
        rows[why] += count
    taken_back = rows.pop(None, 0)
    return taken_back, [(why, count) for why, count in rows.most_common() if why is not None]


async def undo_import(
    services: Services, *, identity: Identity, import_id: UUID, address: str | None
) -> ImportSnapshot:
    """Start to take back what has been created and changed and is unused since. Repeated, it changes nothing.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it has not ended, or has done nothing.
        StepUpRequiredError: it concerns many people.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, import_id=import_id)
        if found.state not in UNDONE:
            _refuse(found)
            people = found.created_count + found.changed_count
            await require_fresh_proof_for_many(unit.connection, identity, people=people)
            await repository.mark_undoing(
                unit.connection, company_id=identity.company_id, import_id=import_id, undone_by=identity.user_id
            )
            await record(
                unit.connection,
                action=AuditAction.IMPORT_UNDO_STARTED,
                by=identity,
                subject_id=import_id,
                subject_label=found.file_name,
                address=address,
                after={"created": found.created_count, "changed": found.changed_count},
            )
            unit.after_commit(lambda: services.jobs.enqueue(undo_accounts.job(import_id=import_id)))
            unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


def _refuse(found: Import) -> None:
    if found.state not in UNDOABLE:
        raise WrongImportStateError(NOT_ENDED)
    if not found.created_count and not found.changed_count:
        raise WrongImportStateError(NOTHING_DONE)
