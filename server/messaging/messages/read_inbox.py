"""The development inbox: captured messages, rendered when they are read, and their page."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pydantic import Field

from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.providers import sms_templates
from server.messaging.messages.render import TEMPLATES, RenderedMessage, Renderer, Segments, count_segments
from server.messaging.messages.repository import link_of, newest_captured, unseal
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Row
from server.platform.process.crypto import Keyring, SealError
from server.platform.schemas import Moment, QuerySchema, ResponseSchema
from server.platform.services import Services
from server.vocabulary.emails import normalize_email

MOST: Final = 100
UNREADABLE: Final = "(sealed under a key that is gone)"

_pages: Final = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True, kw_only=True)
class CapturedMessage:
    id: UUID
    kind: MessageKind
    channel: Channel
    recipient: str
    rendered: RenderedMessage
    secret: str | None
    created_at: datetime

    @property
    def segments(self) -> Segments:
        return count_segments(self.rendered.text)


async def read_inbox(services: Services, *, to: str | None) -> list[CapturedMessage]:
    """The newest hundred, of all recipients or of one email (in any case) or phone (E.164)."""
    renderer = Renderer.from_settings(services.settings)
    recipient = None if to is None else normalize_email(to) or to.lower()
    async with services.database.reading() as connection:
        rows = await newest_captured(connection, recipient=recipient, limit=MOST)
    return [_captured(row, renderer=renderer, keys=services.keys) for row in rows]


def inbox_page(messages: list[CapturedMessage], *, to: str | None, chosen: UUID | None, settings: Settings) -> str:
    """Draw the inbox with the chosen message open, or the newest."""
    opened = next((message for message in messages if message.id == chosen), messages[0] if messages else None)
    html = None if opened is None else opened.rendered.html
    return _pages.get_template("inbox.html").render(
        brand=settings.brand_name,
        messages=messages,
        most=MOST,
        to=to,
        opened=opened,
        templates=sms_templates(settings),
        # Links of a mail leave its frame, as they would leave a mail program.
        document=None if html is None else html.replace("<head>", '<head><base target="_blank">', 1),
    )


def _captured(row: Row, *, renderer: Renderer, keys: Keyring) -> CapturedMessage:
    try:
        secret = None if row.secret is None else unseal(keys, row.message_id, row.secret)
    except SealError:
        secret = UNREADABLE
    named: Any = {"kind": MessageKind(row.kind), "channel": Channel(row.channel), "recipient": row.recipient}
    parameters = row.parameters or {}
    link = link_of(keys, parameters, recipient=row.recipient)
    rendered = renderer.render(**named, parameters=parameters, secret=secret, link=link, import_id=row.import_id)
    return CapturedMessage(id=row.message_id, **named, rendered=rendered, secret=secret, created_at=row.created_at)


class InboxQuery(QuerySchema):
    to: str | None = Field(default=None, max_length=320)


class CapturedAnswer(ResponseSchema):
    """`code` stands only in a code's message, `temporary_password` only in an invitation; `html` is for mails."""

    channel: Channel
    to: str
    subject: str
    text: str
    html: str | None
    code: str | None = None
    temporary_password: str | None = None
    created_at: Moment

    @classmethod
    def of(cls, message: CapturedMessage) -> "CapturedAnswer":
        answer = cls(
            channel=message.channel,
            to=message.recipient,
            subject=message.rendered.subject,
            text=message.rendered.text,
            html=message.rendered.html,
            created_at=message.created_at,
        )
        if message.kind is MessageKind.CODE:
            answer.code = message.secret
        elif message.kind is MessageKind.INVITATION:
            answer.temporary_password = message.secret
        return answer
