"""Do a bulk job, and undo it, chunk by chunk: the worker's part."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.account.account_rules import Account, change_of, is_super_admin, takes_a_super_admin
from server.people.account.change_accounts import super_admins_to_keep
from server.people.account.change_repository import lock_accounts
from server.people.account.errors import LastSuperAdminError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.bulk import people_repository, repository
from server.people.bulk.actions import perform, take_back
from server.people.bulk.end_notices import notify_completed
from server.people.bulk.people_repository import ChunkRow
from server.people.bulk.read_job import PROGRESS
from server.people.bulk.repository import Assignment, StoredJob
from server.people.bulk.rules import DELETED, NO_LONGER_ALLOWED, NOT_FOUND, Facts, Verdict, failed, judge
from server.people.bulk.states import BulkAction, BulkRowStatus, BulkState, permission_of
from server.people.work.chunk_repository import Chunk, Step
from server.people.work.engine import SLICE_SECONDS, ChunkOperation, WorkCancelledError, run_work
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.process.jobs import Queue, job
from server.platform.services import Services, ServiceWork
from server.vocabulary.profiles import permissions_of

Counted: TypeAlias = Counter[BulkRowStatus]


@job(Queue.WORK)
async def run_bulk_job(services: Services, *, job_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    await run_work(services, BULK_RUN, job_id, again=run_bulk_job.job(job_id=job_id), seconds=seconds)


@job(Queue.WORK)
async def undo_bulk_job(services: Services, *, job_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    await run_work(services, BULK_UNDO, job_id, again=undo_bulk_job.job(job_id=job_id), seconds=seconds)


class _OfJob(ChunkOperation[Assignment, Counted]):
    progress = PROGRESS

    async def read_order(self, connection: Connection, work_id: UUID) -> Assignment | None:
        return await repository.read_assignment(connection, job_id=work_id, step=self.step)

    async def count(self, connection: Connection, order: Assignment, result: Counted) -> None:
        if not await repository.count_chunk(connection, order, counted=result):
            raise WorkCancelledError


class RunJob(_OfJob):
    """Judge the people of a chunk by the rights that the starter has now, and do the action to those it concerns."""

    step = Step.RUN

    async def do_rows(self, unit: ServiceWork, order: Assignment, *, chunk: Chunk) -> Counted:
        connection, action = unit.connection, order.order.action
        rows = await people_repository.read_rows(connection, chunk, status=BulkRowStatus.WAITING)
        accounts = await _lock(unit, order, rows)
        facts = await people_repository.read_facts(connection, order, list(accounts))
        judged = _judge(order, rows, accounts=accounts, facts=facts)
        await _keep_a_super_admin(unit, order, accounts, judged=judged)
        concerned = [accounts[each] for each, verdict in judged.items() if verdict.status is BulkRowStatus.DONE]
        done = await perform(unit, order, accounts=concerned) if concerned else {}
        changed = [user_id for user_id, each in done.items() if each.status is BulkRowStatus.DONE]
        # The list of people shows nothing of sessions.
        if changed and action is not BulkAction.SIGN_OUT:
            kind = UsersChangeKind.DELETED if action is BulkAction.DELETE else UsersChangeKind.UPDATED
            announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=changed)
        outcomes = [(each.row, done.get(each.user_id, judged[each.user_id])) for each in rows]
        await people_repository.store_outcomes(connection, outcomes, job_id=chunk.work_id)
        return Counter(each.status for _, each in outcomes)

    async def end(self, unit: ServiceWork, order: Assignment) -> None:
        found = await _ended(unit, order, state=BulkState.COMPLETED)
        await notify_completed(unit, found)
        await record(
            unit.connection,
            action=AuditAction.BULK_ENDED,
            company_id=found.company_id,
            actor_id=found.started_by,
            subject_id=found.id,
            subject_label=found.label,
            after={"state": found.state.value, **found.counts},
        )


class UndoJob(_OfJob):
    """Give the people of a chunk what they had before the job, where nothing of it has been changed since."""

    step = Step.UNDO

    async def do_rows(self, unit: ServiceWork, order: Assignment, *, chunk: Chunk) -> Counted:
        rows = await people_repository.read_rows(unit.connection, chunk, status=BulkRowStatus.DONE)
        if permission_of(order.order.action) in permissions_of(order.editor.profile):
            accounts = await _lock(unit, order, rows)
            kept = await take_back(unit, order, chunk=chunk, rows=rows, accounts=accounts)
        else:
            kept = {each.user_id: NO_LONGER_ALLOWED for each in rows}
        outcomes = [(each.row, _undone(each, kept.get(each.user_id))) for each in rows]
        await people_repository.store_outcomes(unit.connection, outcomes, job_id=chunk.work_id)
        if undone := [each.user_id for each in rows if each.user_id not in kept]:
            kind = UsersChangeKind.UPDATED
            announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=undone)
        return Counter({BulkRowStatus.UNDONE: len(undone)})

    async def end(self, unit: ServiceWork, order: Assignment) -> None:
        found = await _ended(unit, order, state=BulkState.UNDONE)
        await record(
            unit.connection,
            action=AuditAction.BULK_UNDONE,
            company_id=found.company_id,
            actor_id=found.undone_by,
            subject_id=found.id,
            subject_label=found.label,
            after={"action": found.action.value, "undone": found.undone, "kept": found.done - found.undone},
        )


BULK_RUN, BULK_UNDO = RunJob(), UndoJob()


async def _ended(unit: UnitOfWork, order: Assignment, *, state: BulkState) -> StoredJob:
    await repository.set_state(unit.connection, company_id=order.company_id, job_id=order.job_id, state=state)
    found = await repository.find_job(unit.connection, company_id=order.company_id, job_id=order.job_id)
    assert found is not None  # noqa: S101 - locked by the count of its chunk
    return found


async def _lock(unit: UnitOfWork, order: Assignment, rows: Sequence[ChunkRow]) -> dict[UUID, Account]:
    return await lock_accounts(
        unit.connection,
        [each.user_id for each in rows],
        company_id=order.company_id,
        to_delete=order.order.action is BulkAction.DELETE,
    )


def _judge(
    order: Assignment, rows: Sequence[ChunkRow], *, accounts: Mapping[UUID, Account], facts: Mapping[UUID, Facts]
) -> dict[UUID, Verdict]:
    """People who are alike for the rules are judged once."""
    known: dict[object, Verdict] = {}
    judged: dict[UUID, Verdict] = {}
    for row in rows:
        account = accounts.get(row.user_id)
        if account is None:
            judged[row.user_id] = failed(DELETED if row.was_found else NOT_FOUND)
            continue
        is_own, of_account = account.id == order.editor.user_id, facts[account.id]
        texts = map(account.value, order.order.wanted)
        alike = (account.role, account.profile, account.is_active, is_own, of_account, *texts)
        if alike not in known:
            known[alike] = judge(account, of_account, order=order.order, editor=order.editor)
        judged[row.user_id] = known[alike]
    return judged


async def _keep_a_super_admin(
    unit: UnitOfWork, order: Assignment, accounts: Mapping[UUID, Account], *, judged: dict[UUID, Verdict]
) -> None:
    """Refuse what would leave the company without an active Super Admin."""
    leaving = [
        user_id
        for user_id, verdict in judged.items()
        if verdict.status is BulkRowStatus.DONE and _leaves(accounts[user_id], order)
    ]
    staying = await super_admins_to_keep(unit.connection, company_id=order.company_id, leaving=leaving)
    judged |= dict.fromkeys(staying, failed(LastSuperAdminError.message))


def _leaves(account: Account, order: Assignment) -> bool:
    if not is_super_admin(account):
        return False
    return order.order.action is BulkAction.DELETE or takes_a_super_admin(change_of(account, order.order.wanted))


def _undone(row: ChunkRow, kept: str | None) -> Verdict:
    status = BulkRowStatus.UNDONE if kept is None else BulkRowStatus.DONE
    return Verdict(status, kept, row.before, row.version)
