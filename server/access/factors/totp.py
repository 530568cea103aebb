"""Codes of authenticator apps (RFC 6238): six digits, a new one every 30 seconds."""

import hmac
from datetime import datetime
from io import BytesIO
from typing import Final

import pyotp
import segno

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
