"""What a company chooses about its invitations."""

from server.company.audit.repository import AuditAction, record
from server.company.companies.repository import read_reminder_setting, set_reminder_setting
from server.people.invitations.schemas import CompanySettings
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def read_settings(services: Services, *, identity: Identity) -> CompanySettings:
    async with services.database.reading() as connection:
        reminds = await read_reminder_setting(connection, company_id=identity.company_id)
    return CompanySettings(invitation_reminder=reminds)


async def change_settings(
    services: Services, *, identity: Identity, invitation_reminder: bool, address: str
) -> CompanySettings:
    """Repeated, it changes nothing."""
    async with services.database.unit_of_work() as unit:
        if await set_reminder_setting(unit.connection, company_id=identity.company_id, reminds=invitation_reminder):
            await record(
                unit.connection,
                action=AuditAction.COMPANY_SETTINGS_CHANGED,
                by=identity,
                address=address,
                before={"invitationReminder": not invitation_reminder},
                after={"invitationReminder": invitation_reminder},
            )
    return CompanySettings(invitation_reminder=invitation_reminder)
