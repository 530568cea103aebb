"""Calls on announcements: of who writes them, and of who reads them."""

from uuid import UUID

from quart import Blueprint, Response

from server.messaging.announcements import own_announcements
from server.messaging.announcements import schemas as own
from server.people.announce import read_announcements, schemas, write_announcement
from server.people.chunks.row_files import CSV, CSV_TYPE
from server.platform.http.authentication import Routes, current_context, current_visit, download
from server.platform.http.requests import IDS_JSON_BYTES, idempotent_call
from server.platform.schemas import MessageResponse, PageQuery
from server.vocabulary.duties import Act

routes = Routes(Blueprint("announcements", __name__), "Announcements")


@routes.post(
    "/announcements",
    requires=Act.ANNOUNCEMENT_SEND,
    limit=240,
    heavy=True,
    json_bytes=IDS_JSON_BYTES,
    answers={200: schemas.AnnouncementPreview, 201: schemas.AnnouncementSent},
)
async def send_announcement(
    data: schemas.AnnouncementRequest,
) -> tuple[schemas.AnnouncementPreview | schemas.AnnouncementSent, int]:
    """Write to many people, or, with `dryRun`, count the people that it would reach."""
    context = current_context()
    if data.dry_run:
        return await write_announcement.preview_announcement(context, data), 200
    return await write_announcement.send_announcement(context, data, call=idempotent_call(fields=data)), 201


@routes.get("/announcements", requires=Act.ANNOUNCEMENT_SEND, limit=1200, heavy=True)
async def list_announcements(query_args: schemas.AnnouncementsQuery) -> schemas.AnnouncementPage:
    """What was written, the newest first: administrators read all of the company's, others their own."""
    return await read_announcements.list_announcements(current_context(), query=query_args)


@routes.get("/announcements/<uuid:announcement_id>", requires=Act.ANNOUNCEMENT_SEND, limit=1200)
async def get_announcement(announcement_id: UUID) -> schemas.AnnouncementDetail:
    """An announcement with its counts."""
    return await read_announcements.read_announcement(current_context(), announcement_id)


@routes.get("/announcements/<uuid:announcement_id>/recipients", requires=Act.ANNOUNCEMENT_SEND, limit=1200)
async def list_recipients(announcement_id: UUID, query_args: schemas.RecipientsQuery) -> schemas.RecipientPage:
    """Who it went to, who has seen it, and what became of the mails."""
    return await read_announcements.list_recipients(current_context(), announcement_id, query=query_args)


@routes.get(
    "/announcements/<uuid:announcement_id>/recipients.csv", requires=Act.ANNOUNCEMENT_SEND, limit=120, downloads=CSV
)
async def download_recipients(announcement_id: UUID, query_args: schemas.RecipientsFileQuery) -> Response:
    """The recipients as a file."""
    pieces = await read_announcements.recipients_file(current_context(), announcement_id, state=query_args.state)
    return download(pieces, name=read_announcements.FILE_NAME, media_type=CSV_TYPE)


@routes.post("/announcements/<uuid:announcement_id>/retract", requires=Act.ANNOUNCEMENT_SEND, limit=120)
async def retract_announcement(announcement_id: UUID, data: schemas.RetractRequest) -> schemas.AnnouncementDetail:
    """Take an announcement back for everybody; mails that had left are counted."""
    return await write_announcement.retract_announcement(current_context(), data, announcement_id=announcement_id)


@routes.post("/announcements/<uuid:announcement_id>/again", requires=Act.ANNOUNCEMENT_SEND, limit=120, status=201)
async def send_again(announcement_id: UUID, data: schemas.AgainRequest) -> tuple[schemas.AnnouncementSent, int]:
    """Write the same to those who have not seen it."""
    call = idempotent_call(fields=data)
    sent = await write_announcement.send_again(current_context(), data, announcement_id=announcement_id, call=call)
    return sent, 201


@routes.post("/announcements/stop", public=True, limit=60, takes_form=True)
async def stop_announcement_mails(query_args: schemas.StopQuery) -> MessageResponse:
    """Send no more announcements by mail to the recipient of the mail in which the code stands (RFC 8058)."""
    await own_announcements.stop_mail(current_visit(), query_args.code)
    return MessageResponse(message="You get no more of these mails. Announcements stay on your dashboard.")


@routes.get("/me/announcements", signed_in=True, limit=1200)
async def list_own_announcements(query_args: PageQuery) -> own.OwnAnnouncements:
    """The announcements to the caller, the newest first."""
    return await own_announcements.list_announcements(current_context(), query=query_args)


@routes.post("/me/announcements/seen", signed_in=True, limit=1200)
async def mark_announcements_seen(data: own.SeenRequest) -> MessageResponse:
    """Note that the caller has seen announcements; those who have written them are told."""
    await own_announcements.mark_seen(current_context(), data)
    return MessageResponse(message="Noted.")


@routes.put("/me/announcements/mail", signed_in=True, limit=120)
async def wish_for_announcement_mails(data: own.MailWish) -> MessageResponse:
    """Say whether announcements come by mail as well."""
    await own_announcements.wish_for_mail(current_context(), data)
    return MessageResponse(message="Saved.")
