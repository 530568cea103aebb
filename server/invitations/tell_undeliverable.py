"""Telling administrators that an invitation could not be delivered: once an import, or once a single invitation.

It comes after the failure was recorded, in a transaction of its own: the mails of the same batch that did go out
must not be sent again because this could not be written. The list of users and the import show the failure too.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.database import UnitOfWork
from server.identity.profiles import Profile
from server.imports.repository import find_import
from server.messages.repository import Undeliverable
from server.notifications.kinds import NotificationKind
from server.notifications.notify import notify
from server.notifications.repository import Notice, find_people, was_told_of
from server.services import Services
from server.users.repository import find_contact

TOLD: Final = (Profile.SUPER_ADMIN, Profile.ADMIN)
MOST_TOLD: Final = 100

SINGLE_TITLE: Final = "An invitation could not be delivered"
IMPORT_TITLE: Final = "Invitations could not be delivered"


async def tell_undeliverable(services: Services, failures: Sequence[Undeliverable]) -> None:
    """Of many failures of one import the first is told, and stands for the others."""
    first_of = {failure.import_id or failure.message_id: failure for failure in reversed(failures)}
    for about, failure in first_of.items():
        async with services.database.unit_of_work() as unit:
            await _tell(services, unit, failure, about=about)


async def _tell(services: Services, unit: UnitOfWork, failure: Undeliverable, *, about: UUID) -> None:
    company_id, kind = failure.company_id, NotificationKind.INVITATION_FAILED
    if await was_told_of(unit.connection, company_id=company_id, about=about, kind=kind):
        return
    notice = await _notice(unit, failure, about=about)
    if notice is not None:
        people = await find_people(unit.connection, company_id=company_id, profiles=TOLD, most=MOST_TOLD)
        await notify(services, unit, notice, company_id=company_id, user_ids=people)


async def _notice(unit: UnitOfWork, failure: Undeliverable, *, about: UUID) -> Notice | None:
    """None: the import or the person is not there any more."""
    company_id, kind = failure.company_id, NotificationKind.INVITATION_FAILED
    if failure.import_id is not None:
        found = await find_import(unit.connection, company_id=company_id, import_id=failure.import_id)
        if found is None:
            return None
        body = f"Not everybody in {found.file_name} got the mail. The results of the import show who did not."
        link = f"/dashboard/users/imports/{failure.import_id}"
        return Notice(kind=kind, title=IMPORT_TITLE, body=body, link=link, about=about)
    contact = await find_contact(unit.connection, company_id=company_id, user_id=failure.user_id)
    if contact is None:
        return None
    what_next = failure.reason or "Check the address before you invite them again."
    body = f"{contact.full_name} ({contact.email}) did not get the mail. {what_next}"
    return Notice(kind=kind, title=SINGLE_TITLE, body=body, link="/dashboard/users", about=about)
