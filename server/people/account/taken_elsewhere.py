"""Limit how often a company learns in a day that a person is registered with another company.

What is registered elsewhere shows only when an account is created, and creating that succeeds shows the opposite. So
beyond the limit no account is created at all: a failure then reveals nothing about the person.
"""

from typing import Final
from uuid import UUID

from server.company.companies.repository import count_elsewhere, elsewhere_today
from server.people.account.errors import ContactTakenError, Taken
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import TooManyRequestsError
from server.platform.process.clock import describe_tomorrow, seconds_until_tomorrow

# The message of a row of an import that was not tried.
NOT_TRIED: Final = (
    "Not tried: too many people of today's imports are registered elsewhere. Import the failed rows again tomorrow"
)


class TakenElsewhereError(ContactTakenError):
    """An account of another company has the email."""

    def __init__(self) -> None:
        super().__init__(Taken(email=True, phone=False))


class TooManyTakenError(TooManyRequestsError):
    def __init__(self, settings: Settings) -> None:
        when = describe_tomorrow(settings.phone_region)
        super().__init__(
            f"Too many of the people that you added today are registered elsewhere. You can continue {when}.",
            retry_after=seconds_until_tomorrow(),
        )


async def has_met_too_many(connection: Connection, *, company_id: UUID, settings: Settings) -> bool:
    return await elsewhere_today(connection, company_id=company_id) >= settings.company_daily_taken


async def meet_elsewhere(connection: Connection, *, company_id: UUID, number: int, settings: Settings) -> bool:
    """Count people met elsewhere; False beyond the number that the company may learn of today."""
    return await count_elsewhere(connection, company_id=company_id, number=number) <= settings.company_daily_taken


async def refuse_after_too_many(connection: Connection, *, company_id: UUID, settings: Settings) -> None:
    """Raises TooManyTakenError."""
    if await has_met_too_many(connection, company_id=company_id, settings=settings):
        raise TooManyTakenError(settings)


async def count_refusal(
    connection: Connection, *, company_id: UUID, settings: Settings
) -> TakenElsewhereError | TooManyTakenError:
    """The error for an email of another company, counted towards the limit."""
    if await meet_elsewhere(connection, company_id=company_id, number=1, settings=settings):
        return TakenElsewhereError()
    return TooManyTakenError(settings)
