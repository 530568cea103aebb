"""What an account reads of announcements: its list, its dashboard, and what it has seen; and its wish for mails."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from server.messaging.announcements import repository, schemas
from server.messaging.announcements.links import own_links
from server.messaging.announcements.stop_codes import read_stop_code
from server.platform.database.connections import Connection, Row
from server.platform.schemas import PageQuery
from server.platform.services import Context, Visit

MOST_ON_DASHBOARD: Final = 3


async def list_announcements(context: Context, *, query: PageQuery) -> schemas.OwnAnnouncements:
    async with context.services.database.reading() as connection:
        rows, total = await repository.list_own(
            connection, **context.actor.key, offset=query.offset, limit=query.page_size
        )
        by_mail = await repository.wants_mail(connection, **context.actor.key)
        shown = await _shown(connection, rows, company_id=context.company_id)
    return schemas.OwnAnnouncements.of(query, shown, total=total, by_mail=by_mail)


async def announcements_section(connection: Connection, context: Context) -> schemas.AnnouncementsSection | None:
    """Return None where the caller has seen all."""
    rows, total = await repository.list_own(connection, **context.actor.key, unseen=True, limit=MOST_ON_DASHBOARD)
    if not rows:
        return None
    unseen = await _shown(connection, rows, company_id=context.company_id)
    return schemas.AnnouncementsSection(unseen=unseen, total=total)


async def _shown(connection: Connection, rows: Iterable[Row], *, company_id: UUID) -> list[schemas.OwnAnnouncement]:
    domains = (await repository.find_domains(connection, [company_id]))[company_id]
    return [
        schemas.OwnAnnouncement.model_validate({**row, "links": own_links(row.body, domains=domains)}) for row in rows
    ]


async def mark_seen(context: Context, request: schemas.SeenRequest) -> None:
    async with context.unit_of_work() as unit:
        await repository.mark_seen(unit.connection, request.ids, **context.actor.key)


async def wish_for_mail(context: Context, request: schemas.MailWish) -> None:
    async with context.unit_of_work() as unit:
        change = repository.allow_mail if request.by_mail else repository.stop_mail
        await change(unit.connection, **context.actor.key)


async def stop_mail(visit: Visit, code: str) -> None:
    """Raises StopCodeInvalidError."""
    company_id, user_id = read_stop_code(visit.services.keys, code)
    async with visit.services.unit_of_work() as unit:
        await repository.stop_mail(unit.connection, company_id=company_id, user_id=user_id)
