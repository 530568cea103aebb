"""Notify accounts: a stored row each, and an event to their open pages.

The first three notifications of an account are there so that a first look shows what the bell is for.
"""

from collections.abc import Collection
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.repository import Notice, add_in_order, add_notification, find_administrators
from server.platform.database.connections import Connection
from server.platform.events import USER, Event
from server.platform.schemas import Moment, ResponseSchema
from server.platform.services import ServiceUnit
from server.vocabulary.identity import Bearer
from server.vocabulary.profiles import DASHBOARD, Permission, Profile, dashboard_of, permissions_of


class NotificationNew(ResponseSchema):
    """A new notification, and how many are unread now."""

    id: UUID = Field(description="of the notification")
    kind: NotificationKind = Field(description="what it is about")
    title: str = Field(description="one line")
    body: str = Field(description="a sentence or two")
    link: str | None = Field(description="path of the client; null where there is nothing to see")
    created_at: Moment = Field(description="when")
    unread: int = Field(description="how many of the user's are unread now")


NOTIFICATION_NEW: Final = Event(
    name="notification:new",
    payload=NotificationNew,
    room=USER,
    to="every socket of the user",
    when="when the user gets a notification",
    rate="as it happens",
    lost="`GET /notifications` has it; the next event's `unread` is right again.",
)


async def notify(unit: ServiceUnit, notice: Notice, *, company_id: UUID, user_ids: Collection[UUID]) -> None:
    """Within the caller's transaction; the events leave after its commit."""
    for added in await add_notification(unit.connection, notice, company_id=company_id, user_ids=user_ids):
        payload = NotificationNew.model_validate(added)
        unit.after_commit(partial(unit.services.publisher.publish, NOTIFICATION_NEW, to=added.user_id, payload=payload))


async def notify_administrators(unit: ServiceUnit, notice: Notice, *, company_id: UUID) -> None:
    """The first hundred of the company, and once for what the notice is about."""
    people = await find_administrators(unit.connection, notice, company_id=company_id)
    await notify(unit, notice, company_id=company_id, user_ids=people)


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
_APPLICANT: Final = "Your portal shows the status of your application and the next steps. News appears here."


async def greet(connection: Connection, account: Bearer, *, brand: str) -> None:
    """Write the three, within the transaction of the account's first sign-in."""
    notices = first_notices(account.profile, company_name=account.company_name, brand=brand)
    await add_in_order(connection, notices, company_id=account.company_id, user_id=account.user_id)


def first_notices(profile: Profile | None, *, company_name: str, brand: str) -> tuple[Notice, Notice, Notice]:
    home = dashboard_of(profile)
    may_view = Permission.USER_VIEW in permissions_of(profile)
    ready = f"Your account at {company_name} is ready. What concerns you appears here as it happens."
    welcome = ready if profile else f"Your application to {company_name} has an account now."
    advice = "Use a password that you use nowhere else, and check now and then on which devices you are logged in."
    own_work = _APPLICANT if profile is None else _WORK.get(profile, _WORK[Profile.PLACEMENT])
    return (
        Notice(kind=NotificationKind.WELCOME, title=f"Welcome to {brand}", body=welcome, link=home),
        Notice(kind=NotificationKind.SECURE_ACCOUNT, title="Secure your account", body=advice, link=f"{home}/profile"),
        Notice(
            kind=NotificationKind.WHAT_YOU_CAN_DO,
            title="What you can do here",
            body=own_work,
            link=USERS if may_view else home,
        ),
    )
