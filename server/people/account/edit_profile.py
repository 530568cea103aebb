"""Change the caller's own name or phone."""

from dataclasses import dataclass, replace
from typing import Final

from server.people.account.account_rules import change_of
from server.people.account.change_accounts import change_accounts
from server.people.account.change_repository import lock_accounts
from server.people.account.events import UsersChangeKind, announce_change
from server.people.account.read_details import DetailRules, read_details
from server.platform.configuration.settings import Settings
from server.platform.errors import NotSignedInError, ValidationFailedError
from server.platform.services import Services
from server.vocabulary.identity import Identity

# A stolen session must not lead the account's codes to another phone.
SIGNS_IN_BY_PHONE: Final = "Please ask your administrator to change the phone number that your codes are sent to"


@dataclass(frozen=True, kw_only=True)
class ProfileEdit:
    """As typed; None stays as it is."""

    full_name: str | None
    phone: str | None


async def edit_profile(services: Services, edit: ProfileEdit, *, identity: Identity, address: str) -> Identity:
    """Change the caller's own name or phone; the caller as known from now on.

    Raises:
        ValidationFailedError: with a message for every field that is wrong; without an email the phone stays.

    """
    wanted = _read(edit, settings=services.settings)
    company_id, user_id = identity.company_id, identity.user_id
    async with services.database.unit_of_work() as unit:
        account = (await lock_accounts(unit.connection, [user_id], company_id=company_id)).get(user_id)
        if account is None:
            raise NotSignedInError
        change = change_of(account, wanted)
        if account.email is None and change.gives("phone"):
            raise ValidationFailedError(errors={"phone": SIGNS_IN_BY_PHONE})
        if change.after:
            await change_accounts(services, unit, [change], company_id=company_id, actor_id=user_id, address=address)
            announce_change(services, unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=user_id)
    return replace(identity, full_name=str(change.value("fullName")), phone=str(change.value("phone")))


def _read(edit: ProfileEdit, *, settings: Settings) -> dict[str, str]:
    typed = {"fullName": edit.full_name, "phone": edit.phone}
    given = {name: text for name, text in typed.items() if text is not None}
    values, errors = read_details(given, rules=DetailRules.from_settings(settings))
    if errors:
        raise ValidationFailedError(errors=errors)
    return values
