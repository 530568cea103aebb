"""The development inbox. Its routes exist only with APP_ENV=development."""

from pathlib import Path
from typing import Final

from quart import Blueprint, Response, jsonify

from server.messaging.messages.read_inbox import InboxQuery, inbox_page, read_inbox
from server.platform.http.authentication import HIDDEN, Routes, current_services

STYLES: Final = (Path(__file__).parent / "static" / "inbox.css").read_text()

routes: Final = Routes(Blueprint("inbox", __name__, url_prefix="/dev"), HIDDEN)


@routes.get("/messages", public=True, limit=6000)
async def list_captured_messages(query_args: InboxQuery) -> Response:
    """What would have been sent, newest first, at most a hundred."""
    messages = await read_inbox(current_services(), to=_addressee(query_args.to))
    answer: Response = jsonify([message.wire() for message in messages])
    return answer


@routes.get("/inbox", public=True, limit=600)
async def show_inbox(query_args: InboxQuery) -> Response:
    """The same as a page."""
    services = current_services()
    to = _addressee(query_args.to)
    messages = await read_inbox(services, to=to)
    page = inbox_page(messages, to=to, chosen=query_args.message, settings=services.settings)
    return Response(page, content_type="text/html; charset=utf-8")


@routes.get("/inbox.css", public=True, limit=600)
async def read_inbox_styles() -> Response:
    return Response(STYLES, content_type="text/css; charset=utf-8")


def _addressee(to: str | None) -> str | None:
    """Return None for all recipients. The plus of a phone arrives as a space where it is not encoded."""
    if to is None or not to.strip():
        return None
    given = to.strip()
    return f"+{given}" if to.startswith(" ") and given.isdigit() else given
