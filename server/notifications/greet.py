"""The first three notifications, so that a first look shows what the bell is for."""

from typing import Final
from uuid import UUID

from server.database import Connection
from server.identity.profiles import Permission, Profile, permissions_of
from server.notifications.kinds import NotificationKind
from server.notifications.repository import Notice, add_in_order
from server.sessions.access_token import APPLICANT_DASHBOARD, DASHBOARD

USERS: Final = f"{DASHBOARD}/users"

_WORK: Final = {
    Profile.SUPER_ADMIN: "You have complete control: add people one by one or from a CSV file, decide what each may "
    "do, and look up who did what.",
    Profile.ADMIN: "Add people one by one or from a CSV file, change their roles, and look up who did what.",
    Profile.MANAGEMENT: "Add trainees and interview panelists one by one or from a CSV file, and keep their accounts "
    "in order.",
    Profile.TRAINER: "Your dashboard is where your training work begins.",
    Profile.INTERVIEW_PANELIST: "Your dashboard is where your interviews begin.",
    Profile.PLACEMENT: "Your dashboard is where your work begins.",
    Profile.TRAINEE: "Your dashboard is where your training begins.",
}
_APPLICANT: Final = "Your portal shows the status of your application and the next steps. You hear of news here."


async def greet(
    connection: Connection,
    *,
    company_id: UUID,
    company_name: str,
    user_id: UUID,
    profile: Profile | None,
    brand: str,
) -> None:
    """Write the three, within the transaction of the person's first sign-in."""
    notices = first_notices(profile, company_name=company_name, brand=brand)
    await add_in_order(connection, notices, company_id=company_id, user_id=user_id)


def first_notices(profile: Profile | None, *, company_name: str, brand: str) -> tuple[Notice, Notice, Notice]:
    home = APPLICANT_DASHBOARD if profile is None else DASHBOARD
    may_view = Permission.USER_VIEW in permissions_of(profile)
    return (
        Notice(
            kind=NotificationKind.WELCOME,
            title=f"Welcome to {brand}",
            body=_welcome(profile, company_name=company_name),
            link=home,
        ),
        Notice(
            kind=NotificationKind.SECURE_ACCOUNT,
            title="Secure your account",
            body="Use a password that you use nowhere else, and check now and then on which devices you are signed in.",
            link=f"{home}/profile",
        ),
        Notice(
            kind=NotificationKind.WHAT_YOU_CAN_DO,
            title="What you can do here",
            body=_APPLICANT if profile is None else _WORK[profile],
            link=USERS if may_view else home,
        ),
    )


def _welcome(profile: Profile | None, *, company_name: str) -> str:
    if profile is None:
        return f"Your application to {company_name} has an account now."
    return f"Your account at {company_name} is ready. What concerns you appears here as it happens."
