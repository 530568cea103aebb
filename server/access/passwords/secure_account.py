"""The owner of an account says by a notice's link that the act was not theirs.

The link proves the mailbox, as a reset by email does, and does no more than that and one thing besides: a factor that
was added a moment ago, by the act itself, is taken away again. It opens nothing.
"""

from datetime import timedelta
from typing import Final

from pydantic import Field

from server.access.factors.repository import delete_factor, end_codes_of, has_factor, replace_codes
from server.access.factors.schemas import FactorItem
from server.access.flows.own_flow import end_account_flows
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import notify_of_secured
from server.access.sessions.repository import NotifiedAccount, forget_devices, lock_notified
from server.company.audit.record import AuditAction, record_visit
from server.people.account.account_repository import end_own_password
from server.platform.database.connections import Connection
from server.platform.errors import BadRequestError
from server.platform.schemas import ResponseSchema
from server.platform.services import Visit, Work
from server.vocabulary.emails import mask_email
from server.vocabulary.link_tokens import NoticeAct, NoticeSubject, is_notice_token, read_notice_token

LINK_LIFE: Final = timedelta(hours=72)


class NoticeLinkInvalidError(BadRequestError):
    """The link is forged or expired, or its account has another email by now or is closed; the answer does not say."""

    code = "notice_link_invalid"
    message = "This link is no longer valid. Choose a new password, and check your devices on your profile page."


class NotMeAnswer(ResponseSchema):
    """What was done now: at a second call nothing is left to do."""

    email: str = Field(description="of the account, for the reset of its password")
    sessions_ended: int
    password_ended: bool
    factor_removed: str | None = Field(description="the name of the second factor that was removed")
    recovery_codes_ended: bool


async def secure_account(visit: Visit, *, token: str) -> NotMeAnswer:
    """End what the account is open to, and take back what the notice is about. A second call finds nothing to do.

    Raises NoticeLinkInvalidError: the token is none of ours or older than 72 hours, or its account has another email.
    """
    async with visit.unit_of_work() as unit:
        account, notice = await _find(unit, token)
        owner = account.key
        flows = await end_account_flows(unit, **owner)
        sessions = await end_user_sessions(unit, **owner, reason=SessionEndReason.REVOKED)
        # The codes of the same act, of a first factor or made anew, have its moment.
        codes = await end_codes_of(unit.connection, **owner, made_at=notice.at)
        factor = await _remove_factor(unit.connection, notice)
        devices = await forget_devices(unit.connection, **owner)
        password = await end_own_password(unit.connection, **owner)
        secured = NotMeAnswer(
            email=account.email,
            sessions_ended=len(sessions),
            password_ended=password,
            factor_removed=None if factor is None else factor.name,
            recovery_codes_ended=codes,
        )
        if any((sessions, flows, devices, password, factor, codes)):
            await record_visit(
                unit,
                AuditAction.ACCOUNT_SECURED,
                by=account,
                subject_id=account.user_id,
                subject_label=mask_email(account.email),
                before=None if factor is None else {"factor": str(factor.id), "kind": factor.kind.value},
                after={
                    "notice": notice.act.name.lower(),
                    "sessions": len(sessions),
                    "password": password,
                    "recoveryCodes": codes,
                },
            )
            await notify_of_secured(unit, account, factor=secured.factor_removed)
    return secured


async def _find(unit: Work[Visit], token: str) -> tuple[NotifiedAccount, NoticeSubject]:
    notice = read_notice_token(token)
    if notice is None:
        raise NoticeLinkInvalidError
    account = await lock_notified(unit.connection, company_id=notice.company_id, user_id=notice.user_id)
    if account is None or not is_notice_token(unit.services.keys, token, subject=notice, email=account.email):
        raise NoticeLinkInvalidError
    if account.read_at - notice.at > LINK_LIFE:
        raise NoticeLinkInvalidError
    return account, notice


async def _remove_factor(connection: Connection, notice: NoticeSubject) -> FactorItem | None:
    """Remove the factor that the notice is about, if it is of this account and of the last 72 hours."""
    if notice.act is not NoticeAct.FACTOR_ADDED or notice.about is None:
        return None
    owner = {"company_id": notice.company_id, "user_id": notice.user_id}
    removed = await delete_factor(connection, **owner, factor_id=notice.about, within=LINK_LIFE)
    if removed is not None and not await has_factor(connection, **owner):
        await replace_codes(connection, **owner, macs=[])
    return removed
