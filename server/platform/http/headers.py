"""Security headers of every answer."""

from collections.abc import Mapping
from typing import Final

from quart.typing import ResponseTypes
from werkzeug.datastructures import Headers

from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.http.context import Call

Pair = tuple[bytes, bytes]

SELF: Final = "'self'"
POLICY: Final = "Content-Security-Policy"
EXTENSION: Final = "waymark_fixed_headers"
HSTS: Final = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
UNCACHED: Final = (b"cache-control", b"no-store")
PERMISSIONS: Final = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": PERMISSIONS,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Vary": "Origin",
}


_GOOGLE: Final = "https://www.google.com/recaptcha/"
_HCAPTCHA: Final = "https://hcaptcha.com https://*.hcaptcha.com"
_CLOUDFLARE: Final = "https://challenges.cloudflare.com"
# Sources that each provider's documentation requires; the self-hosted widget needs none.
WIDGETS: Final[dict[RobotCheckKind, dict[str, str]]] = {
    RobotCheckKind.RECAPTCHA: {
        "script-src": f"{_GOOGLE} https://www.gstatic.com/recaptcha/",
        "frame-src": f"{_GOOGLE} https://recaptcha.google.com/recaptcha/",
    },
    RobotCheckKind.HCAPTCHA: dict.fromkeys(("script-src", "frame-src", "style-src", "connect-src"), _HCAPTCHA),
    RobotCheckKind.TURNSTILE: dict.fromkeys(("script-src", "frame-src"), _CLOUDFLARE),
}


def content_security_policy(settings: Settings) -> str:
    """Everything comes from this origin alone, and the widget of the robot check from its provider's.

    Styles may be inline: the client makes them as it runs.
    """
    sockets = [origin.replace("http", "ws", 1) for origin in settings.origins]
    directives = {
        "default-src": "'self'",
        "script-src": SELF,
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": " ".join(["'self'", *sockets]),
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    for name, sources in WIDGETS.get(settings.robot_check, {}).items():
        directives[name] = f"{directives.get(name, SELF)} {sources}"
    return "; ".join(f"{name} {value}" for name, value in directives.items())


class FixedHeaders:
    """Those that are the same for every answer, made once."""

    def __init__(self, settings: Settings) -> None:
        self._serves_https = settings.serves_https
        self._pairs = _encoded({**FIXED, POLICY: content_security_policy(settings)})

    def around(self, response: ResponseTypes, call: Call) -> list[Pair]:
        """All headers of the answer, as they are sent."""
        pairs = _encoded(response.headers)
        names = {name for name, _ in pairs}
        if UNCACHED[0] not in names:
            pairs.append(UNCACHED)
        if self._serves_https or call.peer.scheme == "https":
            pairs.append(HSTS)
        pairs.append((b"x-request-id", call.request_id.encode()))
        return pairs + self._pairs


def _encoded(headers: Headers | Mapping[str, str]) -> list[Pair]:
    """Names in lower case, as HTTP/2 has them."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
