"""Send a batch of due invitations, and report what became of them."""

from collections.abc import Iterable, Sequence
from typing import Protocol
from uuid import UUID

from server.messaging.messages.delivery import BATCH_LEASE, Attempt, deliver
from server.messaging.messages.kinds import MessageState
from server.messaging.messages.repository import record_attempts
from server.messaging.messages.sending import SendingServices
from server.people.account.change_repository import lock_users, settle_invitations
from server.people.account.events import UsersChangeKind, publish_users_changed
from server.people.invitations.claim_invitations import ClaimedInvitations, claim_invitations
from server.people.invitations.errors import STOPPED
from server.people.invitations.limits import InvitationLimits
from server.people.invitations.notify_administrators import notify_undelivered, notify_waiting
from server.people.invitations.repository import DueInvitation
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.invitation_state import Invitation


class ImportInvitationsSent(Protocol):
    async def __call__(self, services: Services, unit: UnitOfWork, import_ids: Sequence[tuple[UUID, UUID]]) -> None:
        """Within the transaction that records them: (company, import) of each invitation of an import."""
        ...


class ImportInvitationsFailed(Protocol):
    async def __call__(self, services: Services, import_ids: Iterable[tuple[UUID, UUID]]) -> None:
        """(company, import) of invitations that could not be delivered; once that is committed."""
        ...


async def send_invitations(
    services: SendingServices,
    *,
    limit: int,
    import_sent: ImportInvitationsSent,
    import_failed: ImportInvitationsFailed,
) -> Sequence[Attempt] | None:
    """The attempts at those that may be sent now; None where none was due."""
    claimed = await _claim(services, limit=limit)
    if claimed.stopped:
        await _publish_changes(services, claimed.stopped)
        await _report_failed(services, claimed.stopped, reason=STOPPED, import_failed=import_failed)
    await notify_waiting(services, claimed.waiting)
    if not claimed.messages:
        return [] if claimed.decided else None
    attempts = await deliver(services.bulk_providers, claimed.messages)
    await _record(services, claimed, attempts, import_sent=import_sent, import_failed=import_failed)
    return attempts


async def _claim(services: SendingServices, *, limit: int) -> ClaimedInvitations:
    async with services.database.unit_of_work() as unit:
        return await claim_invitations(
            unit.connection,
            limit=limit,
            lease=BATCH_LEASE,
            keys=services.keys,
            limits=InvitationLimits.from_settings(services.settings),
        )


async def _record(
    services: SendingServices,
    claimed: ClaimedInvitations,
    attempts: Sequence[Attempt],
    *,
    import_sent: ImportInvitationsSent,
    import_failed: ImportInvitationsFailed,
) -> None:
    """An account's `invitation` and its import's count follow the messages."""
    async with services.database.unit_of_work() as unit:
        connection = unit.connection
        await lock_users(connection, [invitation.user_id for invitation in claimed.invitations.values()])
        states = await record_attempts(connection, claimed.messages, attempts)
        settled = [(claimed.invitations[message_id], state) for message_id, state in states.items()]
        await settle_invitations(
            connection,
            [(each.company_id, each.user_id, Invitation(state.value)) for each, state in settled],
        )
        # An import counts the people that its invitations have reached, not the invitations to each.
        sent = [each for each, state in settled if state is MessageState.SENT and each.occasion is None]
        await import_sent(services, unit, _imports(sent))
    await _publish_changes(services, [each for each, _ in settled if each.import_id is None])
    failed = [each for each, state in settled if state is MessageState.FAILED]
    await _report_failed(services, failed, reason=None, import_failed=import_failed)


async def _report_failed(
    services: Services, failed: Sequence[DueInvitation], *, reason: str | None, import_failed: ImportInvitationsFailed
) -> None:
    """In transactions of their own: mails of the same batch that were sent must not be sent again because of this."""
    await import_failed(services, dict.fromkeys(_imports(failed)))
    await notify_undelivered(services, [each for each in failed if each.import_id is None], reason=reason)


async def _publish_changes(services: Services, changed: Sequence[DueInvitation]) -> None:
    for company_id in dict.fromkeys(invitation.company_id for invitation in changed):
        ids = [invitation.user_id for invitation in changed if invitation.company_id == company_id]
        await publish_users_changed(services, company_id=company_id, kind=UsersChangeKind.UPDATED, ids=ids)


def _imports(invitations: Sequence[DueInvitation]) -> list[tuple[UUID, UUID]]:
    return [(each.company_id, each.import_id) for each in invitations if each.import_id is not None]
