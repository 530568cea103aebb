"""Confirm an authenticator app by its first code."""

from typing import Final
from uuid import UUID

from server.access.factors.add_factor import welcome_factor
from server.access.factors.owner import owner_of
from server.access.factors.repository import confirm_app, find_pending_app, lock_owner
from server.access.factors.totp import matching_step
from server.access.policies.policy import FactorKind
from server.platform.errors import NotFoundError, ValidationFailedError
from server.platform.process.crypto import Purpose
from server.platform.services import Services
from server.vocabulary.identity import Identity

WRONG_CODE: Final = "That is not the code that the app shows now"


async def confirm_totp(
    services: Services, *, identity: Identity, factor_id: UUID, code: str, address: str
) -> list[str]:
    """The app counts from now on; the account's first ten recovery codes, or none where it has some.

    Raises:
        NotFoundError: the caller has no such app that waits for its first code.
        ValidationFailedError: the code is wrong.

    """
    owner = owner_of(identity)
    async with services.database.unit_of_work() as unit:
        await lock_owner(unit.connection, **owner)
        app = await find_pending_app(unit.connection, **owner, factor_id=factor_id)
        if app is None:
            raise NotFoundError
        secret = services.keys.open(Purpose.FACTOR, app.sealed_secret, context=app.id.bytes)
        step = matching_step(secret, code, at=app.read_at, after=None)
        if step is None:
            raise ValidationFailedError(errors={"code": WRONG_CODE})
        await confirm_app(unit.connection, **owner, factor_id=factor_id, step=step)
        return await welcome_factor(
            services, unit, kind=FactorKind.TOTP, factor_id=factor_id, name=app.name, identity=identity, address=address
        )
