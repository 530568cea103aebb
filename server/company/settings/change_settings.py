"""What a Super Admin chooses for the company: its name, region and logo, and how its people are invited."""

from base64 import b64encode
from uuid import UUID

from pydantic.alias_generators import to_camel

from server.access.factors.fresh_proof import require_fresh_proof
from server.company.audit.record import AuditAction, record_act
from server.company.companies import repository
from server.company.companies.logo import LOGO_LIMITS
from server.company.companies.schemas import CompanyRecord, CompanySettingsRequest
from server.platform.database.connections import Connection
from server.platform.errors import existing
from server.platform.process.threads import in_thread
from server.platform.services import Context, Visit
from server.platform.still_image import StillImage, read_field
from server.vocabulary.phones import REGIONS


async def read_company(context: Context) -> CompanyRecord:
    async with context.services.database.reading() as connection:
        return await _describe(connection, company_id=context.company_id)


async def change_settings(context: Context, form: CompanySettingsRequest) -> CompanyRecord:
    """Repeated, it changes nothing. A new name is not verified: subjects no longer hold it, and mails show no logo.

    A form without values confirms the settings as they are: it is recorded, and ticks the first step.

    Raises StepUpRequiredError: the name is changed, and the session's last proof is too old.
    """
    async with context.unit_of_work() as unit:
        before = await repository.read_settings(unit.connection, company_id=context.company_id, locks=True)
        chosen = form.model_dump(exclude_none=True)
        # An empty text is none.
        chosen = {name: value if value != "" else None for name, value in chosen.items()}
        after = before.model_copy(update=chosen)
        if names := [name for name, value in before if value != getattr(after, name)]:
            if "name" in names:
                await require_fresh_proof(unit.connection, context)
            await repository.store_settings(unit.connection, after, company_id=context.company_id)
            former, new = ({to_camel(name): getattr(each, name) for name in names} for each in (before, after))
            await record_act(unit, AuditAction.COMPANY_SETTINGS_CHANGED, before=former, after=new)
        elif not chosen:
            await record_act(unit, AuditAction.COMPANY_SETTINGS_CHANGED)
        return await _describe(unit.connection, company_id=context.company_id)


async def change_logo(context: Context, content: str) -> CompanyRecord:
    """Strangers see the logo in invitations, beside the name that the operator has verified.

    Raises:
        ValidationFailedError: it is no image that a logo may be.
        StepUpRequiredError: the session's last proof is too old.
    """
    logo = await in_thread(read_field, content, limits=LOGO_LIMITS)
    async with context.unit_of_work() as unit:
        await require_fresh_proof(unit.connection, context)
        await repository.store_logo(unit.connection, logo, company_id=context.company_id)
        await record_act(unit, AuditAction.COMPANY_SETTINGS_CHANGED, after={"logo": f"{len(logo.content)} bytes"})
        return await _describe(unit.connection, company_id=context.company_id)


async def remove_logo(context: Context) -> CompanyRecord:
    async with context.unit_of_work() as unit:
        if await repository.delete_logo(unit.connection, company_id=context.company_id):
            await record_act(unit, AuditAction.COMPANY_SETTINGS_CHANGED, before={"logo": "an image"})
        return await _describe(unit.connection, company_id=context.company_id)


async def read_shown_logo(visit: Visit, logo_id: UUID) -> StillImage:
    """Raises NotFoundError: there is no logo of this id, or its company is not verified."""
    async with visit.services.database.reading() as connection:
        return existing(await repository.find_shown_logo(connection, logo_id=logo_id))


async def _describe(connection: Connection, *, company_id: UUID) -> CompanyRecord:
    settings = await repository.read_settings(connection, company_id=company_id)
    logo = await repository.find_logo(connection, company_id=company_id)
    return CompanyRecord(
        **dict(settings),
        logo=None if logo is None else f"data:{logo.media_type};base64,{b64encode(logo.content).decode()}",
        shows_logo=await repository.is_verified(connection, company_id=company_id),
        regions=list(REGIONS),
    )
