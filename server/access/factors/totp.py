"""Authenticator apps (RFC 6238): six digits, a new code every 30 seconds."""

import hmac
from datetime import datetime
from io import BytesIO
from typing import Final
from uuid import UUID, uuid4

import pyotp
import segno

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.own_factors import welcome_factor
from server.access.factors.repository import (
    confirm_app,
    find_pending_app,
    list_factors,
    lock_owner,
    put_pending_app,
)
from server.access.factors.schemas import RegisteredTotp
from server.access.policies.policy import FactorKind
from server.platform.errors import ConflictError, NotFoundError, ValidationFailedError
from server.platform.process.crypto import Purpose
from server.platform.process.threads import in_thread
from server.platform.services import Context

MOST_FACTORS: Final = 10
NAME: Final = "Authenticator app"
WRONG_CODE: Final = "That is not the code that the app shows now"
STEP_SECONDS: Final = 30
# Clocks of phones are wrong by less.
STEPS_AROUND: Final = (-1, 0, 1)


class TooManyFactorsError(ConflictError):
    code = "too_many_factors"
    message = f"You can have at most {MOST_FACTORS} ways to confirm it is you. Remove one first."


async def register_totp(context: Context, *, name: str | None) -> RegisteredTotp:
    """Register an app, which counts once its first code is given. It replaces one that still waits for that.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        TooManyFactorsError: the caller has as many factors as an account may have.
    """
    factor_id, secret, owner = uuid4(), new_secret(), context.identity.key
    async with context.unit_of_work() as unit:
        await lock_owner(unit.connection, **owner)
        await require_fresh_proof(unit.connection, context.identity)
        if len(await list_factors(unit.connection, **owner)) >= MOST_FACTORS:
            raise TooManyFactorsError
        sealed = context.services.keys.seal(Purpose.FACTOR, secret, context=factor_id.bytes)
        await put_pending_app(unit.connection, **owner, factor_id=factor_id, name=name or NAME, sealed_secret=sealed)
    brand = context.services.settings.brand_name
    uri = pyotp.TOTP(secret).provisioning_uri(name=context.identity.label, issuer_name=brand)
    return RegisteredTotp(id=factor_id, secret=secret, uri=uri, qr=await in_thread(_qr_code, uri))


async def confirm_totp(context: Context, factor_id: UUID, *, code: str) -> list[str]:
    """Confirm an app by its first code. Returns the account's first ten recovery codes, or none where it has some.

    Raises:
        NotFoundError: the caller has no such app that waits for its first code.
        ValidationFailedError: the code is wrong.
    """
    owner = context.identity.key
    async with context.unit_of_work() as unit:
        await lock_owner(unit.connection, **owner)
        app = await find_pending_app(unit.connection, **owner, factor_id=factor_id)
        if app is None:
            raise NotFoundError
        secret = context.services.keys.open(Purpose.FACTOR, app.sealed_secret, context=app.id.bytes)
        step = matching_step(secret, code, at=app.read_at, after=None)
        if step is None:
            raise ValidationFailedError(errors={"code": WRONG_CODE})
        await confirm_app(unit.connection, **owner, factor_id=factor_id, step=step)
        return await welcome_factor(unit, kind=FactorKind.TOTP, factor_id=factor_id, name=app.name)


def new_secret() -> str:
    """Make 160 random bits, in base 32."""
    return pyotp.random_base32()


def matching_step(secret: str, code: str, *, at: datetime, after: int | None) -> int | None:
    """Find the time step around `at`, and after the last one that was used, whose code this is."""
    now, app = int(at.timestamp()) // STEP_SECONDS, pyotp.TOTP(secret)
    matching = [
        now + each for each in STEPS_AROUND if hmac.compare_digest(app.generate_otp(now + each).encode(), code.encode())
    ]
    return next((step for step in matching if after is None or step > after), None)


def _qr_code(uri: str) -> str:
    """Draw an SVG document, dark on light. It takes milliseconds: not for the event loop."""
    drawn = BytesIO()
    segno.make(uri, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, border=2, light="#fff", omitsize=True
    )
    return drawn.getvalue().decode()
