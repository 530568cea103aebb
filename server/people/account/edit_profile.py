"""Change the caller's own name or phone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from server.people.account.account_rules import change_of, field_rules
from server.people.account.change_accounts import change_accounts
from server.people.account.change_repository import lock_accounts
from server.people.account.events import UsersChangeKind, announce_change
from server.platform.errors import NotSignedInError, ValidationFailedError
from server.platform.services import Services
from server.vocabulary.fields import read_typed
from server.vocabulary.identity import Identity

# A stolen session must not lead the account's codes to another phone.
SIGNS_IN_BY_PHONE: Final = "Please ask your administrator to change the phone number that your codes are sent to"


async def edit_profile(services: Services, typed: Mapping[str, str], *, identity: Identity, address: str) -> Identity:
    """Change fields of the caller's own, by name as sent; the caller as known from now on.

    Raises:
        ValidationFailedError: with a message for every field that is wrong; without an email the phone stays.

    """
    wanted, errors = read_typed(typed, rules=field_rules(services.settings))
    if errors:
        raise ValidationFailedError(errors=errors)
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
