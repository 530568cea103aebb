"""The operator suspends a company, resumes it, marks it for its deletion, and takes that back."""

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from server.access.sessions.events import SessionEndReason
from server.access.sessions.repository import list_sessions_of_company
from server.company.audit.record import AuditAction, record
from server.company.closing.repository import find_administrators
from server.company.companies import repository
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.platform.errors import ConflictError, NotFoundError
from server.platform.services import Services, ServiceUnit

DELAY: Final = timedelta(days=30)
NO_COMPANY: Final = "There is no company with this slug: its apply link ends in it."
NOT_SUSPENDED: Final = "This company is not suspended, or is to be deleted: delete-company --cancel takes that back."
NOT_MARKED: Final = "This company is not to be deleted, or its moment has come: then it cannot be taken back."


async def find_company(services: Services, slug: str) -> tuple[UUID, str]:
    """Return the id and the name of a company. Raises NotFoundError."""
    async with services.database.reading() as connection:
        found = await repository.find_company_name(connection, slug=slug)
    if found is None:
        raise NotFoundError(NO_COMPANY)
    return found


async def suspend(services: Services, company_id: UUID, *, reason: str) -> bool:
    """Refuse every session of the company from the commit on, and tell its sockets. False where it was so already."""
    async with services.unit_of_work() as unit:
        is_new = await repository.suspend_company(unit.connection, company_id=company_id, reason=reason)
        if is_new:
            await _record(unit, AuditAction.COMPANY_SUSPENDED, company_id, reason=reason)
        unit.after_commit(lambda: _end_sockets(services, company_id))
    return is_new


async def resume(services: Services, company_id: UUID) -> None:
    """Let everyone in again; what has waited goes on within seconds. Raises ConflictError: it is not suspended."""
    async with services.unit_of_work() as unit:
        if not await repository.resume_company(unit.connection, company_id=company_id):
            raise ConflictError(NOT_SUSPENDED)
        await _record(unit, AuditAction.COMPANY_RESUMED, company_id)


async def mark_for_deletion(services: Services, company_id: UUID, *, name: str) -> datetime:
    """Suspend a company that is deleted after a delay, and tell its administrators by mail. Return its last moment.

    Raises ConflictError: it is marked already.
    """
    async with services.unit_of_work() as unit:
        until = await repository.mark_for_deletion(unit.connection, company_id=company_id, after=DELAY)
        if until is None:
            raise ConflictError("This company is to be deleted already.")
        await _record(unit, AuditAction.COMPANY_CLOSED, company_id, until=until.isoformat())
        for each in await find_administrators(unit.connection, company_id=company_id):
            given = {"full_name": each.full_name, "company_name": name, "day": until.date().isoformat()}
            # As a message of no company: those of a suspended one wait.
            await queue_mail(
                unit, MessageKind.COMPANY_DELETED_SOON, to=each.email, parameters={**given, "language": each.language}
            )
        unit.after_commit(lambda: _end_sockets(services, company_id))
    return until


async def cancel_deletion(services: Services, company_id: UUID) -> None:
    """Raises ConflictError: it is not marked, or its moment has come."""
    async with services.unit_of_work() as unit:
        if not await repository.unmark_for_deletion(unit.connection, company_id=company_id):
            raise ConflictError(NOT_MARKED)
        await _record(unit, AuditAction.COMPANY_REOPENED, company_id)


async def _record(unit: ServiceUnit, action: AuditAction, company_id: UUID, **after: Any) -> None:  # noqa: ANN401 - JSON
    after |= {"by": "operator"}
    await record(unit.connection, action=action, company_id=company_id, subject_id=company_id, after=after)


async def _end_sockets(services: Services, company_id: UUID) -> None:
    async with services.database.reading() as connection:
        running = await list_sessions_of_company(connection, company_id=company_id)
    await services.publisher.end_sessions(running, reason=SessionEndReason.SUSPENDED)
