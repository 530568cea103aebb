"""Cookies that hold secrets: of a flow, a remembered device, and a browser that proves itself elsewhere."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from quart import Response, after_this_request, request
from werkzeug.wrappers import Response as WerkzeugResponse

LONGEST_SECRET: Final = 128

AnyResponse: TypeAlias = Response | WerkzeugResponse


@dataclass(frozen=True, kw_only=True)
class SecretCookie:
    """A cookie that no script reads; a client without a cookie jar gets the secret in `header`, and sends it there."""

    name: str
    seconds: int
    path: str = "/"
    samesite: str = "Strict"
    header: str | None = None

    def read(self) -> str | None:
        """Return the secret that the request has; None for a text that is none of ours."""
        in_header = None if self.header is None else request.headers.get(self.header)
        secret = in_header or request.cookies.get(self.name)
        return secret if secret is not None and 0 < len(secret) <= LONGEST_SECRET else None

    def send(self, secret: str) -> None:
        self._set(secret, seconds=self.seconds, headers={} if self.header is None else {self.header: secret})

    def forget(self) -> None:
        self._set("", seconds=0, headers={})

    def _set(self, value: str, *, seconds: int, headers: dict[str, str]) -> None:
        @after_this_request
        async def add(response: AnyResponse) -> AnyResponse:
            response.headers.update(headers)
            response.set_cookie(
                self.name,
                value,
                max_age=seconds,
                path=self.path,
                secure=request.is_secure,
                httponly=True,
                samesite=self.samesite,
            )
            return response


FLOW_COOKIE: Final = SecretCookie(name="waymark_flow", seconds=30 * 60, header="X-Flow-Token")
DEVICE_COOKIE: Final = SecretCookie(name="waymark_device", seconds=30 * 24 * 60 * 60)
# It is set when a browser is given a challenge before it has a flow.
PASSKEY_COOKIE: Final = SecretCookie(name="waymark_passkey", seconds=5 * 60)
# It is set when a browser is sent to a provider; a browser that comes back from there brings no strict cookie.
SSO_PATH: Final = "/api/v1/login/sso"
SSO_COOKIE: Final = SecretCookie(name="waymark_sso", seconds=10 * 60, path=SSO_PATH, samesite="Lax")
