"""Read announcements as their authors do: what was written, its recipients, who has seen it, what became of mails."""

from collections.abc import AsyncIterator
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.account.schemas import person_of
from server.people.announce import repository, schemas
from server.people.announce.repository import Filters, Written
from server.people.chunks.row_files import BATCH_ROWS, Rows, as_csv
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError, existing
from server.platform.services import Context
from server.vocabulary.duties import Act, Reach, reach_of
from server.vocabulary.profiles import Permission, covers_rights_of

FILE_NAME: Final = "recipients.csv"
HEADER: Final = ["fullName", "email", "seenAt", "mail", "reason"]
UNDELIVERED: Final = "The mail could not be delivered"
MAY_NOT_RETRACT: Final = "Only its author, or an administrator who may do as much, takes an announcement back"


async def list_announcements(context: Context, *, query: schemas.AnnouncementsQuery) -> schemas.AnnouncementPage:
    filters = Filters(context.company_id, query.batch, query.author)
    if not _reads_all(context):
        if query.author not in {None, context.user_id}:
            return schemas.AnnouncementPage.of(query, [], total=0)
        filters = filters._replace(author_id=context.user_id)
    async with context.services.database.reading() as connection:
        found, total = await repository.list_written(connection, filters, offset=query.offset, limit=query.page_size)
    return schemas.AnnouncementPage.of(query, [_record(context, each) for each in found], total=total)


async def read_announcement(context: Context, announcement_id: UUID) -> schemas.AnnouncementDetail:
    async with context.services.database.reading() as connection:
        found = await find_for(connection, context, announcement_id)
    return schemas.AnnouncementDetail(**dict(_record(context, found)), body=found.body)


async def list_recipients(
    context: Context, announcement_id: UUID, *, query: schemas.RecipientsQuery
) -> schemas.RecipientPage:
    async with context.services.database.reading() as connection:
        found = await find_for(connection, context, announcement_id)
        rows = await repository.list_recipients(
            connection,
            company_id=context.company_id,
            announcement_id=announcement_id,
            state=query.state,
            offset=query.offset,
            limit=query.page_size,
        )
    rows = [_open_to(context, each) for each in rows]
    totals = {**vars(found), "unseen": found.total - found.seen}
    total = totals["total" if query.state is None else query.state.value]
    return schemas.RecipientPage.of(query, rows, total=total)


async def recipients_file(
    context: Context, announcement_id: UUID, *, state: schemas.RecipientState | None
) -> AsyncIterator[bytes]:
    """The pieces of a CSV file. Reading it is recorded, as it is of the list of people."""
    async with context.unit_of_work() as unit:
        found = await find_for(unit.connection, context, announcement_id)
        after = {"rows": found.total, "status": state.value if state else "all"}
        action = AuditAction.USERS_EXPORTED
        await record_act(unit, action, subject_id=announcement_id, subject_label=FILE_NAME, after=after)
    return as_csv(_rows(context, found, state=state))


async def _rows(context: Context, found: Written, *, state: schemas.RecipientState | None) -> AsyncIterator[Rows]:
    """Between two batches no connection is held."""
    yield [HEADER]
    last, is_more = None, True
    while is_more:
        async with context.services.database.reading() as connection:
            of_it: dict[str, Any] = {"company_id": context.company_id, "announcement_id": found.id}
            batch = await repository.list_recipients(connection, **of_it, state=state, after=last, limit=BATCH_ROWS)
        is_more = len(batch) == BATCH_ROWS
        if batch:
            last = batch[-1].user_id
            yield (_cells(_open_to(context, each)) for each in batch)


def _open_to(context: Context, row: schemas.RecipientRow) -> schemas.RecipientRow:
    """A trainer does not learn how to reach people: neither the address nor what a mail server says of it."""
    if context.actor.may(Permission.USER_VIEW):
        return row
    return row.model_copy(update={"email": None, "mail_error": UNDELIVERED if row.mail_error else None})


def _cells(row: schemas.RecipientRow) -> list[str]:
    seen_at = row.seen_at.isoformat(timespec="seconds") if row.seen_at else ""
    mail = row.mail_state.value.capitalize() if row.mail_state else ""
    return [row.full_name, row.email or "", seen_at, mail, row.mail_error or ""]


def _reads_all(context: Context) -> bool:
    return reach_of(context.actor.profile, Act.ANNOUNCEMENT_SEND) is Reach.COMPANY


async def find_for(connection: Connection, context: Context, announcement_id: UUID) -> Written:
    """Raises NotFoundError: the company has none, or it is another's and the caller reads own ones alone."""
    found = existing(
        await repository.find_written(connection, company_id=context.company_id, announcement_id=announcement_id)
    )
    if not _reads_all(context) and found.author_id != context.user_id:
        raise NotFoundError
    return found


def may_retract(context: Context, found: Written) -> bool:
    is_own = found.author_id == context.user_id
    return is_own or (_reads_all(context) and covers_rights_of(context.actor.profile, found.author_profile))


def _record(context: Context, found: Written) -> schemas.AnnouncementRecord:
    return schemas.AnnouncementRecord.model_validate(
        vars(found)
        | {
            "author": person_of(found.author_id, found.author_name),
            "is_sending": bool(found.is_sending),
            "can_retract": found.retracted_at is None and may_retract(context, found),
        }
    )
