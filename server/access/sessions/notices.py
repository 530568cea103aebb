"""Notify the owner of an account of an act that a thief of the account would do: by mail and by the bell.

The mail has a link by which the owner undoes it (:mod:`server.access.passwords.set_password`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from server.access.sessions.repository import read_clock
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.messaging.messages.repository import count_sends
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.platform.errors import TooManyRequestsError
from server.platform.process.clock import seconds_until_tomorrow
from server.platform.process.crypto import Purpose
from server.platform.services import Context, ServiceUnit, Unit, Visit
from server.vocabulary.identity import AccountOwner
from server.vocabulary.link_tokens import NoticeAct, NoticeSubject
from server.vocabulary.profiles import DASHBOARD

PROFILE_PAGE: Final = f"{DASHBOARD}/profile"
IF_NOT_YOU: Final = "If it was not you, use the button in the email about it."
# Who has removed something, by whether it was an administrator, and what the mail is made with.
ACTORS: Final[Mapping[bool, tuple[str, dict[str, bool]]]] = {
    True: ("An administrator of your company", {"by_administrator": True}),
    False: ("You", {}),
}
# An act without a link in its notice is named by the kind of the notice.
Act: TypeAlias = NoticeAct | Literal[MessageKind.SSO_UNLINKED, MessageKind.EMAIL_CHANGE]
# An account may do these so often in a day (UTC), so that no notice has to be left out.
A_DAY: Final[Mapping[Act, int]] = {
    NoticeAct.FACTOR_ADDED: 30,
    NoticeAct.RECOVERY_CODES_RENEWED: 10,
    NoticeAct.NEW_DEVICE: 20,
    MessageKind.SSO_UNLINKED: 10,
    MessageKind.EMAIL_CHANGE: 5,
}


class ChangesUsedUpError(TooManyRequestsError):
    """Raised within the transaction of the act, which it undoes."""

    message = "This has been changed too often today. Please try again tomorrow."


async def _notify(
    unit: ServiceUnit,
    owner: AccountOwner,
    kind: MessageKind,
    *,
    title: str,
    body: str,
    parameters: dict[str, Any],
    about: UUID | None = None,
) -> None:
    """Send a notice within the transaction of the act; mail and event leave after its commit.

    An owner without an email finds it behind the bell alone. The link in the mail, if it has one, undoes the act of
    the same name.
    """
    parameters = {"full_name": owner.full_name, **parameters}
    if (act := NoticeAct.__members__.get(kind.name)) is not None:
        at = await read_clock(unit.connection)
        parameters["notice"] = NoticeSubject(**owner.key, act=act, about=about, at=at).parameters()
    if owner.email is not None:
        await queue_mail(unit, kind, to=owner.email, **owner.key, parameters=parameters)
    bell = Notice(kind=NotificationKind(kind), title=title, body=body, link=PROFILE_PAGE, about=about)
    await notify(unit, bell, company_id=owner.company_id, user_ids=[owner.user_id])


async def refuse_too_many(unit: Unit[Context], act: Act) -> None:
    """Count an act of the caller. Raises ChangesUsedUpError: they have done it too often today."""
    most = A_DAY[act] * unit.services.settings.rate_limit_scale
    if await _count_act(unit, act, user_id=unit.context.user_id) > most:
        raise ChangesUsedUpError(retry_after=seconds_until_tomorrow())


async def notify_of_device(unit: Unit[Visit], owner: AccountOwner, *, session_id: UUID, device: str) -> None:
    """Notify once of a sign-in by a browser, which is remembered from then on. The last notice of a day says so.

    `device` is the name of a known browser or system, as what else a client calls itself could be a message.
    """
    act = NoticeAct.NEW_DEVICE
    number, most = await _count_act(unit, act, user_id=owner.user_id), A_DAY[act]
    if number > most:
        return
    is_last = {"is_last": True} if number == most else {}
    await _notify(
        unit,
        owner,
        MessageKind.NEW_DEVICE,
        title="New login",
        body=f"{device} logged in to your account. {IF_NOT_YOU}",
        about=session_id,
        parameters={"device": device, "address": unit.address} | is_last,
    )


async def _count_act(unit: ServiceUnit, act: Act, *, user_id: UUID) -> int:
    """Return how often the account has done it today, this time included."""
    scope, subject = f"account:{act.name}", unit.services.keys.mac(Purpose.THROTTLE, user_id.bytes)
    return (await count_sends(unit.connection, subjects=[(scope, subject)]))[scope]


async def notify_of_factor(unit: ServiceUnit, owner: AccountOwner, *, factor_id: UUID, name: str) -> None:
    await _notify(
        unit,
        owner,
        MessageKind.FACTOR_ADDED,
        title="A second factor was added",
        body=f"The second factor {name} can confirm your logins now. {IF_NOT_YOU}",
        about=factor_id,
        parameters={"factor": name},
    )


async def notify_of_removed_factors(
    unit: ServiceUnit, owner: AccountOwner, names: Sequence[str], *, by_administrator: bool
) -> None:
    """Say that one or more factors were removed in one act."""
    listed, (actor, flag) = ", ".join(names), ACTORS[by_administrator]
    await _notify(
        unit,
        owner,
        MessageKind.FACTOR_REMOVED,
        title="A second factor was removed" if len(names) == 1 else "Your second factors were removed",
        body=f"{actor} removed {listed}. {'You can add a new one here.' if by_administrator else IF_NOT_YOU}",
        parameters={"factor": listed} | flag,
    )


async def notify_of_copy(unit: ServiceUnit, owner: AccountOwner, *, passkey_id: UUID, name: str) -> None:
    """Say that a passkey was blocked, because two authenticators have its key."""
    body = f"A copy of your passkey {name} may be in use. Remove it and add a new one."
    title, parameters = "A passkey was blocked", {"passkey": name}
    kind = MessageKind.PASSKEY_COPIED
    await _notify(unit, owner, kind, title=title, body=body, about=passkey_id, parameters=parameters)


async def notify_of_used_code(unit: ServiceUnit, owner: AccountOwner, *, left: int) -> None:
    few = {0: "No recovery code is left.", 1: "1 recovery code is left."}
    await _notify(
        unit,
        owner,
        MessageKind.RECOVERY_CODE_USED,
        title="A recovery code was used",
        body=f"{few.get(left, f'{left} recovery codes are left.')} {IF_NOT_YOU}",
        parameters={"left": left},
    )


async def notify_of_new_codes(unit: ServiceUnit, owner: AccountOwner) -> None:
    body = f"The former ones are no longer valid. {IF_NOT_YOU}"
    kind = MessageKind.RECOVERY_CODES_RENEWED
    await _notify(unit, owner, kind, title="New recovery codes", body=body, parameters={})


async def notify_of_removed_link(
    unit: ServiceUnit, owner: AccountOwner, names: Sequence[str], *, by_administrator: bool
) -> None:
    """Say that a link was removed. The mail has no link: a next login at the provider links the account again."""
    listed, (actor, flag) = ", ".join(names), ACTORS[by_administrator]
    after = (
        "Your next login there links it again."
        if by_administrator
        else "If it was not you, tell an administrator of your company now."
    )
    await _notify(
        unit,
        owner,
        MessageKind.SSO_UNLINKED,
        title="Single sign-on was removed",
        body=f"{actor} removed the link between your account and {listed}. {after}",
        parameters={"provider": listed} | flag,
    )


async def notify_of_secured(unit: ServiceUnit, owner: AccountOwner, *, factor: str | None) -> None:
    """`factor` is the name of the second factor that was removed."""
    body = "“That was not me” was used in an email: all sessions and the password have ended."
    if factor is not None:
        body = f"{body} The second factor {factor} was removed."
    await _notify(
        unit,
        owner,
        MessageKind.ACCOUNT_SECURED,
        title="Your account was logged out",
        body=body,
        parameters={} if factor is None else {"factor": factor},
    )
