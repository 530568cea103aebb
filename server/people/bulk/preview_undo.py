"""What undoing a job would do now."""

from collections import Counter

from server.people.account.account_rules import Editor
from server.people.batches.errors import BatchArchivedError
from server.people.batches.member_repository import is_batch_open
from server.people.bulk import undo_plan_repository as repository
from server.people.bulk.batch_people import BATCH_DELETED
from server.people.bulk.kept import why_kept, why_kept_in_batch
from server.people.bulk.repository import Job
from server.people.bulk.states import OF_BATCHES, BulkAction
from server.platform.database.connections import Connection


async def count_undo(connection: Connection, found: Job, *, editor: Editor) -> Counter[str | None]:
    """People that the job has changed, by why they would stay as they are; None: they would be as before."""
    kept: Counter[str | None] = Counter()
    if found.action not in OF_BATCHES:
        assert editor.user_id is not None  # noqa: S101 - a caller
        for done in await repository.count_done(connection, found, actor_id=editor.user_id):
            why = why_kept(
                done.account, is_changed=done.is_changed, former=done.former, editor=editor, action=found.action
            )
            kept[why] += done.people
        return kept
    closed = await _why_closed(connection, found)
    for member in await repository.count_members(connection, found):
        why = why_kept_in_batch(
            member.account, added_at=member.added_at, done_at=member.done_at, editor=editor, action=found.action
        )
        kept[why or closed] += member.people
    return kept


async def _why_closed(connection: Connection, found: Job) -> str | None:
    """Why the batch takes none of its people back."""
    if found.action is BulkAction.ADD_TO_BATCH:
        return None
    if found.batch_id is None:
        return BATCH_DELETED
    is_open = await is_batch_open(connection, company_id=found.company_id, batch_id=found.batch_id)
    if is_open is None:
        return BATCH_DELETED
    return None if is_open else BatchArchivedError.message
