"""The owner of an account says by a notice's link that the act was not theirs.

The link proves the mailbox, as a reset by email does, and does no more than that and one thing besides: a factor that
was added a moment ago, by the act itself, is taken away again. It opens nothing.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from server.access.factors.repository import ListedFactor, delete_recent_factor, end_codes_of, has_factor, replace_codes
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_other_flows
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import NoticeRecipient, account_secured, send_notice
from server.access.sessions.repository import NotifiedAccount, forget_devices, lock_notified
from server.company.audit.repository import AuditAction, record
from server.people.account.proved_repository import end_own_password
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import BadRequestError
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.notice_link import NoticeAct, NoticeSubject, is_notice_token, read_notice_token


class NoticeLinkInvalidError(BadRequestError):
    """The link is forged or expired, or its account has another email by now or is closed; the answer does not say."""

    code = "notice_link_invalid"
    message = "This link is no longer valid. Choose a new password, and check your devices on your profile page."


HOURS: Final = 72


@dataclass(frozen=True, kw_only=True)
class Secured:
    """What was done by this call."""

    account: NotifiedAccount
    sessions: int
    flows: int
    devices: int
    password: bool
    factor: ListedFactor | None
    codes: bool

    @property
    def is_change(self) -> bool:
        return any((self.sessions, self.flows, self.devices, self.password, self.factor, self.codes))


async def secure_account(services: Services, *, token: str, address: str) -> Secured:
    """End what the account is open to, and take back what the notice is about. A second call finds nothing to do.

    Raises:
        NoticeLinkInvalidError: the token is none of ours or older than 72 hours, or its account has another email.

    """
    async with services.database.unit_of_work() as unit:
        account, notice = await _find(services, unit.connection, token)
        secured = await _secure(services, unit, account, notice=notice)
        if secured.is_change:
            await _record(unit.connection, secured, notice=notice, address=address)
            removed = None if secured.factor is None else secured.factor.name
            await send_notice(services, unit, account_secured(factor=removed), to=_owner_of(account))
    return secured


async def _find(services: Services, connection: Connection, token: str) -> tuple[NotifiedAccount, NoticeSubject]:
    read = read_notice_token(token)
    if read is None:
        raise NoticeLinkInvalidError
    notice = read.subject
    account = await lock_notified(connection, company_id=notice.company_id, user_id=notice.user_id)
    if account is None or not is_notice_token(services.keys, read, email=account.email):
        raise NoticeLinkInvalidError
    if account.read_at - notice.at > timedelta(hours=HOURS):
        raise NoticeLinkInvalidError
    return account, notice


async def _secure(services: Services, unit: UnitOfWork, account: NotifiedAccount, *, notice: NoticeSubject) -> Secured:
    owner = {"company_id": account.company_id, "user_id": account.user_id}
    flows = await end_other_flows(unit.connection, **owner, flow_id=None)
    announce_ended_flows(services, unit, flows)
    sessions = await end_user_sessions(services, unit, **owner, reason=SessionEndReason.REVOKED)
    # Those of the same act: of a first factor, or made anew.
    codes = await end_codes_of(unit.connection, **owner, made_at=notice.at)
    factor = await _remove_factor(unit.connection, notice)
    return Secured(
        account=account,
        sessions=len(sessions),
        flows=len(flows),
        devices=await forget_devices(unit.connection, **owner),
        password=await end_own_password(unit.connection, **owner),
        factor=factor,
        codes=codes,
    )


async def _remove_factor(connection: Connection, notice: NoticeSubject) -> ListedFactor | None:
    """The one that the notice is about, of this account and of the last 72 hours."""
    if notice.act is not NoticeAct.FACTOR_ADDED or notice.about is None:
        return None
    owner = {"company_id": notice.company_id, "user_id": notice.user_id}
    removed = await delete_recent_factor(connection, **owner, factor_id=notice.about, hours=HOURS)
    if removed is not None and not await has_factor(connection, **owner):
        await replace_codes(connection, **owner, macs=[])
    return removed


async def _record(connection: Connection, secured: Secured, *, notice: NoticeSubject, address: str) -> None:
    factor, account = secured.factor, secured.account
    await record(
        connection,
        action=AuditAction.ACCOUNT_SECURED,
        company_id=account.company_id,
        actor_id=account.user_id,
        subject_id=account.user_id,
        subject_label=mask_email(account.email),
        address=address,
        before=None if factor is None else {"factor": str(factor.id), "kind": factor.kind.value},
        after={
            "notice": notice.act.name.lower(),
            "sessions": secured.sessions,
            "password": secured.password,
            "recoveryCodes": secured.codes,
        },
    )


def _owner_of(account: NotifiedAccount) -> NoticeRecipient:
    return NoticeRecipient(
        company_id=account.company_id, user_id=account.user_id, email=account.email, full_name=account.full_name
    )
