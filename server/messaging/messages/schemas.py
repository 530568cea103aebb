"""Query and answers of the development inbox."""

from pydantic import Field

from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.read_inbox import CapturedMessage
from server.platform.schemas import Moment, QuerySchema, ResponseSchema


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
