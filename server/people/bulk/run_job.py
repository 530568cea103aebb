"""Do a bulk job, chunk by chunk: the worker's part.

A chunk is claimed, judged, done and counted in one transaction. A worker killed in it has changed nothing; a repeated
job finds nothing to claim.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.account.account_rules import Account, change_of, is_super_admin, takes_a_super_admin
from server.people.account.authority import super_admins_to_keep
from server.people.account.change_repository import lock_accounts
from server.people.account.errors import LastSuperAdminError
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import announce_changes
from server.people.bulk import chunk_repository as repository
from server.people.bulk.actions import perform
from server.people.bulk.chunk_repository import Chunk, ChunkOutcome, ChunkRow, RowResult
from server.people.bulk.end_notices import notify_completed
from server.people.bulk.judge import DELETED, NOT_FOUND, Facts, Judge, Verdict, refused
from server.people.bulk.outcome import Outcome
from server.people.bulk.progress import publish_chunk
from server.people.bulk.repository import get_job
from server.people.bulk.states import BulkAction, BulkRowStatus, BulkState
from server.people.chunks.lanes import SLICE_SECONDS, run_lanes
from server.platform.database.connections import UnitOfWork
from server.platform.process.jobs import Queue, job
from server.platform.services import Services


class _CancelledError(Exception):
    """The job was cancelled while a chunk was being done: the chunk is rolled back."""


@job(Queue.WORK)
async def run_bulk_job(services: Services, *, job_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    """Do chunks for `seconds`; the rest is enqueued again."""
    do_next = partial(_do_unless_cancelled, services, job_id=job_id)
    if await run_lanes(do_next, work_id=job_id, seconds=seconds):
        await services.jobs.enqueue(run_bulk_job.job(job_id=job_id))


async def _do_unless_cancelled(services: Services, *, job_id: UUID) -> bool:
    try:
        return await do_next_chunk(services, job_id=job_id)
    except _CancelledError:
        return False


async def do_next_chunk(services: Services, *, job_id: UUID) -> bool:
    """Claim and do one chunk; False where none was left to claim."""
    async with services.database.unit_of_work() as unit:
        connection = unit.connection
        chunk = await repository.claim_chunk(connection, job_id=job_id)
        if chunk is None:
            return False
        results = await _do(services, unit, chunk)
        await repository.store_results(connection, results, job_id=job_id)
        state = await repository.finish_chunk(connection, chunk, outcome=_outcome(results))
        if state is None:
            raise _CancelledError
        await _announce(services, unit, chunk, state=state)
    return True


async def _do(services: Services, unit: UnitOfWork, chunk: Chunk) -> list[RowResult]:
    rows = await repository.read_rows(unit.connection, chunk, status=BulkRowStatus.WAITING)
    accounts = await lock_accounts(
        unit.connection,
        [each.user_id for each in rows],
        company_id=chunk.company_id,
        to_delete=chunk.order.action is BulkAction.DELETE,
    )
    facts = await repository.read_facts_of(unit.connection, chunk, list(accounts))
    judge_alike = Judge(order=chunk.order, editor=chunk.editor)
    verdicts = {each.user_id: _judge(each, accounts, facts, judge=judge_alike) for each in rows}
    await _keep_a_super_admin(unit, chunk, accounts, verdicts=verdicts)
    concerned = [accounts[each] for each, verdict in verdicts.items() if verdict.status is BulkRowStatus.DONE]
    outcomes = await perform(services, unit, chunk, accounts=concerned) if concerned else {}
    _announce_changes(services, unit, chunk, outcomes=outcomes)
    return [_result(each, verdicts[each.user_id], outcomes.get(each.user_id)) for each in rows]


def _judge(row: ChunkRow, accounts: Mapping[UUID, Account], facts: Mapping[UUID, Facts], *, judge: Judge) -> Verdict:
    account = accounts.get(row.user_id)
    if account is None:
        return refused(DELETED if row.was_found else NOT_FOUND)
    return judge(account, facts[account.id])


async def _keep_a_super_admin(
    unit: UnitOfWork, chunk: Chunk, accounts: Mapping[UUID, Account], *, verdicts: dict[UUID, Verdict]
) -> None:
    """Refuse what would leave the company without an active Super Admin."""
    leaving = [
        user_id
        for user_id, verdict in verdicts.items()
        if verdict.status is BulkRowStatus.DONE and _leaves(accounts[user_id], chunk)
    ]
    for user_id in await super_admins_to_keep(unit.connection, company_id=chunk.company_id, leaving=leaving):
        verdicts[user_id] = refused(LastSuperAdminError.message)


def _leaves(account: Account, chunk: Chunk) -> bool:
    if not is_super_admin(account):
        return False
    return chunk.order.action is BulkAction.DELETE or takes_a_super_admin(change_of(account, chunk.order.wanted))


def _result(row: ChunkRow, verdict: Verdict, outcome: Outcome | None) -> RowResult:
    if outcome is None:
        return RowResult(row.row, verdict.status, verdict.reason)
    return RowResult(row.row, outcome.status, outcome.reason, outcome.before, outcome.version)


def _outcome(results: Sequence[RowResult]) -> ChunkOutcome:
    counted = Counter(each.status for each in results)
    return ChunkOutcome(
        done=counted[BulkRowStatus.DONE],
        unchanged=counted[BulkRowStatus.UNCHANGED],
        failed=counted[BulkRowStatus.FAILED],
    )


def _announce_changes(services: Services, unit: UnitOfWork, chunk: Chunk, *, outcomes: Mapping[UUID, Outcome]) -> None:
    """The list of people shows them; of sessions it shows nothing."""
    changed = [user_id for user_id, outcome in outcomes.items() if outcome.status is BulkRowStatus.DONE]
    if changed and chunk.order.action is not BulkAction.SIGN_OUT:
        kind = UsersChangeKind.DELETED if chunk.order.action is BulkAction.DELETE else UsersChangeKind.UPDATED
        announce_changes(services, unit, kind=kind, company_id=chunk.company_id, user_ids=changed)


async def _announce(services: Services, unit: UnitOfWork, chunk: Chunk, *, state: BulkState) -> None:
    ended = state is BulkState.COMPLETED
    if ended:
        await _end(services, unit, chunk)
    # The throttle may still be waiting.
    publish_chunk(services, unit, chunk.job_id, now=ended or chunk.number == 1)


async def _end(services: Services, unit: UnitOfWork, chunk: Chunk) -> None:
    found = await get_job(unit.connection, job_id=chunk.job_id)
    if found is not None:
        await notify_completed(services, unit, found)
        await record(
            unit.connection,
            action=AuditAction.BULK_ENDED,
            company_id=found.company_id,
            actor_id=found.started_by,
            subject_id=found.id,
            subject_label=found.label,
            after={"state": found.state.value, **found.counts},
        )
