"""Whether a contact is still available; the form asks while it is filled in."""

from server.people.account.account_repository import find_taken
from server.platform.errors import ValidationFailedError
from server.platform.services import Services
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.person_fields import BAD_EMAIL, BAD_PHONE, email_problem, phone_problem
from server.vocabulary.phones import normalize_phone


async def is_free_email(services: Services, typed: str) -> bool:
    """Raises ValidationFailedError for what is no email."""
    email = normalize_new_email(typed)
    if email is None:
        raise ValidationFailedError(errors={"email": email_problem(typed, read=email) or BAD_EMAIL})
    async with services.database.reading() as connection:
        return not await find_taken(connection, email=email, phone=None)


async def is_free_phone(services: Services, typed: str) -> bool:
    """Raises ValidationFailedError for what is no phone number."""
    phone = normalize_phone(typed, region=services.settings.phone_region)
    if phone is None:
        raise ValidationFailedError(errors={"phone": phone_problem(typed, read=phone) or BAD_PHONE})
    async with services.database.reading() as connection:
        return not await find_taken(connection, email=None, phone=phone)
