"""What a company chooses about its invitations."""

from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.company.companies.repository import read_reminder_setting, set_reminder_setting
from server.people.invitations.schemas import CompanySettings
from server.platform.services import Context


async def read_settings(context: Context) -> CompanySettings:
    async with context.services.database.reading() as connection:
        reminds = await read_reminder_setting(connection, company_id=context.company_id)
    return CompanySettings(invitation_reminder=reminds)


async def change_settings(context: Context, *, invitation_reminder: bool) -> CompanySettings:
    """Repeated, it changes nothing."""
    async with context.unit_of_work() as unit:
        if await set_reminder_setting(unit.connection, company_id=context.company_id, reminds=invitation_reminder):
            await record_act(
                unit,
                AuditAction.COMPANY_SETTINGS_CHANGED,
                before={"invitationReminder": not invitation_reminder},
                after={"invitationReminder": invitation_reminder},
            )
    return CompanySettings(invitation_reminder=invitation_reminder)
