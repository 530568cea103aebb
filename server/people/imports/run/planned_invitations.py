"""Invitations at a time: planned at the start of an import, queued by a worker's sweep once it has come."""

from datetime import datetime, timedelta
from typing import Final

from server.company.audit.repository import AuditAction, record
from server.messaging.messages.send_messages import send_messages
from server.people.imports.progress import publish_snapshot
from server.people.imports.run import invitation_repository as repository
from server.people.imports.run.control_repository import DuePlan, drop_plan, lock_due_plans
from server.people.imports.run.invitation_results import report_withheld
from server.platform.database.connections import UnitOfWork
from server.platform.errors import ValidationFailedError
from server.platform.process.clock import utc_now
from server.platform.services import Services

LONGEST_WAIT: Final = timedelta(days=30)
TOO_EARLY: Final = "The time of the invitations must lie in the future."
TOO_LATE: Final = "The time of the invitations must be at most 30 days away."


def refuse_unfit(invite: bool | datetime) -> None:  # noqa: FBT001 - a choice as it was sent
    """Raises ValidationFailedError: the moment has passed, or is too far away."""
    if not isinstance(invite, datetime):
        return
    now = utc_now()
    if invite <= now:
        raise ValidationFailedError(errors={"invite": TOO_EARLY})
    if invite > now + LONGEST_WAIT:
        raise ValidationFailedError(errors={"invite": TOO_LATE})


async def invite_planned(services: Services) -> None:
    """Queue the invitations of every completed import whose time has come; each once, whichever worker does it.

    A plan of a user who may no longer invite these people is dropped.
    """
    async with services.database.unit_of_work() as unit:
        due = await lock_due_plans(unit.connection)
        for found in due:
            await (_invite if found.starter.may_invite else _withhold)(services, unit, found)
        if due:
            unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
    for found in due:
        await publish_snapshot(services, import_id=found.import_id)


async def _invite(services: Services, unit: UnitOfWork, found: DuePlan) -> None:  # noqa: ARG001 - or _withhold
    await repository.mark_invited(unit.connection, import_id=found.import_id, again=False)
    await record(
        unit.connection,
        action=AuditAction.IMPORT_INVITED,
        company_id=found.company_id,
        actor_id=found.starter.id,
        subject_id=found.import_id,
        subject_label=found.file_name,
        after={"created": found.created_count, "planned": True},
    )


async def _withhold(services: Services, unit: UnitOfWork, found: DuePlan) -> None:
    await drop_plan(unit.connection, company_id=found.company_id, import_id=found.import_id)
    await report_withheld(services, unit, company_id=found.company_id, import_id=found.import_id)
