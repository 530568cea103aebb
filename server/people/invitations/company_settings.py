"""What the operator chooses for a company: trust, and recipients who want invitations again."""

from typing import Final

from server.company.audit.record import AuditAction, record
from server.company.companies.repository import find_company_id, trust_company
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.repository import release_postponed
from server.people.invitations.limits import remembered_as
from server.people.invitations.repository import delete_stops
from server.platform.database.connections import Database
from server.platform.errors import NotFoundError
from server.vocabulary.emails import normalize_email

NO_COMPANY: Final = "There is no company with this slug: its apply link ends in it."


async def trust(database: Database, *, slug: str) -> int:
    """Lift the limit of a new company; its waiting invitations are due at once. Return how many they are.

    Raises NotFoundError: there is no such company.
    """
    async with database.unit_of_work() as unit:
        company_id = await find_company_id(unit.connection, slug=slug)
        if company_id is None:
            raise NotFoundError(NO_COMPANY)
        if await trust_company(unit.connection, company_id=company_id):
            await record(
                unit.connection, action=AuditAction.COMPANY_TRUSTED, company_id=company_id, subject_id=company_id
            )
        kind = MessageKind.INVITATION
        return await release_postponed(unit.connection, company_id=company_id, kind=kind)


async def allow_again(database: Database, *, email: str) -> int:
    """Delete a recipient's requests to stop; the number of companies that may invite them again.

    Raises NotFoundError: it is no email.
    """
    normalized = normalize_email(email)
    if normalized is None:
        raise NotFoundError("This is not an email address.")
    async with database.unit_of_work() as unit:
        return await delete_stops(unit.connection, mailbox=remembered_as(normalized))
