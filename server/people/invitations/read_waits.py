"""How many invitations a company can send today, and why the one of a person waits."""

from uuid import UUID

from server.people.account.people_repository import find_user
from server.people.invitations import repository
from server.people.invitations.limits import InvitationLimits
from server.people.invitations.repository import Day
from server.people.invitations.schemas import InvitationRoom, InvitationWait, WaitReason
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.services import Context


async def read_room(context: Context) -> InvitationRoom:
    async with context.services.database.reading() as connection:
        day, daily = await _find_day(connection, context)
    return InvitationRoom(
        daily=daily,
        left=max(0, daily - day.used),
        waiting=day.waiting,
        resumes_at=day.tomorrow,
        is_new_company=day.is_new,
    )


async def read_wait(context: Context, *, user_id: UUID) -> InvitationWait:
    """Raises NotFoundError."""
    key = {"company_id": context.company_id, "user_id": user_id}
    async with context.services.database.reading() as connection:
        if await find_user(connection, **key) is None:
            raise NotFoundError
        wait = await repository.find_wait(connection, **key)
        if wait is None:
            return InvitationWait(until=None, reason=None)
        day, daily = await _find_day(connection, context)
    if wait.was_tried:
        reason = WaitReason.NOT_TAKEN
    elif not wait.is_new_day:
        reason = WaitReason.MAILBOX
    else:
        reason = WaitReason.COMPANY_DAY if day.used >= daily else WaitReason.MAILBOX_DAY
    return InvitationWait(until=wait.until, reason=reason)


async def _find_day(connection: Connection, context: Context) -> tuple[Day, int]:
    """The company's day, and how many invitations it can send in one."""
    limits = InvitationLimits.from_settings(context.services.settings)
    day = await repository.find_day(connection, company_id=context.company_id, most=limits.company)
    if day is None:
        raise NotFoundError
    return day, limits.new_company if day.is_new else limits.company
