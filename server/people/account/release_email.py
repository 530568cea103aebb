"""Release an email that its owner has verified from another company's account.

That account was never signed in to, because its first login needs a code by email. It is deleted in the transaction
that turns a sign-up into an account, or gives an account another email: an abandoned sign-up changes nothing.
"""

from functools import partial
from typing import Final

from server.company.audit.repository import AuditAction, record
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice, find_people
from server.people.account.account_repository import UnprovenAccount
from server.people.account.change_accounts import remove_accounts
from server.people.account.events import UsersChangeKind, publish_users_changed
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.profiles import Profile

NOTIFIED: Final = (Profile.SUPER_ADMIN, Profile.ADMIN)
MOST_NOTIFIED: Final = 100
TITLE: Final = "An invited person has registered elsewhere"


async def release_email(services: Services, unit: UnitOfWork, account: UnprovenAccount) -> None:
    """Delete a locked account of another company that has an email which its owner has proved elsewhere."""
    await remove_accounts(services, unit, [account.id], company_id=account.company_id)
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
            f"{account.full_name} ({account.email}) proved this address for an account of their own before accepting "
            "the invitation. The invited account was removed."
        ),
        link="/dashboard/users",
        about=None,
    )
    await notify(services, unit, notice, company_id=account.company_id, user_ids=people)
