"""Refusals of changes to accounts, and the limit of what a company learns of people who are registered elsewhere.

That a person is registered elsewhere shows only when an account is created, and creating that succeeds shows the
opposite. So beyond the day's limit no account is created at all: a failure then reveals nothing about the person.
"""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.company.companies.repository import count_elsewhere, used_today
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ForbiddenError, TooManyRequestsError
from server.platform.process.clock import describe_tomorrow, seconds_until_tomorrow

HAS_SIGNED_IN: Final = "This person has already logged in."
IS_INACTIVE: Final = "This person is inactive. The invitation is sent when the account is activated."
EMAIL_TAKEN: Final = "Email already registered"
PHONE_TAKEN: Final = "Phone already registered"
BOTH_TAKEN: Final = "Email and phone already registered"
CODE_TAKEN: Final = "Another person of your company has this code"
NEEDS_CODE: Final = "Without an email this person needs a code to log in with"
SHARED_PHONE: Final = (
    "Another person of your company has this phone number. Without an email this person needs a code to log in with"
)
NEEDS_EMAIL: Final = "An administrator needs an email"


class SelfForbiddenError(ForbiddenError):
    message = "You cannot change your own profile, role or active state, or delete yourself."


class LastSuperAdminError(ConflictError):
    message = "This is the company's last active Super Admin. Make another person one first."


class EditConflictError(ConflictError):
    message = "Another administrator has changed this person. Check the current values, then save again."


class NotInvitableError(ConflictError):
    """The account cannot be invited (yet); the text names the reason."""


class CodeTakenError(ConflictError):
    message = CODE_TAKEN

    def __init__(self) -> None:
        super().__init__(errors={"code": CODE_TAKEN})


@dataclass(frozen=True, kw_only=True)
class Taken:
    """Which of two contacts an account has already."""

    email: bool
    phone: bool

    def __bool__(self) -> bool:
        return self.email or self.phone


class ContactTakenError(ConflictError):
    def __init__(self, taken: Taken) -> None:
        errors = {"email": EMAIL_TAKEN} if taken.email else {}
        if taken.phone:
            errors["phone"] = PHONE_TAKEN
        super().__init__(BOTH_TAKEN if len(errors) > 1 else next(iter(errors.values()), None), errors=errors)


# The message of a row of an import that was not tried.
NOT_TRIED: Final = (
    "Not tried: too many people of today's imports are registered elsewhere. Import the failed rows again tomorrow"
)


class TakenElsewhereError(ContactTakenError, keeps_code=True):
    """An account of another company has the email."""

    def __init__(self) -> None:
        super().__init__(Taken(email=True, phone=False))


class TooManyTakenError(TooManyRequestsError, keeps_code=True):
    def __init__(self, settings: Settings) -> None:
        when = describe_tomorrow(settings.phone_region)
        super().__init__(
            f"Too many of the people that you added today are registered elsewhere. You can continue {when}.",
            retry_after=seconds_until_tomorrow(),
        )


async def has_met_too_many(connection: Connection, *, company_id: UUID, settings: Settings) -> bool:
    return await used_today(connection, "taken_elsewhere", company_id=company_id) >= settings.company_daily_taken


async def meet_elsewhere(connection: Connection, *, company_id: UUID, number: int, settings: Settings) -> bool:
    """Count people met elsewhere; False beyond the number that the company may learn of today."""
    return await count_elsewhere(connection, company_id=company_id, number=number) <= settings.company_daily_taken


async def refuse_after_too_many(connection: Connection, *, company_id: UUID, settings: Settings) -> None:
    """Raises TooManyTakenError."""
    if await has_met_too_many(connection, company_id=company_id, settings=settings):
        raise TooManyTakenError(settings)
