"""The development inbox: captured messages, rendered when they are read, and their page."""

from dataclasses import replace
from typing import Any, Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pydantic import Field

from server.messaging.messages.catalogues import TEMPLATES
from server.messaging.messages.kinds import MessageKind, Outgoing
from server.messaging.messages.providers import sms_templates
from server.messaging.messages.render import RenderedMessage, Renderer, count_segments
from server.messaging.messages.repository import newest_captured
from server.platform.configuration.settings import Settings
from server.platform.process.clock import to_wire
from server.platform.schemas import QuerySchema
from server.platform.services import Services
from server.vocabulary.emails import normalize_email

MOST: Final = 100
UNREADABLE: Final = "(sealed under a key that is gone)"
SECRETS: Final = {MessageKind.CODE: "code", MessageKind.INVITATION: "temporaryPassword"}

_pages: Final = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)


class InboxQuery(QuerySchema):
    """`message` is the id of the one that the page opens."""

    to: str | None = Field(default=None, max_length=320)
    message: str = ""


class CapturedMessage(NamedTuple):
    sent: Outgoing
    rendered: RenderedMessage

    def wire(self) -> dict[str, Any]:
        """Return what tests and developers read; `html` is null for a text message."""
        sent, rendered = self
        shown: dict[str, Any] = {"channel": sent.channel, "to": sent.recipient, "createdAt": to_wire(sent.created_at)}
        shown |= {"subject": rendered.subject, "text": rendered.text, "html": rendered.html}
        return shown | ({SECRETS[sent.kind]: sent.secret} if sent.kind in SECRETS else {})


async def read_inbox(services: Services, *, to: str | None) -> list[CapturedMessage]:
    """The newest hundred, of all recipients or of one email (in any case) or phone (E.164)."""
    renderer = Renderer.from_settings(services.settings)
    recipient = None if to is None else normalize_email(to) or to.lower()
    async with services.database.reading() as connection:
        captured = await newest_captured(connection, recipient=recipient, limit=MOST, keys=services.keys)
    readable = [each if each.is_readable else replace(each, secret=UNREADABLE) for each in captured]
    return [CapturedMessage(each, renderer.render(each)) for each in readable]


def inbox_page(messages: list[CapturedMessage], *, to: str | None, chosen: str, settings: Settings) -> str:
    """Draw the inbox with the chosen message open, or the newest."""
    opened = next(
        (message for message in messages if str(message.sent.id) == chosen), messages[0] if messages else None
    )
    html = None if opened is None else opened.rendered.html
    return _pages.get_template("inbox.html").render(
        brand=settings.brand_name,
        messages=messages,
        most=MOST,
        to=to,
        opened=opened,
        segments=None if opened is None else count_segments(opened.rendered.text),
        templates=sms_templates(settings),
        # Links of a mail leave its frame, as they would leave a mail program.
        document=None if html is None else html.replace("<head>", '<head><base target="_blank">', 1),
    )
