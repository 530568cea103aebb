"""Cookies that hold the secrets of a flow, of a remembered device, and of a browser that is asked for a passkey."""

from typing import Final, TypeAlias

from quart import Response, after_this_request, request
from werkzeug.wrappers import Response as WerkzeugResponse

from server.platform.http.client import FLOW_COOKIE, FLOW_SECONDS

FLOW_HEADER: Final = "X-Flow-Token"
DEVICE_COOKIE: Final = "waymark_device"
DEVICE_SECONDS: Final = 30 * 24 * 60 * 60
PASSKEY_COOKIE: Final = "waymark_passkey"
PASSKEY_SECONDS: Final = 5 * 60
LONGEST_SECRET: Final = 128

AnyResponse: TypeAlias = Response | WerkzeugResponse


def flow_secret() -> str | None:
    """Read the secret from the header, which a client without a cookie jar sends, else from the cookie."""
    return _plausible(request.headers.get(FLOW_HEADER) or request.cookies.get(FLOW_COOKIE))


def device_secret() -> str | None:
    return _plausible(request.cookies.get(DEVICE_COOKIE))


def passkey_secret() -> str | None:
    """Read the secret of a browser that has been given a challenge before it has a flow."""
    return _plausible(request.cookies.get(PASSKEY_COOKIE))


def send_flow_secret(secret: str) -> None:
    _send_cookie(FLOW_COOKIE, secret, seconds=FLOW_SECONDS, header=FLOW_HEADER)


def forget_flow_secret() -> None:
    _send_cookie(FLOW_COOKIE, "", seconds=0)


def send_device_secret(secret: str) -> None:
    _send_cookie(DEVICE_COOKIE, secret, seconds=DEVICE_SECONDS)


def send_passkey_secret(secret: str) -> None:
    _send_cookie(PASSKEY_COOKIE, secret, seconds=PASSKEY_SECONDS)


def _send_cookie(name: str, value: str, *, seconds: int, header: str | None = None) -> None:
    @after_this_request
    async def add(response: AnyResponse) -> AnyResponse:
        if header is not None:
            response.headers[header] = value
        response.set_cookie(
            name, value, max_age=seconds, path="/", secure=request.is_secure, httponly=True, samesite="Strict"
        )
        return response


def _plausible(secret: str | None) -> str | None:
    return secret if secret is not None and 0 < len(secret) <= LONGEST_SECRET else None
