"""Notify the owner of an account of an act that a thief of the account would do: by mail and by the bell.

The mail has a link by which the owner undoes it (:mod:`server.access.not_me.secure_account`).
"""

from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from server.access.notices.repository import read_clock
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_messages import send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identity import Bearer
from server.vocabulary.notice_link import NoticeAct, NoticeSubject
from server.vocabulary.profiles import DASHBOARD

PROFILE_PAGE: Final = f"{DASHBOARD}/profile"
IF_NOT_YOU: Final = "If it was not you, use the button in the email about it."


@dataclass(frozen=True, kw_only=True)
class Owner:
    """The account that a notice is about, and where its mail goes; without an email the bell alone tells of it."""

    company_id: UUID
    user_id: UUID
    email: str | None
    full_name: str

    @staticmethod
    def of(account: Bearer) -> "Owner":
        return Owner(
            company_id=account.company_id, user_id=account.user_id, email=account.email, full_name=account.full_name
        )


@dataclass(frozen=True, kw_only=True)
class AccountNotice:
    """`kind` is that of the mail and of the notification; `act` is what its link undoes, where there is one."""

    kind: MessageKind
    title: str
    body: str
    act: NoticeAct | None
    about: UUID | None = None
    parameters: dict[str, Any] = field(default_factory=dict)


async def send_notice(services: Services, unit: UnitOfWork, notice: AccountNotice, *, to: Owner) -> None:
    """Within the transaction of the act; mail and event leave after its commit."""
    parameters = {"full_name": to.full_name, **notice.parameters}
    if notice.act is not None:
        subject = NoticeSubject(
            company_id=to.company_id,
            user_id=to.user_id,
            act=notice.act,
            about=notice.about,
            at=await read_clock(unit.connection),
        )
        parameters["notice"] = subject.parameters()
    if to.email is not None:
        await queue_message(
            unit.connection,
            kind=notice.kind,
            channel=Channel.EMAIL,
            recipient=to.email,
            keys=services.keys,
            company_id=to.company_id,
            user_id=to.user_id,
            parameters=parameters,
        )
        unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
    bell = Notice(
        kind=NotificationKind(notice.kind.value),
        title=notice.title,
        body=notice.body,
        link=PROFILE_PAGE,
        about=notice.about,
    )
    await notify(services, unit, bell, company_id=to.company_id, user_ids=[to.user_id])
