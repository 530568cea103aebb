"""Cookies that hold secrets: of a flow, a remembered device, and a browser that proves itself elsewhere."""

from typing import Final, TypeAlias

from quart import Response, after_this_request, request
from werkzeug.wrappers import Response as WerkzeugResponse

from server.platform.http.client import FLOW_COOKIE, FLOW_SECONDS

FLOW_HEADER: Final = "X-Flow-Token"
DEVICE_COOKIE: Final = "waymark_device"
DEVICE_SECONDS: Final = 30 * 24 * 60 * 60
PASSKEY_COOKIE: Final = "waymark_passkey"
PASSKEY_SECONDS: Final = 5 * 60
SSO_COOKIE: Final = "waymark_sso"
SSO_SECONDS: Final = 10 * 60
SSO_PATH: Final = "/api/v1/login/sso"
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


def sso_secret() -> str | None:
    """Read the secret of a browser that has been sent to a provider."""
    return _plausible(request.cookies.get(SSO_COOKIE))


def send_flow_secret(secret: str) -> None:
    _send_cookie(FLOW_COOKIE, secret, seconds=FLOW_SECONDS, header=FLOW_HEADER)


def forget_flow_secret() -> None:
    _send_cookie(FLOW_COOKIE, "", seconds=0)


def send_device_secret(secret: str) -> None:
    _send_cookie(DEVICE_COOKIE, secret, seconds=DEVICE_SECONDS)


def send_passkey_secret(secret: str) -> None:
    _send_cookie(PASSKEY_COOKIE, secret, seconds=PASSKEY_SECONDS)


def send_sso_secret(secret: str) -> None:
    """Lax, because a browser that another site sends back brings no strict cookie."""
    _send_cookie(SSO_COOKIE, secret, seconds=SSO_SECONDS, path=SSO_PATH, samesite="Lax")


def _send_cookie(
    name: str, value: str, *, seconds: int, header: str | None = None, path: str = "/", samesite: str = "Strict"
) -> None:
    @after_this_request
    async def add(response: AnyResponse) -> AnyResponse:
        if header is not None:
            response.headers[header] = value
        response.set_cookie(
            name, value, max_age=seconds, path=path, secure=request.is_secure, httponly=True, samesite=samesite
        )
        return response


def _plausible(secret: str | None) -> str | None:
    return secret if secret is not None and 0 < len(secret) <= LONGEST_SECRET else None
