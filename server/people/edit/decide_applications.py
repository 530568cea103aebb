"""Accept and decline applications, and read one's own."""

from collections.abc import Sequence
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof_for_many, require_fresh_proof_to_give
from server.company.audit.record import AuditAction, Subject, record_many
from server.people.account.account_rules import Account, Editor, change_of, refuse_change
from server.people.account.change_accounts import change_accounts
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import lock_accounts
from server.people.applications import repository as applications
from server.people.applications.schemas import AcceptRequest, ApplicationRecord, DeclineRequest
from server.people.stages.follow_profiles import decline_ways
from server.people.stages.repository import Mover
from server.platform.errors import existing
from server.platform.services import Context, Unit
from server.vocabulary.identifiers import mask_label


async def read_own_application(context: Context) -> ApplicationRecord:
    """Raises NotFoundError: the caller has not applied."""
    async with context.services.database.reading() as connection:
        return existing(await applications.find_application(connection, **context.actor.key))


async def accept(context: Context, form: AcceptRequest) -> int:
    """Give applicants a profile; who has one already is left alone. Return how many were accepted.

    Raises:
        ForbiddenError, ValidationFailedError: the caller may not give this profile, or the role does not fit it.
        StepUpRequiredError: it makes administrators, or concerns many people.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        changes = [
            change_of(account, {"profile": form.profile.value, "role": form.role.value})
            for account in await _lock_applicants(unit, form.ids)
        ]
        editor = Editor.of(context.actor, address=context.address)
        for change in changes:
            if refusal := refuse_change(change, editor=editor):
                raise refusal.error
        await require_fresh_proof_to_give(unit.connection, context, [form.profile])
        await require_fresh_proof_for_many(unit.connection, context, people=len(changes))
        if changes:
            await change_accounts(unit, changes, by=editor)
            ids = [change.account.id for change in changes]
            announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=ids)
        return len(changes)


async def decline(context: Context, form: DeclineRequest) -> int:
    """Decline applications that wait, with one reason; return how many were declined. The applicants stay."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        people = {account.id: account for account in await _lock_applicants(unit, form.ids)}
        declined = await applications.decline_applications(
            unit.connection, list(people), company_id=company_id, reason=form.reason
        )
        if declined:
            entries = [Subject(id=each, label=mask_label(people[each].label), before=None) for each in declined]
            by = Editor.of(context.actor, address=context.address)
            await record_many(unit.connection, entries, action=AuditAction.APPLICATION_DECLINED, by=by)
            mover = Mover(company_id=company_id, moved_by=context.user_id, reason=form.reason)
            await decline_ways(unit, declined, mover=mover)
            announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=declined)
        return len(declined)


async def _lock_applicants(unit: Unit[Context], ids: Sequence[UUID]) -> list[Account]:
    """Lock accounts of the caller's company, and return those without a profile."""
    locked = await lock_accounts(unit.connection, list(dict.fromkeys(ids)), company_id=unit.context.company_id)
    return [account for account in locked.values() if account.profile is None]
