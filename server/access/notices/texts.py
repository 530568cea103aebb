"""What the notices say."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.access.notices.send_notice import IF_NOT_YOU, AccountNotice
from server.messaging.messages.kinds import MessageKind
from server.vocabulary.notice_link import NoticeAct

KINDS: Final = {"totp": "authenticator app", "passkey": "passkey"}
UNEXPECTED: Final = "If it was not you, tell an administrator of your company now."


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
    """One or more of them, in one act."""
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


def new_device(*, session_id: UUID, device: str, address: str, is_last: bool) -> AccountNotice:
    """`is_last` of today."""
    return AccountNotice(
        kind=MessageKind.NEW_DEVICE,
        title="New login",
        body=f"{device} logged in to your account. {IF_NOT_YOU}",
        act=NoticeAct.NEW_DEVICE,
        about=session_id,
        parameters={"device": device, "address": address} | ({"is_last": True} if is_last else {}),
    )


def sso_unlinked(names: Sequence[str], *, by_administrator: bool) -> AccountNotice:
    """Its mail has no link: a next sign-in at the provider links the account again, and what is lost is no proof."""
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
    """`factor` is the name of the one that was removed."""
    removed = "" if factor is None else f" The second factor {factor} was removed."
    return AccountNotice(
        kind=MessageKind.ACCOUNT_SECURED,
        title="Your account was logged out",
        body=f"“That was not me” was used in an email: all sessions and the password have ended.{removed}",
        act=None,
        parameters={} if factor is None else {"factor": factor},
    )
