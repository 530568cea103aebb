"""Authenticator apps (RFC 6238): register one, and confirm it by its first code."""

import hmac
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from typing import Final
from uuid import UUID, uuid4

import pyotp
import segno

from server.access.factors.fresh_proof import TooManyFactorsError, require_fresh_proof
from server.access.factors.own_factors import welcome_factor
from server.access.factors.owner import owner_of
from server.access.factors.repository import (
    MOST_FACTORS,
    confirm_app,
    find_pending_app,
    list_factors,
    lock_owner,
    put_pending_app,
)
from server.access.policies.policy import FactorKind
from server.platform.errors import NotFoundError, ValidationFailedError
from server.platform.process.crypto import Purpose
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.identity import Identity

STEP_SECONDS: Final = 30
# Clocks of phones are wrong by less.
STEPS_AROUND: Final = (-1, 0, 1)


def new_secret() -> str:
    """160 random bits, in base 32."""
    return pyotp.random_base32()


def app_uri(secret: str, *, label: str, brand: str) -> str:
    return pyotp.TOTP(secret).provisioning_uri(name=label, issuer_name=brand)


def qr_code(uri: str) -> str:
    """An SVG document, dark on light. Takes milliseconds: not for the event loop."""
    drawn = BytesIO()
    segno.make(uri, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, border=2, light="#fff", omitsize=True
    )
    return drawn.getvalue().decode()


def matching_step(secret: str, code: str, *, at: datetime, after: int | None) -> int | None:
    """The time step around `at`, and after the last one that was used, whose code this is."""
    now, app = int(at.timestamp()) // STEP_SECONDS, pyotp.TOTP(secret)
    matching = [
        now + each for each in STEPS_AROUND if hmac.compare_digest(app.generate_otp(now + each).encode(), code.encode())
    ]
    return next((step for step in matching if after is None or step > after), None)


NAME: Final = "Authenticator app"


@dataclass(frozen=True, kw_only=True)
class RegisteredApp:
    """What the app has to be given: as a link, as an image of the link (`qr`, SVG), or typed."""

    id: UUID
    secret: str = field(repr=False)
    uri: str = field(repr=False)
    qr: str = field(repr=False)


async def register_totp(services: Services, *, identity: Identity, name: str | None) -> RegisteredApp:
    """Replace any app of the caller that still waits for its first code.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        TooManyFactorsError: the caller has as many factors as an account may have.

    """
    factor_id, secret, owner = uuid4(), new_secret(), owner_of(identity)
    async with services.database.unit_of_work() as unit:
        await lock_owner(unit.connection, **owner)
        await require_fresh_proof(unit.connection, identity)
        if len(await list_factors(unit.connection, **owner)) >= MOST_FACTORS:
            raise TooManyFactorsError
        sealed = services.keys.seal(Purpose.FACTOR, secret, context=factor_id.bytes)
        await put_pending_app(unit.connection, **owner, factor_id=factor_id, name=name or NAME, sealed_secret=sealed)
    uri = app_uri(secret, label=identity.label, brand=services.settings.brand_name)
    return RegisteredApp(id=factor_id, secret=secret, uri=uri, qr=await in_thread(qr_code, uri))


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
