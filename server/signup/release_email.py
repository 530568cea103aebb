"""Release an email that its owner has verified from another company's account.

That account was never signed in to, because its first login needs a code by email. It is deleted in the transaction
that turns the sign-up into an account: an abandoned sign-up changes nothing.
"""

from functools import partial
from typing import Final
from uuid import UUID

from server.audit.repository import AuditAction, record
from server.database import UnitOfWork
from server.flows.repository import end_other_flows
from server.identity.emails import mask_email
from server.identity.profiles import Profile
from server.notifications.kinds import NotificationKind
from server.notifications.notify import notify
from server.notifications.repository import Notice, find_people
from server.services import Services
from server.sessions.end_sessions import end_user_sessions
from server.sessions.events import SessionEndReason
from server.users.account_repository import UnprovenAccount, lock_unproven
from server.users.change_repository import delete_user
from server.users.events import UsersChangeKind
from server.users.publish_change import publish_users_changed

NOTIFIED: Final = (Profile.SUPER_ADMIN, Profile.ADMIN)
MOST_NOTIFIED: Final = 100
TITLE: Final = "An invited person has registered elsewhere"


async def release_email(services: Services, unit: UnitOfWork, *, flow_id: UUID, company_id: UUID) -> None:
    """Delete the account of another company that has the email of this sign-up, unless it was signed in to."""
    account = await lock_unproven(unit.connection, flow_id=flow_id, company_id=company_id)
    if account is None:
        return
    owner = {"company_id": account.company_id, "user_id": account.id}
    await end_other_flows(unit.connection, **owner, flow_id=None)
    await end_user_sessions(services, unit, **owner, reason=SessionEndReason.DELETED)
    await delete_user(unit.connection, **owner)
    await record(
        unit.connection,
        action=AuditAction.USER_DELETED,
        company_id=account.company_id,
        subject_id=account.id,
        subject_label=mask_email(account.email),
        after={"reason": "The address was proved in another registration"},
    )
    await _notify(services, unit, account)
    unit.after_commit(
        partial(
            publish_users_changed,
            services,
            company_id=account.company_id,
            kind=UsersChangeKind.DELETED,
            ids=[account.id],
        )
    )


async def _notify(services: Services, unit: UnitOfWork, account: UnprovenAccount) -> None:
    people = await find_people(unit.connection, company_id=account.company_id, profiles=NOTIFIED, most=MOST_NOTIFIED)
    notice = Notice(
        kind=NotificationKind.INVITATION_FAILED,
        title=TITLE,
        body=(
            f"{account.full_name} ({account.email}) proved this address in a sign-up of their own before accepting the "
            "invitation. The invited account was removed."
        ),
        link="/dashboard/users",
        about=None,
    )
    await notify(services, unit, notice, company_id=account.company_id, user_ids=people)
