"""A screen in the hall: a link for one round that shows which panel has called which code, and ends with its day."""

from datetime import datetime, time, timedelta
from uuid import UUID

from server.company.audit.record import AuditAction
from server.interviews import own_repository, repository, schemas
from server.interviews.hold_rounds import hold, record
from server.platform.errors import existing
from server.platform.process.clock import utc_now
from server.platform.process.crypto import random_token, token_hash
from server.platform.services import Context, Services


async def make_screen(context: Context, *, round_id: UUID) -> schemas.ScreenLink:
    """Raises NotFoundError, RoundClosedError."""
    token = random_token()
    async with context.unit_of_work() as unit:
        found = await hold(unit, round_id)
        await repository.change_round(unit.connection, **found.key, screen_hash=token_hash(token))
        await record(unit, AuditAction.ROUND_CHANGED, found, screen=True)
    midnight = datetime.combine(found.day + timedelta(days=1), time.min, tzinfo=context.actor.zone)
    return schemas.ScreenLink(token=token, ends_at=midnight)


async def revoke_screen(context: Context, *, round_id: UUID) -> None:
    """Raises NotFoundError."""
    async with context.unit_of_work() as unit:
        found = await hold(unit, round_id, admits_closed=True)
        await repository.change_round(unit.connection, **found.key, screen_hash=None)
        await record(unit, AuditAction.ROUND_CHANGED, found, screen=False)


async def read_screen(services: Services, token: str) -> schemas.HallScreen:
    """Codes and tickets, no names. Raises NotFoundError: the link has ended, or never was."""
    async with services.database.reading() as connection:
        found = existing(await own_repository.find_screen(connection, token_hash(token)))
        calls = await own_repository.list_calls(connection, company_id=found.company_id, round_id=found.id)
    return schemas.HallScreen(name=found.name, day=found.day, state=found.state, calls=calls, server_time=utc_now())
