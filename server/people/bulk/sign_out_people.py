"""End the sessions of many accounts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

from server.access.sessions.end_sessions import end_sessions_of_many
from server.access.sessions.events import SessionEndReason
from server.company.audit.repository import AuditAction, Subject, record_many
from server.people.account.account_rules import Account
from server.people.bulk.chunk_repository import Chunk
from server.people.bulk.outcome import Outcome
from server.people.bulk.states import BulkRowStatus
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label


async def sign_out_people(
    services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]
) -> Mapping[UUID, Outcome]:
    """Those whose last session has ended meanwhile are unchanged."""
    ended: defaultdict[UUID, list[str]] = defaultdict(list)
    for each in await end_sessions_of_many(
        services,
        unit,
        company_id=chunk.company_id,
        user_ids=[account.id for account in accounts],
        reason=SessionEndReason.REVOKED,
    ):
        ended[each.user_id].append(str(each.id))
    await record_many(
        unit.connection,
        [
            Subject(id=each.id, label=mask_label(each.label), before=None, after={"sessions": ended[each.id]})
            for each in accounts
            if each.id in ended
        ],
        action=AuditAction.SESSION_REVOKED,
        company_id=chunk.company_id,
        actor_id=chunk.editor.user_id,
    )
    unchanged = Outcome(status=BulkRowStatus.UNCHANGED)
    return {each.id: Outcome() if each.id in ended else unchanged for each in accounts}
