"""Put the people of a chunk into a batch, and take them out of it; or take that back."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, Subject, record_many
from server.people.account.account_rules import Account
from server.people.batches.errors import BatchArchivedError
from server.people.batches.events import BatchesChangeKind
from server.people.batches.members import add_people, remove_people
from server.people.batches.publish_change import announce_batches
from server.people.bulk.chunk_repository import Chunk, ChunkRow, read_added_at
from server.people.bulk.kept import why_kept_in_batch
from server.people.bulk.outcome import Outcome
from server.people.bulk.states import BulkAction, BulkRowStatus
from server.platform.database.connections import UnitOfWork
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label

BATCH_DELETED: Final = "The batch has been deleted meanwhile"


async def add_to_batch(
    services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]
) -> Mapping[UUID, Outcome]:
    """Those who are in it by now are unchanged; where it has been archived meanwhile, all fail."""
    try:
        added = await _add(services, unit, chunk, accounts=accounts)
    except BatchArchivedError as error:
        return dict.fromkeys((each.id for each in accounts), _failed(error.shown))
    except NotFoundError:
        return dict.fromkeys((each.id for each in accounts), _failed(BATCH_DELETED))
    return {each.id: _DONE if each.id in added else _UNCHANGED for each in accounts}


async def remove_from_batch(
    services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]
) -> Mapping[UUID, Outcome]:
    """Those who are out of it by now are unchanged."""
    removed = await _remove(services, unit, chunk, accounts=accounts)
    return {each.id: _DONE if each.id in removed else _UNCHANGED for each in accounts}


async def take_back_of_batch(
    services: Services, unit: UnitOfWork, chunk: Chunk, *, rows: Sequence[ChunkRow], accounts: Mapping[UUID, Account]
) -> dict[UUID, str]:
    """Why people stay in the batch, or out of it; the others are where they were before the job."""
    added_at = await read_added_at(unit.connection, chunk, [each.user_id for each in rows])
    kept = {each.user_id: why for each in rows if (why := _why_kept(each, accounts, added_at, chunk=chunk))}
    taken = [accounts[each.user_id] for each in rows if each.user_id not in kept]
    if not taken:
        return kept
    if chunk.order.action is BulkAction.ADD_TO_BATCH:
        await _remove(services, unit, chunk, accounts=taken)
        return kept
    outcomes = await add_to_batch(services, unit, chunk, accounts=taken)
    return kept | {user_id: each.reason for user_id, each in outcomes.items() if each.reason is not None}


def _why_kept(
    row: ChunkRow, accounts: Mapping[UUID, Account], added_at: Mapping[UUID, datetime], *, chunk: Chunk
) -> str | None:
    return why_kept_in_batch(
        accounts.get(row.user_id),
        added_at=added_at.get(row.user_id),
        done_at=chunk.moment,
        editor=chunk.editor,
        action=chunk.order.action,
    )


async def _add(services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]) -> set[UUID]:
    """Raises NotFoundError, BatchArchivedError."""
    if chunk.order.batch_id is None:
        raise NotFoundError
    added = set(
        await add_people(
            unit.connection,
            [each.id for each in accounts],
            company_id=chunk.company_id,
            batch_id=chunk.order.batch_id,
        )
    )
    await _record(services, unit, chunk, accounts=[each for each in accounts if each.id in added], is_added=True)
    return added


async def _remove(services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]) -> set[UUID]:
    removed = set(
        await remove_people(
            unit.connection,
            [each.id for each in accounts],
            company_id=chunk.company_id,
            batch_id=_batch_of(chunk),
        )
    )
    await _record(services, unit, chunk, accounts=[each for each in accounts if each.id in removed], is_added=False)
    return removed


async def _record(
    services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account], is_added: bool
) -> None:
    """Record and publish what has changed."""
    if not accounts:
        return
    batch, no_batch = {"batch": chunk.batch_name}, {"batch": None}
    before, after = (no_batch, batch) if is_added else (batch, no_batch)
    await record_many(
        unit.connection,
        [Subject(id=each.id, label=mask_label(each.label), before=before, after=after) for each in accounts],
        action=AuditAction.USER_ADDED_TO_BATCH if is_added else AuditAction.USER_REMOVED_FROM_BATCH,
        company_id=chunk.company_id,
        actor_id=chunk.editor.user_id,
    )
    announce_batches(
        services,
        unit,
        company_id=chunk.company_id,
        kind=BatchesChangeKind.MEMBERS,
        ids=[_batch_of(chunk)],
    )


def _batch_of(chunk: Chunk) -> UUID:
    assert chunk.order.batch_id is not None  # noqa: S101 - an order of a batch has one
    return chunk.order.batch_id


def _failed(reason: str) -> Outcome:
    return Outcome(status=BulkRowStatus.FAILED, reason=reason)


_DONE: Final = Outcome()
_UNCHANGED: Final = Outcome(status=BulkRowStatus.UNCHANGED)
