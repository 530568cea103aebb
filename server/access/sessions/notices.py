"""Notify the owner of an account of an act that a thief of the account would do: by mail and by the bell.

The mail has a link by which the owner undoes it (:mod:`server.access.passwords.secure_account`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from server.access.sessions.repository import read_clock
from server.messaging.messages.kinds import MessageKind, channel_of
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.repository import count_sends
from server.messaging.messages.sending import send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.platform.database.connections import Connection
from server.platform.errors import TooManyRequestsError
from server.platform.process.clock import seconds_until_tomorrow
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services, ServiceWork, Visit, Work
from server.vocabulary.identity import AccountOwner, Bearer
from server.vocabulary.link_tokens import NoticeAct, NoticeSubject
from server.vocabulary.profiles import DASHBOARD

PROFILE_PAGE: Final = f"{DASHBOARD}/profile"
IF_NOT_YOU: Final = "If it was not you, use the button in the email about it."
UNEXPECTED: Final = "If it was not you, tell an administrator of your company now."
KINDS: Final = {"totp": "authenticator app", "passkey": "passkey"}
# An act without a link in its notice is named by the kind of the notice.
Act: TypeAlias = NoticeAct | Literal[MessageKind.SSO_UNLINKED]
# An account may do these so often in a day (UTC), so that no notice has to be left out.
A_DAY: Final[Mapping[Act, int]] = {
    NoticeAct.FACTOR_ADDED: 30,
    NoticeAct.RECOVERY_CODES_RENEWED: 10,
    NoticeAct.NEW_DEVICE: 20,
    MessageKind.SSO_UNLINKED: 10,
}


class ChangesUsedUpError(TooManyRequestsError):
    """Raised within the transaction of the act, which it undoes."""

    code = "changes_used_up"
    message = "This has been changed too often today. Please try again tomorrow."


@dataclass(frozen=True, kw_only=True)
class AccountNotice:
    """`kind` is that of the mail and of the notification; `act` is what its link undoes, where there is one."""

    kind: MessageKind
    title: str
    body: str
    act: NoticeAct | None
    about: UUID | None = None
    parameters: dict[str, Any] = field(default_factory=dict)


async def queue_mail(
    unit: ServiceWork,
    kind: MessageKind,
    *,
    to: str,
    company_id: UUID,
    user_id: UUID,
    parameters: dict[str, Any] | None = None,
    secret: str | None = None,
    expires_at: datetime | None = None,
    import_id: UUID | None = None,
) -> None:
    """Queue a message of an account, by email or to a phone by SMS; it leaves after the commit."""
    await queue_message(
        unit.connection,
        kind=kind,
        channel=channel_of(to),
        recipient=to,
        keys=unit.services.keys,
        company_id=company_id,
        user_id=user_id,
        parameters=parameters,
        secret=secret,
        expires_at=expires_at,
        import_id=import_id,
    )
    unit.enqueue(send_messages.job())


async def send_notice(unit: ServiceWork, notice: AccountNotice, *, to: AccountOwner) -> None:
    """Send a notice within the transaction of the act; mail and event leave after its commit.

    An owner without an email finds it behind the bell alone.
    """
    parameters = {"full_name": to.full_name, **notice.parameters}
    if notice.act is not None:
        at = await read_clock(unit.connection)
        parameters["notice"] = NoticeSubject(**to.key, act=notice.act, about=notice.about, at=at).parameters()
    if to.email is not None:
        await queue_mail(unit, notice.kind, to=to.email, **to.key, parameters=parameters)
    bell = Notice(
        kind=NotificationKind(notice.kind.value),
        title=notice.title,
        body=notice.body,
        link=PROFILE_PAGE,
        about=notice.about,
    )
    await notify(unit, bell, company_id=to.company_id, user_ids=[to.user_id])


async def refuse_too_many(services: Services, connection: Connection, *, act: Act, user_id: UUID) -> None:
    """Count an act. Raises ChangesUsedUpError: the account has done it too often today."""
    most = A_DAY[act] * services.settings.rate_limit_scale
    if await _count_act(connection, act=act, user_id=user_id, keys=services.keys) > most:
        raise ChangesUsedUpError(retry_after=seconds_until_tomorrow())


async def notify_of_device(unit: Work[Visit], account: Bearer, *, session_id: UUID, device: str) -> None:
    """Notify once of a sign-in by a browser, which is remembered from then on. The last notice of a day says so.

    `device` is the name of a known browser or system, as what else a client calls itself could be a message.
    """
    act, keys = NoticeAct.NEW_DEVICE, unit.services.keys
    number, most = await _count_act(unit.connection, act=act, user_id=account.user_id, keys=keys), A_DAY[act]
    if number <= most:
        notice = _new_device(session_id=session_id, device=device, address=unit.address, is_last=number == most)
        await send_notice(unit, notice, to=account)


async def _count_act(connection: Connection, *, act: Act, user_id: UUID, keys: Keyring) -> int:
    """Return how often the account has done it today, this time included."""
    scope = f"account:{act.name}"
    counted = await count_sends(connection, subjects=[(scope, keys.mac(Purpose.THROTTLE, user_id.bytes))])
    return counted[scope]


def factor_added(*, factor_id: UUID, kind: str, name: str) -> AccountNotice:
    return AccountNotice(
        kind=MessageKind.FACTOR_ADDED,
        title="A second factor was added",
        body=f"The {KINDS[kind]} {name} can confirm your logins now. {IF_NOT_YOU}",
        act=NoticeAct.FACTOR_ADDED,
        about=factor_id,
        parameters={"factor": name, "factor_kind": KINDS[kind]},
    )


def factors_removed(names: Sequence[str], *, by_administrator: bool) -> AccountNotice:
    """Say that one or more factors were removed in one act."""
    listed = ", ".join(names)
    actor = "An administrator of your company" if by_administrator else "You"
    title = "A second factor was removed" if len(names) == 1 else "Your second factors were removed"
    return AccountNotice(
        kind=MessageKind.FACTOR_REMOVED,
        title=title,
        body=f"{actor} removed {listed}. {IF_NOT_YOU if not by_administrator else 'You can add a new one here.'}",
        act=NoticeAct.FACTOR_REMOVED,
        parameters={"factor": listed} | ({"by_administrator": True} if by_administrator else {}),
    )


def passkey_copied(*, passkey_id: UUID, name: str) -> AccountNotice:
    return AccountNotice(
        kind=MessageKind.PASSKEY_COPIED,
        title="A passkey was blocked",
        body=f"A copy of your passkey {name} may be in use. Remove it and add a new one.",
        act=None,
        about=passkey_id,
        parameters={"passkey": name},
    )


def recovery_code_used(*, left: int) -> AccountNotice:
    number = {0: "No recovery code is", 1: "1 recovery code is"}.get(left, f"{left} recovery codes are")
    return AccountNotice(
        kind=MessageKind.RECOVERY_CODE_USED,
        title="A recovery code was used",
        body=f"{number} left. {IF_NOT_YOU}",
        act=NoticeAct.RECOVERY_CODE_USED,
        parameters={"left": left},
    )


def recovery_codes_renewed() -> AccountNotice:
    return AccountNotice(
        kind=MessageKind.RECOVERY_CODES_RENEWED,
        title="New recovery codes",
        body=f"The former ones are no longer valid. {IF_NOT_YOU}",
        act=NoticeAct.RECOVERY_CODES_RENEWED,
    )


def _new_device(*, session_id: UUID, device: str, address: str, is_last: bool) -> AccountNotice:
    """`is_last`: no further notice of a new device is sent today."""
    return AccountNotice(
        kind=MessageKind.NEW_DEVICE,
        title="New login",
        body=f"{device} logged in to your account. {IF_NOT_YOU}",
        act=NoticeAct.NEW_DEVICE,
        about=session_id,
        parameters={"device": device, "address": address} | ({"is_last": True} if is_last else {}),
    )


def sso_unlinked(names: Sequence[str], *, by_administrator: bool) -> AccountNotice:
    """Say that a link was removed. The mail has no link: a next login at the provider links the account again."""
    listed = ", ".join(names)
    actor = "An administrator of your company" if by_administrator else "You"
    after = "Your next login there links it again." if by_administrator else UNEXPECTED
    return AccountNotice(
        kind=MessageKind.SSO_UNLINKED,
        title="Single sign-on was removed",
        body=f"{actor} removed the link between your account and {listed}. {after}",
        act=None,
        parameters={"provider": listed} | ({"by_administrator": True} if by_administrator else {}),
    )


def account_secured(*, factor: str | None) -> AccountNotice:
    """`factor` is the name of the second factor that was removed."""
    removed = "" if factor is None else f" The second factor {factor} was removed."
    return AccountNotice(
        kind=MessageKind.ACCOUNT_SECURED,
        title="Your account was logged out",
        body=f"“That was not me” was used in an email: all sessions and the password have ended.{removed}",
        act=None,
        parameters={} if factor is None else {"factor": factor},
    )
